import AhaBase
import AhaCodec

/// The loop in text tags, as game engines write it: LOOPSTART and LOOPLENGTH or LOOPEND, in frames.
struct LoopComment {
  private var start: Int64?
  private var length: Int64?
  private var end: Int64?

  private enum Name: CaseIterable {
    case start, length, end

    var text: StaticString {
      switch self {
      case .start: "LOOPSTART"
      case .length: "LOOPLENGTH"
      case .end: "LOOPEND"
      }
    }

    /// Ignores case, "_" and "-".
    init?(_ name: some Sequence<UInt8>) {
      let plain = name.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
      let name = plain.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
      guard let found = Name.allCases.first(where: { $0.text.array == name }) else { return nil }
      self = found
    }
  }

  static func isName(_ name: some Sequence<UInt8>) -> Bool { Name(name) != nil }

  mutating func read(_ name: some Sequence<UInt8>, text: some Sequence<UInt8>) {
    guard let name = Name(name), let frames = LoopComment.frames(in: Array(text)) else { return }
    switch name {
    case .start: start = frames
    case .length: length = frames
    case .end: end = frames
    }
  }

  private static func frames(in digits: [UInt8]) -> Int64? {
    guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// Without a start there is none; without an end, it ends with the sound.
  var loop: FileLoop? {
    guard let start else { return nil }
    let end = length.map { start + $0 } ?? end ?? .max
    return start < end ? FileLoop(begin: start, end: end) : nil
  }

  /// The tags of a loop.
  static func texts(for loop: Range<Int64>) -> [(name: StaticString, text: String)] {
    [(Name.start.text, "\(loop.lowerBound)"), (Name.length.text, "\(loop.count)")]
  }
}
