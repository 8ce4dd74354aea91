extension ProjectFile {
  /// What a person calls by its name or number.
  func find(_ word: Bytes, among kinds: [Target.Kind]) throws(Failure) -> Target {
    if let numbered = numbered(word) {
      if !kinds.contains(numbered.kind) { throw misplaced(word, kinds) }
      guard all(numbered.kind).contains(numbered) else { throw missing(word, nil) }
      return numbered
    }
    var found: [Target] = []
    var names: [String] = []
    for target in kinds.flatMap({ all($0) }) {
      let name = try name(of: target)
      if name == word, !name.isEmpty { found.append(target) }
      names.append(shown(name))
    }
    if found.count > 1 { throw ambiguous(word, found) }
    guard let target = found.first else { throw missing(word, suggestion(for: word, among: names)) }
    return target
  }

  /// True when there is a track, bus, effect or marker of this name or number.
  func has(_ word: Bytes) throws(Failure) -> Bool {
    if numbered(word) != nil { return true }
    for target in Target.Kind.all.flatMap({ all($0) }) {
      if try name(of: target) == word { return true }
    }
    return false
  }

  /// "track:3" and its like.
  private func numbered(_ word: Bytes) -> Target? {
    guard let colon = word.firstIndex(of: 0x3a) else { return nil }
    let digits = word[(colon + 1)...]
    guard let kind = Target.Kind.all.first(where: { same($0.word, Bytes(word[..<colon])) }),
      !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let id = UInt64(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return Target(kind: kind, id: id)
  }

  private func missing(_ word: Bytes, _ near: String?) -> Failure {
    var message = shown(path) + ": nothing is called \"" + shown(word) + "\""
    if let near { message += "; did you mean " + near + "?" }
    return .usage(message, hint: "aha project show tells what there is")
  }

  private func misplaced(_ word: Bytes, _ kinds: [Target.Kind]) -> Failure {
    .usage("\"" + shown(word) + "\" is no " + joined(kinds.map { $0.word }, " or "))
  }

  private func ambiguous(_ word: Bytes, _ found: [Target]) -> Failure {
    .usage(
      shown(path) + ": \"" + shown(word) + "\" may be " + joined(found.map { $0.label }, " or "))
  }
}
