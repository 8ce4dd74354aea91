/// Lines for people: error lines, lines of the log and of reports.
extension String {
  /// The text on one line and without secrets, for a line in which foreign texts stand.
  ///
  /// Control and bidirectional characters become escapes. A URL loses its user, password, query and
  /// fragment, wherever in the text it stands.
  /// Invariant: a shown line, shown again, stays as it is.
  @inline(never)
  public var shownLine: String { hidingSecrets.escapingControls }

  /// The text without the user, password, query and fragment of each URL in it.
  @inline(never)
  public var hidingSecrets: String {
    let bytes = array
    return bytes.contains { $0 == 0x3A || $0 == 0x40 } ? bytes.withoutURLSecrets.text : self
  }

  /// Control and bidirectional characters as escapes: `\x1B`, `\u202E`.
  @inline(never)
  public var escapingControls: String { array.escapingControls.text }
}

extension [UInt8] {
  @inline(never)
  fileprivate var escapingControls: [UInt8] {
    if allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var (line, next): ([UInt8], Int) = ([], 0)
    while next < count {
      let length = controlLength(at: next)
      if length == 1 {
        line += "\\x".array + hex(UInt32(self[next]), digits: 2)
      } else if length > 1 {
        line += "\\u".array + hex(scalar(at: next, length: length), digits: 4)
      } else {
        line.append(self[next])
      }
      next += Swift.max(1, length)
    }
    return line
  }

  /// Bytes of the control or bidirectional character at an index; 0 for another character.
  /// Source: Unicode 15, chapter 23.1 (C0, C1), 23.2 (U+2028, U+2029, bidirectional controls).
  private func controlLength(at index: Int) -> Int {
    let byte = self[index]
    if byte < 0x20 || byte == 0x7F { return 1 }
    guard byte == 0xC2 || byte == 0xD8 || byte == 0xE2, index + 1 < count else { return 0 }
    let second = self[index + 1]
    if byte == 0xC2 { return (0x80...0x9F).contains(second) ? 2 : 0 }
    if byte == 0xD8 { return second == 0x9C ? 2 : 0 }
    guard index + 2 < count else { return 0 }
    switch (second, self[index + 2]) {
    case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xAF): return 3
    default: return 0
    }
  }

  /// The code point of a sequence of two or three bytes.
  private func scalar(at index: Int, length: Int) -> UInt32 {
    var value = UInt32(self[index]) & (length == 2 ? 0x1F : 0x0F)
    for byte in self[(index + 1)..<(index + length)] { value = value << 6 | UInt32(byte) & 0x3F }
    return value
  }
}

private func hex(_ value: UInt32, digits: Int) -> [UInt8] {
  (0..<digits).reversed().map { "0123456789ABCDEF".array[Int(value >> (4 * UInt32($0)) & 15)] }
}

extension [UInt8] {
  /// The line without the user, password, query and fragment of each URL in it.
  fileprivate var withoutURLSecrets: [UInt8] {
    var (line, next): ([UInt8], Int) = ([], 0)
    while next < count {
      guard let start = authority(after: next) else { return line + self[next...] }
      line += self[next..<start]
      next = afterUser(from: start, line: &line)
      let word = self[next...].prefix { !$0.endsURL }
      let shown = word.prefix { $0 != 0x3F && $0 != 0x23 }
      line += shown
      next = shown.endIndex + word[shown.endIndex...].secretLength
    }
    return line
  }

  /// The index after the next "scheme://", after "http:" or "https:" without slashes, which
  /// libraries accept too, or after "//" with a user behind it; nil without one.
  private func authority(after index: Int) -> Int? {
    for next in index..<count {
      if self[next] == 0x2F, hasUser(at: next) { return next + 2 }
      guard self[next] == 0x3A else { continue }
      let length = self[index..<next].reversed().prefix { $0.isSchemeByte }.count
      if length == 0 { continue }
      let rest = self[(next + 1)...]
      if rest.starts(with: [0x2F, 0x2F]) { return next + 3 }
      let scheme = self[(next - length)..<next].lowered
      let isWeb = scheme == "http".array || scheme == "https".array
      if isWeb, let first = rest.first, !first.endsURL { return next + 1 }
    }
    return nil
  }

  /// Whether a URL without a scheme begins here, with a user. A path may begin with "//" too.
  private func hasUser(at start: Int) -> Bool {
    guard self[start...].starts(with: [0x2F, 0x2F]), start == 0 || !self[start - 1].isInPath else {
      return false
    }
    let word = self[(start + 2)...].prefix { !$0.endsURL }
    let authority = word.authority
    return authority.contains(0x40) || authority.contains(0x3A) && word.contains(0x40)
  }

  /// Appends a mark in place of a user and password. Returns the index behind them.
  ///
  /// Everything up to the last "@" of the word may belong to a password. If the word has none, a
  /// port that is no number, or a user without a host behind it, is a part of one with a blank.
  private func afterUser(from start: Int, line: inout [UInt8]) -> Int {
    let word = self[start...].prefix { !$0.endsURL }
    if word.first == 0x2F && !word.contains(0x3A) { return start }
    if let last = word.lastIndex(of: 0x40) {
      line += "...@".array
      return last + 1
    }
    let authority = word.authority
    let colon = authority.colonBeforeNoPort
    if let at = lateUserEnd(word.endIndex, isOpen: colon != nil, isWhole: word == authority) {
      line += "...@".array
      return at
    }
    guard let colon else { return start }
    line += authority[...colon] + "...".array
    return authority.endIndex
  }

  /// The index after an "@" behind a blank, if a user and password seem to stand before it.
  private func lateUserEnd(_ end: Int, isOpen: Bool, isWhole: Bool) -> Int? {
    guard isOpen || isWhole, end < count, self[end] == 0x20 else { return nil }
    let rest = self[end...].prefix { $0 != 0x22 }
    guard let at = rest.firstIndex(of: 0x40) else { return nil }
    let between = rest[..<at]
    let colon = between.firstIndex(of: 0x3A).flatMap { $0 + 1 < at ? between[$0 + 1] : nil }
    return isOpen || colon.map { $0 > 0x20 } == true ? at + 1 : nil
  }
}

extension ArraySlice<UInt8> {
  /// Bytes of a query or fragment; 0 for a question mark or punctuation that ends a sentence.
  fileprivate var secretLength: Int {
    contains { !".,:;?!)#".utf8.contains($0) } ? count : 0
  }
}

extension UInt8 {
  /// A blank, a control character, a quotation mark or an angle bracket.
  fileprivate var endsURL: Bool { self <= 0x20 || self == 0x22 || self == 0x3C || self == 0x3E }

  /// A letter, a digit, or a character that can stand before "//" in a path or a URL.
  fileprivate var isInPath: Bool {
    isSchemeByte || self == 0x2F || self == 0x3A || self == 0x7E || self > 0x7F
  }
}
