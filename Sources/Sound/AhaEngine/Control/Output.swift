import AhaBase
import AhaCodec

/// Destination of a job: a stream, or a file that appears complete or not at all.
public enum Output {
  case file(FilePath)
  case stream(any ByteStream)

  /// Extension from which the default container follows.
  public var fileExtension: String {
    if case .file(let path) = self { return path.fileExtension }
    return ""
  }
}

/// Writes frames to an output, at the level that its settings ask for.
public final class OutputWriter {
  private let output: Output
  private var settings: EncodeSettings
  private let job: Job
  private let rewriting: Rewriting?
  private let level: LevelTarget?
  /// Nil with a level.
  private let direct: DirectWriter?
  private let tape: MasterTape?

  /// Copies a verified file to another one, with additions such as tags.
  public typealias Rewriting = (
    _ verified: any ByteStream, _ target: any ByteStream
  ) throws(AhaError) -> Void

  /// - Parameter rewriting: Nil: the verified file is the output.
  public init(
    _ output: Output, settings: EncodeSettings, job: Job, rewriting: Rewriting? = nil
  ) throws(AhaError) {
    (self.output, self.settings, self.job) = (output, settings, job)
    self.rewriting = rewriting
    level = settings.level
    if level == nil {
      direct = try DirectWriter(output, settings: settings, job: job, rewriting: rewriting)
      tape = nil
    } else {
      direct = nil
      tape = try MasterTape(for: output, settings: settings)
    }
  }

  /// Writes interleaved frames.
  public func write(_ frames: Floats, count: Int) throws(AhaError) {
    try direct?.write(frames, count: count)
    try tape?.add(frames, count: count)
  }

  /// Verifies the written file and moves it to its path. Errors: also those of `Mastering.run`.
  public func finish() throws(AhaError) {
    try direct?.finish()
    guard let tape, let level else { return }
    try tape.finish()
    settings.inputChannels = settings.channels
    let writer = try DirectWriter(output, settings: settings, job: job, rewriting: rewriting)
    try Mastering(tape, job: job).run(to: level) { (samples, count) throws(AhaError) in
      try writer.write(samples, count: count)
    }
    try writer.finish()
  }
}

/// An encoder that writes to an output as it is; to a file on a thread of its own.
private final class DirectWriter {
  private let output: Output
  private let settings: EncodeSettings
  private let target: EncodedTarget
  private let job: Job
  private let rewriting: OutputWriter.Rewriting?
  /// Nil for a stream of the host, which is called on the job's thread.
  private let behind: WriteBehind?

  init(
    _ output: Output, settings: EncodeSettings, job: Job, rewriting: OutputWriter.Rewriting?
  ) throws(AhaError) {
    (self.output, self.settings, self.job) = (output, settings, job)
    self.rewriting = rewriting
    let target: EncodedTarget
    switch output {
    case .file(let path):
      let file = try ReplacementFile(for: path)
      target = try EncodedTarget(file.stream, file: file, settings: settings, job: job)
      behind = try WriteBehind(channels: settings.inputChannels, target.write)
    case .stream(let stream):
      let whole: any ByteStream = rewriting == nil ? stream : MemoryStream()
      target = try EncodedTarget(whole, file: nil, settings: settings, job: job)
      behind = nil
    }
    self.target = target
  }

  /// Writes interleaved frames.
  func write(_ frames: Floats, count: Int) throws(AhaError) {
    if let behind {
      try behind.write(frames, count: count)
    } else {
      try target.write(frames, count: count)
    }
  }

  /// Verifies the written file and moves it to its path.
  func finish() throws(AhaError) {
    try behind?.finish()
    let (stream, encoder) = (target.stream, target.encoder)
    try encoder.finish()
    job.report(bytes: try stream.length())
    job.enter(.verifying)
    if stream.canRead {
      try verify(
        stream, settings: settings, frames: encoder.framesWritten, until: job.cancellation)
    }
    try job.throwIfCancelled()
    if let rewriting { try rewrite(by: rewriting) } else { try target.file?.commit() }
  }

  private func rewrite(by rewriting: OutputWriter.Rewriting) throws(AhaError) {
    switch output {
    case .file(let path):
      let new = try ReplacementFile(for: path)
      try rewriting(target.stream, new.stream)
      try job.throwIfCancelled()
      try new.commit()
    case .stream(let stream): try rewriting(target.stream, stream)
    }
  }
}

/// An encoder and its bytes. Threads: one at a time.
private final class EncodedTarget {
  let encoder: Encoder
  let stream: any ByteStream
  let file: ReplacementFile?
  private let job: Job
  private var flushed: Int64 = 0

  init(
    _ stream: any ByteStream, file: ReplacementFile?, settings: EncodeSettings, job: Job
  ) throws(AhaError) {
    (self.stream, self.file, self.job) = (stream, file, job)
    encoder = try Encoder(stream, settings: settings)
  }

  /// Writes interleaved frames.
  func write(_ frames: Floats, count: Int) throws(AhaError) {
    try encoder.write(frames, count: count)
    let length = try stream.length()
    job.report(bytes: length)
    startWriteback(length)
  }

  /// Starts write-back during encoding, so that the final sync is short.
  private func startWriteback(_ length: Int64) {
    let portion: Int64 = 8 << 20
    guard let file, length - flushed >= portion else { return }
    file.stream.startWriteback(at: flushed, count: length - flushed)
    flushed = length
  }
}
