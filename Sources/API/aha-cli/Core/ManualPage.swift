/// aha(1): `aha __manual <docs/man/aha.1` prints that page, with the lists that the tables of verbs
/// have. The page's source holds prose, and these lines:
/// - `.\" @synopsis`: the synopsis of all commands.
/// - `.\" @verb NAME`: begins the section of a command.
/// - `.\" @option NAME`, `.\" @key NAME`: the next lines replace the option's line of the help.
/// - `.\" @options`: the options; else they are at the end of the section.
/// - `.\" @keys NAME`: the keys of a command's KEY=VALUE words.
/// - `.\" @verbs`: the sections of commands that have no prose.
struct ManualPage {
  private(set) var text = ""
  private var verb: Verb?
  private var described: [String] = []
  private var texts: [String: String] = [:]
  private var option: String?

  init(source: Bytes) {
    for line in source.split(separator: 0x0a) { add(line.string) }
  }

  private mutating func add(_ line: String) {
    let words = line.bytes.split(separator: 0x20).map { $0.string }
    if words.first != ".\\\"" || words.count < 2 || words[1].utf8.first != 0x40 {
      return append(line)
    }
    let name = joined(Array(words.dropFirst(2)), " ")
    option = nil
    switch words[1] {
    case "@synopsis":
      for (index, verb) in every().enumerated() {
        text += index == 0 ? "" : ".PP\n"
        addSynopsis(verb)
      }
    case "@verb": begin(every().first { $0.name == name })
    case "@option", "@key": option = name
    case "@options": addOptions()
    case "@keys": every().first { $0.name == name }?.keys.forEach { add($0) }
    case "@verbs":
      begin(nil)
      for verb in every() where !described.contains(verb.name) { begin(verb, isWhole: true) }
      begin(nil)
    default: append(line)
    }
  }

  private mutating func append(_ line: String) {
    guard let option else {
      text += line + "\n"
      return
    }
    texts[option, default: ""] += line + "\n"
  }

  private func every() -> [Verb] { verbs.flatMap { [$0] + $0.parts } }

  private mutating func addSynopsis(_ verb: Verb) {
    let operands = verb.synopsis.utf8.split(separator: 0x20).map { word in
      (word.first == 0x2d ? "\\fB" : "\\fI") + escaped(word.string) + "\\fP"
    }
    text += ".B \(program) " + escaped(verb.name) + "\n[\\fIOPTION\\fP...]\n"
    text += wrapped(joined(operands, " "))
  }

  private mutating func begin(_ next: Verb?, isWhole: Bool = false) {
    addOptions()
    (verb, texts) = (next, [:])
    guard let next else { return }
    described.append(next.name)
    text += ".SS \(program) " + escaped(next.name) + "\n"
    if isWhole { text += sentence(next.summary) }
  }

  /// Once for each command. Every command has --verbose and --help, which the page describes once.
  private mutating func addOptions() {
    guard let verb else { return }
    for option in verb.options where option.name != "--verbose" && option.name != "--help" {
      add(option)
    }
    self.verb = nil
  }

  private mutating func add(_ option: Option) {
    let isKey = option.name.utf8.first != 0x2d
    let short = option.short.isEmpty ? "" : "\\fB" + escaped(option.short) + "\\fP, "
    let value = option.value.map { (isKey ? "" : " ") + "\\fI" + escaped($0) + "\\fP" } ?? ""
    text += ".TP\n" + short + "\\fB" + escaped(isKey ? option.form : option.name) + "\\fP"
    text += value + "\n" + (texts.removeValue(forKey: option.name) ?? sentence(option.help))
  }

  private func sentence(_ text: String) -> String {
    var letters = text.bytes
    if let first = letters.first, (0x61...0x7a).contains(first) { letters[0] = first - 0x20 }
    return wrapped(escaped(letters.string) + ".")
  }

  private func wrapped(_ text: String) -> String {
    var (lines, column) = ("", 0)
    for word in text.utf8.split(separator: 0x20) {
      let isNext = column > 0 && column + word.count >= 78
      lines += (column == 0 ? "" : isNext ? "\n" : " ") + word.string
      column = (isNext ? 0 : column) + word.count + 1
    }
    return column == 0 ? "" : lines + "\n"
  }

  private func escaped(_ text: String) -> String {
    var escaped: Bytes = []
    for byte in text.utf8 {
      if byte == 0x2d || byte == 0x5c { escaped.append(0x5c) }
      escaped.append(byte == 0x5c ? 0x65 : byte)
    }
    return escaped.string
  }
}

func printManualPage() {
  var (size, error) = (0, Int32(0))
  guard let bytes = cli_standard_input(&size, &error) else { return }
  let source = UnsafeRawBufferPointer(start: bytes, count: size)
  for line in ManualPage(source: Bytes(source)).text.utf8.split(separator: 0x0a) {
    console.print(line.string)
  }
}
