/// One file of `aha bounce --stems`.
struct Stem {
  let name: Bytes
  let target: Target
}

/// Makes names of files and folders that differ in more than case, and lead to nowhere else.
struct SafeNames {
  private let ending: Bytes
  private var taken: [Bytes] = []

  init(ending: String = "") { self.ending = ending.bytes }

  /// Keeps a name from being used.
  mutating func reserve(_ name: Bytes) { taken.append(lowercased(name)) }

  mutating func name(for target: Target, _ name: Bytes) -> Bytes {
    self.name(name, otherwise: target.kind.word + "-\(target.id)")
  }

  /// - Parameter otherwise: For a name of which nothing is left.
  mutating func name(_ name: Bytes, otherwise: String) -> Bytes {
    var base = safe(name)
    if base.isEmpty { base = otherwise.bytes }
    if isDevice(base) { base.insert(0x5f, at: 0) }
    var whole = base + ending
    var number = 1
    while taken.contains(lowercased(whole)) {
      number += 1
      whole = base + Bytes("-\(number)".utf8) + ending
    }
    reserve(whole)
    return whole
  }

  /// Without what a path, a shell or another system would take for more than a letter, without a
  /// dot or dash in front, without dots and spaces at its end, and not too long.
  private func safe(_ name: Bytes) -> Bytes {
    var result = ""
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      if result.utf8.count >= 100 { break }
      let isSafe = scalar.value >= 0xa0 || isPlain(UInt8(truncatingIfNeeded: scalar.value))
      result.unicodeScalars.append(isSafe && scalar.value != 0x7f ? scalar : "_")
    }
    var name = Bytes(result.bytes.drop { $0 == 0x2e || $0 == 0x2d || $0 == 0x20 })
    while let last = name.last, last == 0x2e || last == 0x20 { name.removeLast() }
    return name
  }

  /// What Windows takes for a device, with any ending.
  /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
  private func isDevice(_ name: Bytes) -> Bool {
    var stem = Bytes(lowercased(name).prefix { $0 != 0x2e })
    while stem.last == 0x20 { stem.removeLast() }
    for device in ["con", "prn", "aux", "nul"] where same(device, stem) { return true }
    guard startsWith(stem[...], "com") || startsWith(stem[...], "lpt") else { return false }
    // A digit but 0, or one that is superscript.
    let number = stem.dropFirst(3)
    if number.count == 1, let digit = number.first { return (0x31...0x39).contains(digit) }
    return ["\u{b9}", "\u{b2}", "\u{b3}"].contains { same($0, Bytes(number)) }
  }

  private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: " +,-.@_()=&#'".bytes.contains(byte)
    }
  }
}
