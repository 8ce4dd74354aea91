import AhaBase

/// Decodes a whole sound: planar, at the engine's rate.
/// - Parameters:
///   - maximumFrames: At the engine's rate; a longer sound is `limit`.
///   - progress: Receives the decoded frames and the total by the header (0: unknown). Returning
///     false cancels.
/// Errors: as `SoundReader`, `damaged` (in its middle), `limit`, `outOfMemory`, `cancelled`.
public func decodeAll(
  _ stream: any ByteStream, sampleRate: Int, maximumFrames: Int64,
  progress: (_ framesDone: Int64, _ framesTotal: Int64) -> Bool
) throws(AhaError) -> (buffer: SampleBuffer, format: SourceFormat, sourceFrames: Int64) {
  try decodeAll(
    try Decoder(stream), sampleRate: sampleRate, maximumFrames: maximumFrames, progress: progress)
}

/// Decodes a whole sound with a decoder that has read only the header.
/// - Parameter fold: Nil: to one or two channels.
public func decodeAll(
  _ decoder: Decoder, sampleRate: Int, maximumFrames: Int64, fold: ChannelFold? = nil,
  progress: (_ framesDone: Int64, _ framesTotal: Int64) -> Bool
) throws(AhaError) -> (buffer: SampleBuffer, format: SourceFormat, sourceFrames: Int64) {
  let format = decoder.format
  let reader = try FrameReader(decoder, to: sampleRate, fold: fold)
  let total = convertedLength(
    of: decoder.expectedFrames, from: format.sampleRate, to: sampleRate)
  // Opus at 6 kbit/s, its lowest bit rate, stores 64 frames in a byte: more is not plausible.
  let likely = decoder.expectedFrames / 64 <= format.bytes
  let collector = try Collector(channels: reader.channels, expected: total, isLikely: likely)
  while try collector.addBlock(from: reader) {
    if collector.frames > maximumFrames {
      throw AhaError(.limit, "\(decoder.name) is longer than \(maximumFrames) frames")
    }
    guard progress(collector.frames, total) else {
      throw AhaError(.cancelled, "\(decoder.name): loading was cancelled")
    }
  }
  if collector.frames == 0 { throw noFrames(format, name: decoder.name) }
  return (try collector.finish(), format, reader.sourceFrames)
}

/// Downmixes and converts frames in memory as `decodeAll` does those of a file.
/// - Parameters:
///   - interleaved: `frames` times `channels` samples. NaN, infinity and values beyond 2^30
///     become 0.
///   - fold: Nil: to one or two channels.
/// Errors: `outOfMemory`.
public func convert(
  interleaved: Floats, frames: Int, channels: Int, from: Int, to: Int, fold: ChannelFold? = nil
) throws(AhaError) -> SampleBuffer {
  let reader = try FrameReader(
    interleaved: interleaved, frames: frames, channels: channels, sampleRate: from, to: to,
    fold: fold)
  let expected = convertedLength(of: Int64(frames), from: from, to: to)
  let collector = try Collector(channels: reader.channels, expected: expected, isLikely: true)
  while try collector.addBlock(from: reader) {}
  return try collector.finish()
}

/// Gathers interleaved blocks in a planar buffer that grows as they come.
private final class Collector {
  private(set) var frames: Int64 = 0
  private let buffer: SampleBuffer
  private let block: Scratch
  private let expected: Int64

  /// - Parameter expected: Frame count from the header; allocated at once only if it is likely.
  init(channels: Int, expected: Int64, isLikely: Bool) throws(AhaError) {
    self.expected = expected
    let start = isLikely ? max(expected, 1) : min(max(expected, 1), Collector.firstFrames)
    buffer = try SampleBuffer(channels: channels, frames: Int(start), isTouched: false)
    block = try Scratch(Limit.blockFrames * channels)
  }

  private static let firstFrames: Int64 = 1 << 20

  /// Returns false at the end.
  func addBlock(from reader: FrameReader) throws(AhaError) -> Bool {
    let got = try reader.read(block.samples, frames: Limit.blockFrames)
    if got == 0 { return false }
    try reserve(Int(frames) + got)
    separate(block.samples, count: got, to: buffer, at: Int(frames))
    frames += Int64(got)
    return true
  }

  /// Grows to the expected length if that is less than four times as long; else doubles.
  private func reserve(_ needed: Int) throws(AhaError) {
    guard needed > buffer.frames else { return }
    let near = expected >= Int64(needed) && expected / 4 <= Int64(needed)
    try buffer.resize(frames: near ? Int(expected) : max(needed, buffer.frames * 2))
  }

  func finish() throws(AhaError) -> SampleBuffer {
    if buffer.frames != Int(frames) { try buffer.resize(frames: Int(frames)) }
    return buffer
  }
}
