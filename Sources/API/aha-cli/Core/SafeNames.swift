/// Makes file names that are safe on any system, differ in more than case, and stay in a folder.
struct SafeNames {
  private let ending: Bytes
  private var taken: [Bytes] = []

  init(ending: String = "") { self.ending = ending.bytes }

  mutating func reserve(_ name: Bytes) { taken.append(lowercased(name)) }

  /// - Parameter otherwise: Fallback for a name without safe characters.
  mutating func name(_ name: Bytes, otherwise: String) -> Bytes {
    var base = safe(name)
    if base.isEmpty { base = otherwise.bytes }
    if isDevice(base) { base.insert(0x5f, at: 0) }
    var whole = base + ending
    var number = 1
    while taken.contains(lowercased(whole)) {
      number += 1
      whole = base + "-\(number)".bytes + ending
    }
    reserve(whole)
    return whole
  }

  /// Replaces characters with a meaning in paths, shells or other systems; removes dots and dashes
  /// in front, dots and spaces at the end; cuts at about 100 bytes.
  private func safe(_ name: Bytes) -> Bytes {
    var result = ""
    for scalar in name.string.unicodeScalars {
      if result.utf8.count >= 100 { break }
      let isSafe = scalar.value >= 0xa0 || isPlain(UInt8(truncatingIfNeeded: scalar.value))
      result.unicodeScalars.append(isSafe && scalar.value != 0x7f ? scalar : "_")
    }
    var name = Bytes(result.bytes.drop { $0 == 0x2e || $0 == 0x2d || $0 == 0x20 })
    while let last = name.last, last == 0x2e || last == 0x20 { name.removeLast() }
    return name
  }

  /// Whether Windows reserves the name for a device, with any ending.
  /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
  private func isDevice(_ name: Bytes) -> Bool {
    var stem = Bytes(lowercased(name).prefix { $0 != 0x2e })
    while stem.last == 0x20 { stem.removeLast() }
    for device in ["con", "prn", "aux", "nul"] where same(device, stem) { return true }
    guard startsWith(stem[...], "com") || startsWith(stem[...], "lpt") else { return false }
    // Digits 1 to 9, or superscript 1 to 3.
    let number = stem.dropFirst(3)
    if number.count == 1, let digit = number.first { return (0x31...0x39).contains(digit) }
    return ["\u{b9}", "\u{b2}", "\u{b3}"].contains { same($0, Bytes(number)) }
  }

  private func isPlain(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || " +,-.@_()=&#'".bytes.contains(byte)
  }
}
