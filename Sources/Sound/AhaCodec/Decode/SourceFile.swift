import AhaBase

/// An open file of a library that decodes.
/// Threads: one at a time.
protocol SourceFile: AnyObject {
  var info: SourceInfo { get }

  /// Reads interleaved frames; fewer only at the end or at damage.
  func read(_ target: Floats, frames: Int) -> Int

  /// Moves to a frame; returns the new position, or -1.
  func seek(to frame: Int64) -> Int64

  /// The position of each channel; nil if the file does not specify them.
  func channelMap() -> [ChannelPosition]?

  /// Known damage at the position, where reading has ended.
  var damage: SourceDamage? { get }

  /// Whether reading has met an error, after which only a new handle can seek.
  var isBroken: Bool { get }

  /// Compares the frames with the file's own checksum while they are read. For a file that is read
  /// from its start to its end.
  /// Errors: `outOfMemory`.
  func startChecksum() throws(AhaError)
}

extension SourceFile {
  var damage: SourceDamage? { nil }
  var isBroken: Bool { false }
  func startChecksum() throws(AhaError) {}
}

enum SourceDamage {
  /// The next frames are damaged or missing.
  case frames
  /// All frames can be read, but some differ from the encoded ones.
  case checksum
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
  /// The library's number of the first frame.
  var firstFrame: Int64 = 0

  var readableFrames: Int64 { frames == 0 ? .max : frames }
}
