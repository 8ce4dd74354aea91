/// A loop that a file states, in frames of the file.
public struct FileLoop: Equatable, Sendable {
  public static let forever = UInt32.max

  public var begin: Int64
  /// The frame after the last one; `Int64.max`: the end of the sound.
  public var end: Int64
  /// Count of jumps back; `forever`, or a number.
  public var count: UInt32
  public var isPingPong: Bool

  public init(
    begin: Int64, end: Int64 = .max, count: UInt32 = FileLoop.forever, isPingPong: Bool = false
  ) {
    (self.begin, self.end, self.count, self.isPingPong) = (begin, end, count, isPingPong)
  }
}
