/// Prints the words that may end a command line: `aha __complete WORD...`, for the completions of
/// bash, zsh and fish. The last word is the one to complete. Each line is a word and, after a tab,
/// its help; ":files" and ":folders" stand for file names. A word that ends with "=", ":" or ","
/// continues.
func printCompletions(_ words: ArraySlice<Bytes>) {
  let completion = Completion(words)
  for candidate in completion.candidates {
    let isFiles = candidate.word.first == 0x3a
    guard isFiles || candidate.word.starts(with: completion.word) else { continue }
    let help = candidate.help.isEmpty ? "" : "\t" + candidate.help
    console.print(shown(candidate.word) + help)
  }
}

struct Candidate {
  var word: Bytes
  var help = ""

  init(_ word: Bytes, help: String = "") { (self.word, self.help) = (word, help) }

  init(_ word: String, help: String = "") { self.init(word.array, help: help) }

  /// A parameter or key: a value follows it, unless it may be left out.
  init(key: Option) { self.init(key.form, help: key.help) }

  static let files = Candidate(":files")
  static let folders = Candidate(":folders")
}

struct Completion {
  /// The word to complete, as far as it is typed.
  let word: Bytes
  /// nil: the word is the command itself, or follows an unknown one.
  private(set) var verb: Verb?
  private(set) var operands: [Bytes] = []
  private var values: [(name: String, value: Bytes)] = []
  /// The option whose value is the word.
  private var open: Option?
  private var isFirst = false
  private var hasEnded = false

  init(_ words: ArraySlice<Bytes>) {
    word = words.last ?? []
    var rest = words.dropLast()
    isFirst = rest.isEmpty
    guard let first = rest.popFirst(), let top = verbs.first(where: { same($0.name, first) })
    else { return }
    let verb = (try? top.part(&rest)) ?? top
    self.verb = verb
    while let next = rest.popFirst() {
      if !hasEnded, same("--", next) {
        hasEnded = true
      } else if !hasEnded, next.first == 0x2d, let option = verb.option(next) {
        if option.value == nil || next.contains(0x3d) { continue }
        let value = rest.popFirst()
        if value == nil { open = option }
        values.append((option.name, value ?? []))
      } else {
        operands.append(next)
      }
    }
  }

  /// The value of an option before the word.
  func value(_ name: String) -> Bytes? { values.last { $0.name == name }?.value }

  /// Not filtered by the word.
  var candidates: [Candidate] {
    let isOption = word.first == 0x2d && !hasEnded
    guard let verb else {
      if !isFirst { return [] }
      return isOption ? [Candidate("--help"), Candidate("--version")] : commands(of: verbs)
    }
    if let open { return values(of: open, startingWith: word) }
    if isOption, let sign = word.firstIndex(of: 0x3d) {
      guard let option = verb.option(word) else { return [] }
      return behind(
        word[...sign], complete: values(of: option, startingWith: Bytes(word[(sign + 1)...])))
    }
    if isOption { return verb.options.map { Candidate($0.name, help: $0.help) } }
    if verb.name == helpVerb.name {
      guard let name = operands.first else { return commands(of: verbs) }
      let parts = verbs.first { same($0.name, name) }?.parts ?? []
      return operands.count > 1 ? [] : commands(of: parts)
    }
    let parts = operands.isEmpty ? commands(of: verb.parts) : []
    let forms = verb.operandForms
    if forms.isEmpty { return parts }
    let isTooMany = verb.operands.map { operands.count >= $0.0.upperBound } ?? false
    if isTooMany { return parts }
    let form = forms[min(operands.count, forms.count - 1)]
    return parts + form.flatMap { values(for: verb.name, form: $0.text, text: word) }
  }

  private func values(of option: Option, startingWith text: Bytes) -> [Candidate] {
    if case .word(let words) = option.kind { return words.map { Candidate($0) } }
    return values(for: option.name, form: option.value ?? "", text: text)
  }
}

func commands(of verbs: [Verb]) -> [Candidate] {
  verbs.map { Candidate($0.word, help: $0.summary) }
}

/// Candidates for the rest of a word.
func behind(_ prefix: ArraySlice<UInt8>, complete candidates: [Candidate]) -> [Candidate] {
  candidates.map {
    $0.word.first == 0x3a ? $0 : Candidate(Bytes(prefix) + $0.word, help: $0.help)
  }
}

extension Verb {
  /// Of a word as "--format", "--format=wav" or "-o"; nil if it is unknown.
  fileprivate func option(_ word: Bytes) -> Option? {
    let name = Bytes(word.prefix { $0 != 0x3d })
    return (options + oneOff).first { same($0.name, name) || same($0.short, name) }
  }

  /// The words for each operand, from the first form: "[COMMAND|DESTINATION...]" has two.
  fileprivate var operandForms: [[Bytes]] {
    var forms: [[Bytes]] = []
    var isValue = false
    for part in (self.forms.first ?? "").utf8.split(separator: 0x20) {
      let isOptional = part.first == 0x5b
      var word = Bytes(isOptional ? part.dropFirst() : part)
      if isValue || word.first == 0x2d || same("|", word) {
        isValue = word.first == 0x2d
        continue
      }
      if isOptional, word.last == 0x5d { word.removeLast() }
      while word.last == 0x2e { word.removeLast() }
      forms.append(word.split(separator: 0x7c).map { Bytes($0) })
    }
    return forms
  }
}
