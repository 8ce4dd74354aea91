import AhaBase

/// Separates the sound of a stream from the titles between its parts.
///
/// After each `interval` bytes of sound there is one byte with a length in units of 16 bytes, and a
/// text of that length.
/// Source: the protocol of SHOUTcast, as Icecast and its players implement it.
struct IcyReader {
  /// A server announces the interval; a longer one is a lie.
  private static let longestInterval: Int64 = 1 << 24

  /// Bytes of sound; 0: the stream has no titles.
  private let interval: Int
  private var soundLeft: Int
  /// Bytes of the text that have not arrived.
  private var textLeft = 0
  private var text: [UInt8] = []

  /// - Parameter interval: The header `icy-metaint`; nil: none.
  init(interval: String?) {
    let number = interval.flatMap { NumberScanner.number(in: $0.array[...]) } ?? 0
    self.interval = number > IcyReader.longestInterval ? 0 : Int(number)
    soundLeft = self.interval
  }

  /// Moves the sound to the front of the bytes. Returns its count.
  /// - Parameter found: Called with each title.
  mutating func separate(
    _ bytes: UnsafeMutableRawBufferPointer, found: (String) -> Void
  ) -> Int {
    guard interval > 0 else { return bytes.count }
    var (next, stored) = (0, 0)
    while next < bytes.count {
      if textLeft > 0 {
        let count = min(textLeft, bytes.count - next)
        text += bytes[next..<(next + count)]
        next += count
        textLeft -= count
        if textLeft == 0, let title = IcyText.title(in: text) { found(title) }
      } else if soundLeft == 0 {
        textLeft = 16 * Int(bytes[next])
        text = []
        soundLeft = interval
        next += 1
      } else {
        let count = min(soundLeft, bytes.count - next)
        for index in 0..<count { bytes[stored + index] = bytes[next + index] }
        (next, stored, soundLeft) = (next + count, stored + count, soundLeft - count)
      }
    }
    return stored
  }
}

/// Texts of servers of streams, which have no stated encoding.
enum IcyText {
  private static let longest = 1024

  /// The title in "StreamTitle='A - B';StreamUrl='';"; nil without one.
  static func title(in bytes: [UInt8]) -> String? {
    let key = "StreamTitle='".array
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: key) }) else {
      return nil
    }
    let rest = bytes[(start + key.count)...]
    // A title may contain an apostrophe. A server may cut the text before the last one.
    let end = rest.indices.first { rest[$0...].starts(with: "';".array) }
    return text(of: rest[..<(end ?? rest.endIndex)].prefix { $0 != 0 })
  }

  /// UTF-8, else Latin-1; without blanks around it, and up to `longest` bytes.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    let bytes = bytes.drop { $0 <= 0x20 }
    let start = cut(bytes)
    let decoded = start.text
    if decoded.utf8.elementsEqual(start) { return decoded }
    let converted = bytes.prefix(longest).flatMap { byte -> [UInt8] in
      byte < 0x80 ? [byte] : [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
    }
    return cut(converted[...]).text
  }

  /// Up to `longest` bytes of UTF-8, cut at a letter, and without blanks at the end.
  private static func cut(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = bytes.prefix(longest)
    // A letter has up to three bytes after its first one. Latin-1 may have more of these.
    for _ in 0..<3 where start.endIndex < bytes.endIndex && bytes[start.endIndex] & 0xC0 == 0x80 {
      start.removeLast()
    }
    while let last = start.last, last <= 0x20 { start.removeLast() }
    return start
  }
}
