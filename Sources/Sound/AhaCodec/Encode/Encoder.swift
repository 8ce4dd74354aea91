import AhaBase

/// Writes interleaved float frames to a stream in the settings' format.
/// Threads: one at a time.
public final class Encoder {
  /// Frames written so far, at the file's rate.
  public private(set) var framesWritten: Int64 = 0
  let settings: EncodeSettings
  let cursor: Cursor
  let file: any TargetFile
  private let resampler: Resampler?
  private var quantizer: Quantizer?
  private let block: Scratch
  /// For input frames with another count of channels than the file has.
  private let fold: Scratch?
  private let integers: Buffer<Int32>
  private var finished = false

  /// Writes the header.
  /// - Parameter stream: Must be empty: old bytes after a shorter file would remain.
  /// Errors: the stream's, `invalidArgument` (not empty), `unsupported`, `outOfMemory`.
  public init(_ stream: any ByteStream, settings: EncodeSettings) throws(AhaError) {
    self.settings = settings
    let present = try stream.length()
    if present != 0 {
      throw AhaError(.invalidArgument, "\(stream.name) already holds \(present) bytes")
    }
    resampler =
      settings.sampleRate == settings.outputRate
      ? nil
      : try Resampler(
        from: settings.sampleRate, to: settings.outputRate, channels: settings.channels)
    cursor = try Cursor(writing: stream)
    file = try Encoder.open(cursor, settings: settings)
    quantizer = Quantizer(settings)
    block = try Scratch(Limit.blockFrames * settings.channels)
    fold =
      settings.inputChannels == settings.channels
      ? nil : try Scratch(Limit.blockFrames * settings.channels)
    integers = Buffer(uninitialized: Limit.blockFrames * settings.channels)
  }

  private static func open(
    _ cursor: Cursor, settings: EncodeSettings
  ) throws(AhaError) -> any TargetFile {
    if settings.container == .m4a {
      let file = try MovieFile(writing: cursor, settings: settings)
      try cursor.throwFailure()
      return file
    }
    let file = SndFile(writing: cursor, settings: settings)
    try cursor.throwFailure()
    if let file { return file }
    let (container, encoding) = (settings.container.nameText.text, settings.encoding.nameText.text)
    throw AhaError(
      .unsupported,
      "\(cursor.stream.name): the installed libsndfile does not write \(container) with "
        + "\(encoding), \(settings.outputRate) Hz, \(settings.channels) channels. "
        + "Choose another format, or install a newer libsndfile1")
  }

  deinit {
    if !finished { cursor.abandon() }
    _ = file.close()
    integers.deallocate()
  }

  /// Encodes frames of `inputChannels`. NaN, infinity and values beyond 2^30 become 0. All
  /// encodings except 32-bit float are clipped to full scale.
  /// Errors: the stream's, `formatLimit` (the container's max length).
  public func write(_ frames: Floats, count: Int) throws(AhaError) {
    try requireCapacity(
      convertedLength(of: Int64(count), from: settings.sampleRate, to: settings.outputRate))
    guard let fold else { return try convert(frames, count: count) }
    var next = 0
    while next < count {
      let size = min(count - next, Limit.blockFrames)
      let source = frames + next * settings.inputChannels
      for frame in 0..<size {
        if settings.channels == 1 {
          fold.samples[frame] = 0.5 * source[2 * frame] + 0.5 * source[2 * frame + 1]
        } else {
          fold.samples[2 * frame] = source[frame]
          fold.samples[2 * frame + 1] = source[frame]
        }
      }
      try convert(fold.samples, count: size)
      next += size
    }
  }

  /// Converts the rate of frames with the channels of the file.
  private func convert(_ frames: Floats, count: Int) throws(AhaError) {
    guard let resampler else { return try writeBlocks(frames, count: count) }
    var next = 0
    while next < count {
      let (taken, given) = try resampler.process(
        frames + next * settings.channels, inputFrames: min(count - next, Limit.blockFrames),
        to: block.samples,
        outputFrames: Limit.blockFrames)
      next += taken
      try writeBlock(block.samples, frames: given)
    }
  }

  private func writeBlocks(_ frames: Floats, count: Int) throws(AhaError) {
    var next = 0
    while next < count {
      let size = min(count - next, Limit.blockFrames)
      try writeBlock(frames + next * settings.channels, frames: size)
      next += size
    }
  }

  private func writeBlock(_ source: Floats, frames: Int) throws(AhaError) {
    if frames == 0 { return }
    try requireCapacity(Int64(frames))
    let samples = frames * settings.channels
    if framesWritten == 0 {
      // Set before the first frames, which write the first page.
      cursor.reproducible.oggSerial = ReproducibleBytes.serial(of: source, count: samples)
    }
    let written: Int
    if quantizer != nil {
      quantizer!.quantize(source, to: integers, frames: frames)
      written = file.write(integers, frames: frames)
    } else {
      if source.base != block.samples.base { block.samples.copy(source.prefix(samples)) }
      limit(block.samples, count: samples)
      written = file.write(block.samples, frames: frames)
    }
    try cursor.throwFailure()
    guard written == frames else {
      throw AhaError(
        .io,
        "\(cursor.stream.name): the encoder of \(settings.encoding.nameText.text) failed at frame "
          + "\(framesWritten + Int64(max(0, written))). Choose another format")
    }
    framesWritten += Int64(frames)
  }

  private func limit(_ samples: Floats, count: Int) {
    silenceInvalid(samples, count: count)
    if settings.encoding == .float32 { return }
    for index in 0..<count { samples[index] = min(max(samples[index], -1), 1) }
  }

  /// Throws before 32-bit sizes overflow: libsndfile does not check.
  private func requireCapacity(_ frames: Int64) throws(AhaError) {
    guard let max = settings.container.maximumBytes,
      let size = settings.encoding.bytesPerSample
    else { return }
    let capacity = (max - Encoder.maxHeaderBytes) / Int64(size * settings.channels)
    guard frames > capacity - framesWritten else { return }
    let name = settings.container.nameText.text
    throw AhaError(
      .formatLimit,
      "\(cursor.stream.name): \(name) is limited to 4 GiB, that is \(capacity) frames; "
        + "\(framesWritten) are written and \(frames) follow. Use RF64, W64 or CAF")
  }

  private static let maxHeaderBytes: Int64 = 4096

  /// Writes the rest and closes. Errors: the stream's, `io`, `invalidArgument` (no frames: not
  /// every format can store that).
  public func finish() throws(AhaError) {
    if finished { return }
    try flushResampler()
    if framesWritten == 0 {
      throw AhaError(.invalidArgument, "\(cursor.stream.name): there is not one frame to write")
    }
    finished = true
    let result = file.close()
    try cursor.throwFailure()
    if result != 0 {
      throw AhaError(.io, "\(cursor.stream.name): the encoder cannot complete it: error \(result)")
    }
  }

  private func flushResampler() throws(AhaError) {
    guard let resampler else { return }
    while true {
      let given = try resampler.process(
        nil, inputFrames: 0, to: block.samples, outputFrames: Limit.blockFrames
      ).given
      if given == 0 { return }
      try writeBlock(block.samples, frames: given)
    }
  }
}

extension Quantizer {
  /// Nil for encodings with float input.
  fileprivate init?(_ settings: EncodeSettings) {
    guard settings.encoding.isInteger else { return nil }
    self.init(bits: settings.bits, channels: settings.channels, dither: settings.dither)
  }
}
