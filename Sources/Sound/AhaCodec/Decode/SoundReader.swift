import AhaBase

/// A decoder at the engine's rate: mixed to one or two channels, planar, or with all its channels,
/// interleaved.
/// Threads: one at a time.
public final class SoundReader {
  public let format: SourceFormat
  public var channels: Int { fold.outputs }
  private let decoder: Decoder
  private let sampleRate: Int
  private let fold: ChannelFold
  /// Converts the rate of the frames after the next seek, or of all if none was read; nil: libsoxr.
  public var converter: MakeRateConverter?
  /// Nil until the first frame is read.
  private var reader: FrameReader?
  /// The frame of the source where `reader` begins.
  private var start: Int64 = 0
  private let block: Scratch
  /// The next output frame.
  private var position: Int64 = 0
  /// The length at the engine's rate, once measured; then reading returns exactly that length.
  private var length: Int64?

  /// Errors: as `Decoder.init`, and `outOfMemory`.
  /// - Parameter fold: Nil: to one or two channels.
  public convenience init(
    _ stream: any ByteStream, sampleRate: Int, fold: ChannelFold? = nil
  ) throws(AhaError) {
    try self.init(try Decoder(stream), sampleRate: sampleRate, fold: fold)
  }

  /// Errors: `outOfMemory`, `unsupported` (the fold has other channels).
  public init(
    _ decoder: Decoder, sampleRate: Int, fold: ChannelFold? = nil
  ) throws(AhaError) {
    self.decoder = decoder
    format = decoder.format
    self.sampleRate = sampleRate
    self.fold = fold ?? decoder.fold
    guard self.fold.inputs == format.channels else {
      throw AhaError(
        .unsupported,
        "\(decoder.name) has \(format.channels) channels, not \(self.fold.inputs) anymore")
    }
    block = try Scratch(Limit.blockFrames * self.fold.outputs)
  }

  /// The frames of a decoder that may seek, so that its end is not checked. Errors: `outOfMemory`,
  /// `unsupported` (no libsoxr).
  private func openFrames() throws(AhaError) -> FrameReader {
    if let reader { return reader }
    let new = try FrameReader(
      decoder, name: decoder.name, expected: decoder.expectedFrames, fold: fold,
      from: decoder.format.sampleRate, to: sampleRate, start: start, converter: converter)
    reader = new
    return new
  }

  /// The exact length at the file's rate and at the engine's. The position is then at the start.
  /// Errors: the stream's, `cancelled`, and `damaged` for a file without a frame.
  public func measureLength(
    progress: (Int64) -> Bool
  ) throws(AhaError) -> (source: Int64, converted: Int64) {
    let source = try decoder.measureLength(progress: progress)
    guard source > 0 else { throw noFrames(format, name: decoder.name) }
    let converted = convertedLength(of: source, from: format.sampleRate, to: sampleRate)
    length = converted
    try seek(to: 0)
    return (source, converted)
  }

  /// As `read`, interleaved.
  public func read(_ output: Floats, frames: Int) throws(AhaError) -> Int {
    let wanted = length.map { Int(max(0, min(Int64(frames), $0 - position))) } ?? frames
    let got = try openFrames().read(output, frames: wanted)
    let done = length == nil ? got : wanted
    (output + got * channels).prefix((done - got) * channels).clear()
    position += Int64(done)
    return done
  }

  /// Reads `frames` frames, fewer only at the end; 0 at the end.
  /// - Parameter right: For the second channel; a mono sound is not copied to it.
  public func read(left: Floats, right: Floats?, frames: Int) throws(AhaError) -> Int {
    let wanted = length.map { Int(max(0, min(Int64(frames), $0 - position))) } ?? frames
    let second = channels == 2 ? right : nil
    let reader = try openFrames()
    var done = 0
    while done < wanted {
      let size = min(wanted - done, Limit.blockFrames)
      let got = try reader.read(block.samples, frames: size)
      if got == 0 { break }
      separate(
        block.samples, count: got, channels: channels, left: left + done,
        right: second.map { $0 + done })
      done += got
    }
    if length != nil, done < wanted {
      // A source that returns fewer frames than measured is silent from here on.
      left[done..<wanted].clear()
      second?[done..<wanted].clear()
      done = wanted
    }
    position += Int64(done)
    return done
  }

  /// A seek takes no longer than the next read: PCM that is not compressed.
  public var seeksDirectly: Bool { decoder.seeksDirectly }

  /// Moves to a frame at the engine's rate, at most to the end. Reading then returns the same
  /// frames as reading in sequence, within -100 dB if the rate is converted.
  public func seek(to frame: Int64) throws(AhaError) {
    let target = max(frame, 0)
    start = startFrame(for: target)
    try decoder.seek(to: start)
    reader = nil
    position = target
    try skip(target - convertedLength(of: start, from: format.sampleRate, to: sampleRate))
  }

  /// The source frame to start from, so that the resampler is in steady state at `target`: one that
  /// falls exactly on an output frame, and at least a filter length earlier.
  private func startFrame(for target: Int64) -> Int64 {
    let from = format.sampleRate
    if from == sampleRate { return target }
    let wanted = convertedLength(of: target, from: sampleRate, to: from)
    let preroll = Int64(SoundReader.preroll * max(1, (from + sampleRate - 1) / sampleRate))
    let step = Int64(grid(from: from, to: sampleRate))
    return max(0, wanted - preroll) / step * step
  }

  /// More frames, at the lower of the two rates, than the resampler's filter spans.
  private static let preroll = 2000

  private func skip(_ count: Int64) throws(AhaError) {
    if count == 0 { return }
    let reader = try openFrames()
    var left = count
    while left > 0 {
      let got = try reader.read(block.samples, frames: Int(min(left, Int64(Limit.blockFrames))))
      if got == 0 { return }
      left -= Int64(got)
    }
  }
}

func noFrames(_ format: SourceFormat, name: String) -> AhaError {
  AhaError(.damaged, "\(name) is \(format.container.nameText.text), but not one frame is in it")
}
