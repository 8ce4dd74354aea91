/// Makes file names that are safe on any system, differ in more than case, and stay in a folder.
struct SafeNames {
  private let ending: Bytes
  private var taken: [Bytes] = []

  init(ending: String = "") { self.ending = ending.array }

  mutating func reserve(_ name: Bytes) { taken.append(name.lowered) }

  /// - Parameter otherwise: Fallback for a name without safe characters.
  mutating func name(_ name: Bytes, otherwise: String) -> Bytes {
    let own = ending.isEmpty ? SafeNames.ending(of: name) : []
    let safe = safe(Bytes(name.dropLast(own.count)))
    let base = (isDevice(safe) ? [0x5f] : []) + (safe.isEmpty ? otherwise.array : safe)
    var (whole, number) = (base + own + ending, 1)
    while taken.contains(whole.lowered) {
      number += 1
      whole = base + "-\(number)".array + own + ending
    }
    reserve(whole)
    return whole
  }

  /// The ending with its dot; empty unless it is 1 to 12 letters and digits.
  private static func ending(of name: Bytes) -> Bytes {
    guard let dot = name.lastIndex(of: 0x2e), dot > 0 else { return [] }
    let letters = name[(dot + 1)...]
    let isEnding = (1...12).contains(letters.count) && letters.allSatisfy { isAlphanumeric($0) }
    return isEnding ? Bytes(name[dot...]) : []
  }

  /// Replaces characters with a meaning in paths, shells or other systems; removes dots and dashes
  /// in front, dots and spaces at the end; cuts at about 100 bytes.
  private func safe(_ name: Bytes) -> Bytes {
    var result = ""
    for scalar in name.text.unicodeScalars {
      if result.utf8.count >= 100 { break }
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      let isPlain = isAlphanumeric(byte) || " +,-.@_()=&#'".array.contains(byte)
      let isSafe = scalar.value >= 0xa0 || scalar.isASCII && isPlain
      result.unicodeScalars.append(isSafe ? scalar : "_")
    }
    var name = Bytes(result.array.drop { $0 == 0x2e || $0 == 0x2d || $0 == 0x20 })
    while let last = name.last, last == 0x2e || last == 0x20 { name.removeLast() }
    return name
  }

  /// Whether Windows reserves the name for a device, with any ending.
  /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
  private func isDevice(_ name: Bytes) -> Bool {
    var stem = Bytes(name.lowered.prefix { $0 != 0x2e })
    while stem.last == 0x20 { stem.removeLast() }
    if ["con", "prn", "aux", "nul"].contains(where: { same($0, stem) }) { return true }
    guard stem.begins(with: "com") || stem.begins(with: "lpt") else { return false }
    let numbers = "123456789\u{b9}\u{b2}\u{b3}".map { String($0) }
    return numbers.contains { same($0, Bytes(stem.dropFirst(3))) }
  }
}
