/// aha(1): `aha __manual FOLDER <docs/man/aha.1` writes that page, with the lists that the tables
/// of verbs have, and a page of each command. The page's source holds macros and prose, with
/// `*bold*` and `<italic>`, and these lines:
/// - `.\" @synopsis`: the synopsis of all commands.
/// - `.\" @verb NAME`: begins the section of a command. Commands without this line have a section
///   between their neighbours in the table. Without prose, a section has the text of the help.
/// - `.\" @option NAME`, `.\" @key NAME`: the next lines replace the option's line of the help.
/// - `.\" @options`: the options; else they are at the end of the section.
/// - `.\" @keys NAME, ...`: the keys of KEY=VALUE words of these commands, each key once. They are
///   in the section of the command if no other line has its name.
/// - `.\" @verbs`: ends the last section.
struct ManualPage {
  private(set) var text = ""
  private let every: [Verb] = verbs.flatMap { [$0] + $0.parts }
  /// Names in lines of the source.
  private let described: [String]
  private let keyed: [String]
  private var verb: Verb?
  /// The index in the table of the next command without a section.
  private var next = 0
  private var hasProse = false
  /// Replaced lines of the help, by the name of an option or key.
  private var texts: [String: String] = [:]
  private var option: String?
  /// Lines between .EX and .EE are as they stand.
  private var isExample = false
  /// The tag of a paragraph is one line.
  private var isTag = false
  /// The lines of `text`, once it is whole.
  private(set) var lines: [String] = []

  init(source: Bytes) {
    let given = source.split(separator: 0x0a, omittingEmptySubsequences: false).map { $0.text }
    let marks = given.compactMap { Mark($0) }
    described = marks.filter { $0.name == "@verb" }.flatMap { $0.words }
    keyed = marks.filter { $0.name == "@keys" }.flatMap { $0.words }
    for line in given.dropLast() { add(line) }
    lines = text.utf8.split(separator: 0x0a).map { $0.text }
  }

  private struct Mark {
    let name: String
    /// As in "project add, project set".
    let words: [String]

    init?(_ line: String) {
      let parts = line.array.split(separator: 0x20, maxSplits: 2)
      guard line.array.starts(with: ".\\\" @".utf8), parts.count > 1 else { return nil }
      name = parts[1].text
      let rest = parts.count > 2 ? parts[2].split(separator: 0x2c) : []
      words = rest.map { $0.drop { $0 == 0x20 }.text }
    }
  }

  private mutating func add(_ line: String) {
    guard let mark = Mark(line) else { return append(line) }
    option = nil
    switch mark.name {
    case "@synopsis": addSynopses()
    case "@verb": begin(at: every.firstIndex { $0.name == mark.words.first })
    case "@option", "@key": option = mark.words.first
    case "@options": addOptions()
    case "@keys": addKeys(of: mark.words)
    case "@verbs": begin(at: nil)
    default: append(line)
    }
  }

  private mutating func append(_ line: String) {
    if line == ".EX" || line == ".EE" { isExample = line == ".EX" }
    let isRaw = isExample || line.utf8.first == 0x2e
    let lines = isRaw ? line + "\n" : isTag ? marked(line) + "\n" : wrapped(marked(line))
    isTag = line.utf8.starts(with: ".TP".utf8) || line.utf8.starts(with: ".TQ".utf8)
    if let option { return texts[option, default: ""] += lines }
    if let verb { addTitle(of: verb) }
    text += lines
  }

  private func marked(_ line: String) -> String {
    var (rest, result) = (line.array[...], Bytes())
    while let byte = rest.popFirst() {
      let isBold = byte == 0x2a
      guard isBold || byte == 0x3c, let end = rest.firstIndex(of: isBold ? 0x2a : 0x3e) else {
        result.append(byte)
        continue
      }
      let words = rest[..<end]
      let isCommand = isBold && (words.elementsEqual("aha".utf8) || words.begins(with: "aha "))
      let text = isCommand ? program + words.dropFirst(3).text : words.text
      result += ((isBold ? "\\fB" : "\\fI") + escaped(text) + "\\fP").array
      rest = rest[(end + 1)...]
    }
    return result.text
  }

  /// Ends a section, adds those of commands that the source leaves out, and begins the next one.
  private mutating func begin(at index: Int?) {
    addOptions()
    let end = index ?? every.count
    for verb in every[min(next, end)..<end] where !described.contains(verb.name) {
      self.verb = verb
      addOptions()
    }
    next = end + 1
    verb = index.map { every[$0] }
  }

  private mutating func addTitle(of verb: Verb) {
    if !hasProse { text += ".SS " + escaped(program + " " + verb.name) + "\n" }
    hasProse = true
  }

  /// Once for each command. Every command has --verbose and --help, which the page describes once.
  private mutating func addOptions() {
    guard let verb else { return }
    if !hasProse {
      addTitle(of: verb)
      text += wrapped(prose(verb.summary + ". " + verb.details, of: verb))
    }
    if !keyed.contains(verb.name) { addKeys(of: [verb.name]) }
    for option in verb.ownOptions { add(option) }
    (self.verb, hasProse, texts) = (nil, false, [:])
  }

  private mutating func addKeys(of names: [String]) {
    var added: [String] = []
    for key in every.filter({ names.contains($0.name) }).flatMap({ $0.keys })
    where !added.contains(key.name) {
      added.append(key.name)
      add(key)
    }
  }

  private mutating func add(_ option: Option) {
    let isKey = option.name.utf8.first != 0x2d
    let short = option.short.isEmpty ? "" : "\\fB" + escaped(option.short) + "\\fP, "
    let value = option.value.map { (isKey ? "" : " ") + "\\fI" + escaped($0) + "\\fP" } ?? ""
    text += ".TP\n" + short + "\\fB" + escaped(isKey ? option.form : option.name) + "\\fP"
    text += value + "\n" + (texts.removeValue(forKey: option.name) ?? sentence(option.help))
  }

  private func sentence(_ text: String) -> String {
    var letters = text.array
    if let first = letters.first, (0x61...0x7a).contains(first) { letters[0] = first - 0x20 }
    return wrapped(escaped(letters.text) + ".")
  }
}

extension Verb {
  /// Without those of every command.
  fileprivate var ownOptions: [Option] {
    options.filter { $0.name != Option.verbose.name && $0.name != Option.help.name }
  }
}

extension ManualPage {
  /// A line for each form of each command. The first form has the options that no form names.
  private mutating func addSynopses() { text += synopses(of: every) }

  func synopses(of verbs: [Verb]) -> String {
    var (text, first) = ("", "")
    for verb in verbs where verb.parts.isEmpty || verb.operands != nil {
      for (index, form) in verb.forms.enumerated() {
        let options = index == 0 ? optionalWords(of: verb) : []
        let words = form.utf8.split(separator: 0x20).map { $0.text }
        text += first + ".B " + escaped(program + " " + verb.name) + "\n"
        text += wrapped(joined((options + words).map { styled($0) }, by: " "))
        first = ".PP\n"
      }
    }
    return text
  }

  /// As "[--json]" and "[--track TRACK | --bus BUS]".
  private func optionalWords(of verb: Verb) -> [String] {
    let named = verb.synopsis.utf8.split { $0 == 0x20 || $0 == 0x0a || $0 == 0x5b }
    var rest = verb.ownOptions.filter { option in
      !named.contains { same(option.name, Bytes($0)) || same(option.short, Bytes($0)) }
    }
    var words: [String] = []
    while let option = rest.first {
      let group = verb.exclusive.first { $0.contains(option.name) } ?? [option.name]
      let forms = rest.filter { group.contains($0.name) }.map { option in
        (option.short.isEmpty ? option.name : option.short) + (option.value.map { " " + $0 } ?? "")
      }
      rest.removeAll { group.contains($0.name) }
      words.append("[" + joined(forms, by: " | ") + "]" + (option.isRepeated ? "..." : ""))
    }
    return words
  }

  /// Options are bold, words for values italic; brackets, bars and dots are plain.
  private func styled(_ words: String) -> String {
    joined(
      words.utf8.split(separator: 0x20).map { word in
        let front = word.prefix { $0 == 0x5b }
        let body = word.dropFirst(front.count)
        let tail = Bytes(body.reversed().prefix { $0 == 0x5d || $0 == 0x2e })
        let core = body.dropLast(tail.count)
        let font = core.first == 0x2d ? "\\fB" : "\\fI"
        let isPlain = core.isEmpty || core.elementsEqual("|".utf8)
        return front.text + (isPlain ? core.text : font + escaped(core.text) + "\\fP")
          + Bytes(tail.reversed()).text
      }, by: " ")
  }

  /// Options are bold, and the verb's words for values italic.
  private func prose(_ text: String, of verb: Verb) -> String {
    let forms = verb.synopsis + " " + joined(verb.ownOptions.compactMap { $0.value }, by: " ")
    let values = forms.utf8.split { !isAlphanumeric($0) }.filter { $0.allSatisfy(isUppercase) }
    let words = text.utf8.split { $0 == 0x20 || $0 == 0x0a }.map { word in
      let core = word.prefix { isAlphanumeric($0) || $0 == 0x2d }
      let isOption = core.starts(with: "--".utf8)
      guard isOption || values.contains(where: { core.elementsEqual($0) }) else {
        return escaped(word.text)
      }
      return (isOption ? "\\fB" : "\\fI") + escaped(core.text) + "\\fP"
        + escaped(word.dropFirst(core.count).text)
    }
    return joined(words, by: " ")
  }

  private func isUppercase(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }

  private func wrapped(_ text: String) -> String {
    var (lines, column) = ("", 0)
    for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0a }) {
      let isNext = column > 0 && column + word.count >= 78
      // A dot or quote would begin a macro.
      let guarded = (isNext || column == 0) && [0x2e, 0x27].contains(word.first) ? "\\&" : ""
      lines += (column == 0 ? "" : isNext ? "\n" : " ") + guarded + word.text
      column = (isNext ? 0 : column) + word.count + 1
    }
    return column == 0 ? "" : lines + "\n"
  }

  func escaped(_ text: String) -> String {
    var escaped: Bytes = []
    for byte in text.utf8 {
      if byte == 0x2d || byte == 0x5c { escaped.append(0x5c) }
      escaped.append(byte == 0x5c ? 0x65 : byte)
    }
    return escaped.text
  }
}
