import AhaBase

extension Tonality {
  /// Parses a name: "F# minor", "Gbm", "D dorian", "8A" (Camelot), "1m" (Open Key), "atonal".
  /// Errors: `invalidArgument`.
  public init(_ text: String) throws(AhaError) {
    let bytes = Array(text.array.prefix(Tonality.longestName + 1))
    let found = bytes.count > Tonality.longestName ? nil : Tonality.parsed(bytes)
    guard let found else {
      let text = String(decoding: bytes, as: UTF8.self).cut
      throw AhaError(.invalidArgument, "\"\(text)\" is not the name of a key")
    }
    self = found
  }

  private static let longestName = 64

  private static func parsed(_ bytes: [UInt8]) -> Tonality? {
    let bytes = plain(bytes)
    let word = lettersOnly(bytes[...]).text
    if word == "unknown" { return .unknown }
    if word == "atonal" || word == "o" { return .atonal }
    if let first = bytes.first, (0x30...0x39).contains(first) { return onWheel(bytes) }
    // "X" is a placeholder that never matches: `first | 0x20` has bit 5 set.
    guard let first = bytes.first,
      let white = ("cXdXefXgXaXb" as StaticString).position(of: first | 0x20)
    else { return nil }
    let accidentals = bytes[1...].prefix(2).prefix { $0 == 0x23 || $0 | 0x20 == 0x62 }
    // "Eblues" is E blues: tries fewer accidentals until the rest is a scale.
    for count in stride(from: accidentals.count, through: 0, by: -1) {
      let shift = accidentals.prefix(count).reduce(0) { $0 + ($1 == UInt8(ascii: "#") ? 1 : -1) }
      if let key = key(white + shift, rest: bytes[(1 + count)...]) { return key }
    }
    return nil
  }

  private static func key(_ root: Int, rest: ArraySlice<UInt8>) -> Tonality? {
    if rest.count == 1, rest.first == UInt8(ascii: "M") { return .major(root) }
    var (root, word) = (root, lettersOnly(rest))
    for (name, shift) in [("sharp" as StaticString, 1), ("flat", -1)] {
      let length = name.utf8CodeUnitCount
      guard name.withUTF8Buffer({ word.starts(with: $0) }) else { continue }
      (root, word) = (root + shift, Array(word.dropFirst(length)))
      break
    }
    let alias = ScaleShape.aliases.first { $0.word.array == word }
    let name = alias.map { lettersOnly($0.name.array[...]) } ?? word
    let shape = ScaleShape.all.first { lettersOnly($0.name.array[...]) == name }
    return shape.map { Tonality($0, root: root) }
  }

  /// Parses a number and a letter of the Camelot or Open Key wheel.
  private static func onWheel(_ bytes: [UInt8]) -> Tonality? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    let number = digits.prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    guard (1...12).contains(number), digits.count <= 2, bytes.count == digits.count + 1,
      let letter = bytes.last
    else { return nil }
    switch letter | 0x20 {
    case UInt8(ascii: "b"): return .major((number + 4) * 7)
    case UInt8(ascii: "a"): return .minor((number + 4) * 7 + 9)
    case UInt8(ascii: "d"): return .major((number - 1) * 7)
    case UInt8(ascii: "m"): return .minor((number - 1) * 7 + 9)
    default: return nil
    }
  }

  /// Trims spaces, and replaces musical accidentals by "#" and "b".
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    for byte in bytes {
      plain.append(byte)
      guard plain.count >= 3, plain[plain.count - 3] == 0xE2, plain[plain.count - 2] == 0x99,
        byte == 0xAD || byte == 0xAF
      else { continue }
      plain.removeLast(3)
      plain.append(UInt8(ascii: byte == 0xAD ? "b" : "#"))
    }
    while plain.last == 0x20 { plain.removeLast() }
    return Array(plain.drop { $0 == 0x20 })
  }

  /// In lower case without spaces and dashes; other bytes are kept, so that they match no name.
  private static func lettersOnly(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var letters: [UInt8] = []
    for byte in bytes where byte != 0x20 && byte != UInt8(ascii: "-") {
      letters.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return letters
  }
}

extension StaticString {
  fileprivate func position(of byte: UInt8) -> Int? {
    for position in 0..<utf8CodeUnitCount where utf8Start[position] == byte { return position }
    return nil
  }
}
