import AhaBase

/// A decoder folded down to one or two channels, planar, at the engine's rate.
/// Threads: one at a time.
public final class SoundReader {
  public let format: SourceFormat
  public var channels: Int { fold.outputs }
  private let decoder: Decoder
  private let sampleRate: Int
  private let fold: ChannelFold
  private var reader: FoldedReader
  private let block: Scratch
  /// The next frame to give.
  private var position: Int64 = 0
  /// The length at the engine's rate once it is measured; then exactly so much is given.
  private var length: Int64?

  /// Errors: as `Decoder.init`, and `outOfMemory`.
  public convenience init(_ stream: any ByteStream, sampleRate: Int) throws(AhaError) {
    try self.init(try Decoder(stream), sampleRate: sampleRate)
  }

  /// Errors: `outOfMemory`, `unsupported` (no libsoxr).
  public init(_ decoder: Decoder, sampleRate: Int) throws(AhaError) {
    self.decoder = decoder
    format = decoder.format
    self.sampleRate = sampleRate
    fold = ChannelFold(channels: format.channels, positions: decoder.channelPositions)
    reader = try FoldedReader(decoder, fold, from: format.sampleRate, to: sampleRate)
    block = try Scratch(Limit.blockFrames * fold.outputs)
  }

  /// The length as decoded, at the file's rate and at the engine's. Reading goes on from the start.
  /// Errors: the stream's, `cancelled`, and `damaged` when there is not one frame.
  public func measureLength(
    progress: (Int64) -> Bool
  ) throws(AhaError) -> (source: Int64, converted: Int64) {
    let source = try decoder.measureLength(progress: progress)
    guard source > 0 else { throw noFrames(format, decoder.name) }
    let converted = convertedLength(of: source, from: format.sampleRate, to: sampleRate)
    length = converted
    try seek(to: 0)
    return (source, converted)
  }

  /// Reads `frames` frames, fewer only at the end; 0 at the end.
  /// - Parameter right: For the second channel; the only channel is not copied there.
  public func read(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>?, frames: Int
  ) throws(AhaError) -> Int {
    let wanted = length.map { Int(max(0, min(Int64(frames), $0 - position))) } ?? frames
    let second = channels == 2 ? right : nil
    var done = 0
    while done < wanted {
      let size = min(wanted - done, Limit.blockFrames)
      let got = try reader.read(block.samples, frames: size)
      if got == 0 { break }
      separate(
        block.samples, got, channels: channels, left + done, second.map { $0 + done })
      done += got
    }
    if length != nil, done < wanted {
      // A source that gives less than was measured is silent from there on.
      (left + done).update(repeating: 0, count: wanted - done)
      second.map { $0 + done }?.update(repeating: 0, count: wanted - done)
      done = wanted
    }
    position += Int64(done)
    return done
  }

  /// Goes to a frame at the engine's rate; past the end is the end. What is read then equals what
  /// is read in sequence, within -100 dB where the rate is converted.
  public func seek(to frame: Int64) throws(AhaError) {
    let target = max(frame, 0)
    let start = startFrame(for: target)
    try decoder.seek(to: start)
    reader = try FoldedReader(
      decoder, fold, from: format.sampleRate, to: sampleRate, start: start)
    position = target
    try skip(target - convertedLength(of: start, from: format.sampleRate, to: sampleRate))
  }

  /// The source's frame to start from so that the resampler is in its stride at `target`: one that
  /// falls on a whole frame at the engine's rate, a filter's length before it.
  private func startFrame(for target: Int64) -> Int64 {
    let from = format.sampleRate
    if from == sampleRate { return target }
    let wanted = convertedLength(of: target, from: sampleRate, to: from)
    let preroll = Int64(SoundReader.preroll * max(1, (from + sampleRate - 1) / sampleRate))
    let step = Int64(grid(from: from, to: sampleRate))
    return max(0, wanted - preroll) / step * step
  }

  /// Frames at the lower of the two rates that the resampler's filter surely spans.
  private static let preroll = 2000

  private func skip(_ frames: Int64) throws(AhaError) {
    var left = frames
    while left > 0 {
      let got = try reader.read(block.samples, frames: Int(min(left, Int64(Limit.blockFrames))))
      if got == 0 { return }
      left -= Int64(got)
    }
  }
}

func noFrames(_ format: SourceFormat, _ name: String) -> AhaError {
  AhaError(.damaged, "\(name) is \(format.container.nameText.text), but not one frame is in it")
}
