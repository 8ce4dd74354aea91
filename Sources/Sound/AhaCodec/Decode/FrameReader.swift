import AhaBase

/// Reads a sound once, from start to end, at its own rate: downmixed to one or two channels,
/// interleaved.
/// Threads: one at a time.
public final class FrameReader {
  /// The name in error lines.
  public let name: String
  public let sampleRate: Int
  /// 1 or 2.
  public var channels: Int { reader.channels }
  /// Length by the header; 0 if unknown.
  public let expectedFrames: Int64
  private let reader: FoldedReader
  /// Nil for frames in memory.
  private let decoder: Decoder?
  private var isAtEnd = false

  /// Errors: as `Decoder.init`.
  public init(_ stream: any ByteStream) throws(AhaError) {
    let decoder = try Decoder(stream)
    try decoder.startChecksum()
    self.decoder = decoder
    let format = decoder.format
    (name, sampleRate, expectedFrames) = (stream.name, format.sampleRate, decoder.expectedFrames)
    let fold = ChannelFold(channels: format.channels, positions: decoder.channelPositions)
    reader = try FoldedReader(decoder, fold: fold, from: sampleRate, to: sampleRate)
  }

  /// - Parameter interleaved: `frames` times `channels` samples, borrowed until reading ends. NaN,
  ///   infinity and values beyond 2^30 become 0.
  public init(
    interleaved: UnsafePointer<Float>, frames: Int, channels: Int, sampleRate: Int
  ) throws(AhaError) {
    (name, self.sampleRate, expectedFrames) = ("the frames", sampleRate, Int64(frames))
    decoder = nil
    let source = MemorySource(interleaved, frames: frames, channels: channels)
    let fold = ChannelFold(channels: channels, positions: nil)
    reader = try FoldedReader(source, fold: fold, from: sampleRate, to: sampleRate)
  }

  /// Reads `frames` frames, fewer only at the end; 0 at the end.
  /// Errors: the stream's, `damaged` (in its middle), `limit`.
  public func read(
    _ output: UnsafeMutablePointer<Float>, frames: Int
  ) throws(AhaError) -> Int {
    if isAtEnd { return 0 }
    let got = try reader.read(output, frames: frames)
    if got == 0, frames > 0 {
      isAtEnd = true
      try decoder?.requireWhole()
    }
    return got
  }
}
