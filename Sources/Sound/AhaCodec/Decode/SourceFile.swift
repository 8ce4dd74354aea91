/// An open file of a library that decodes.
/// Threads: one at a time.
protocol SourceFile: AnyObject {
  var info: SourceInfo { get }

  /// Reads interleaved frames; fewer only at the end or at damage.
  func read(_ target: UnsafeMutablePointer<Float>, frames: Int) -> Int

  /// Moves to a frame; returns the new position, or -1.
  func seek(to frame: Int64) -> Int64

  /// The position of each channel; nil if the file does not specify them.
  func channelMap() -> [ChannelPosition]?
}

/// A library's description of a file, in libaha's types.
struct SourceInfo {
  let container: Container
  let encoding: Encoding
  let bits: Int
  let sampleRate: Int
  let channels: Int
  /// The limit of reading; 0 if unknown.
  let frames: Int64
  /// By the header.
  let claimedFrames: Int64
  let seeking: Seeking
}
