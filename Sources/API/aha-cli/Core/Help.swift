/// The width of the help: that of the terminal from 40 to 80 columns, else 80.
private var helpColumns: Int { isatty(1) == 0 ? 80 : max(40, min(80, Int(cli_columns(1)))) }

func generalHelp() -> String {
  let lines = verbs.flatMap { row($0.name, text: $0.summary, column: 18) }
  return joined(
    ["usage: \(program) COMMAND [ARGUMENT...]", "", "Commands:"] + lines + [""]
      + reflowed(
        """
        \(program) help COMMAND tells more, and \(program) --version the version. The manual
        page is \(program)(1).
        A time is in seconds, or has a unit, as in 250ms.
        JSON goes to standard output, and with --json alone.
        """), by: "\n")
}

func help(for verb: Verb) -> String {
  let name = "\(program) " + verb.name + " "
  let first = name + joined(["[OPTION...]"] + verb.forms.prefix(1).filter { !$0.isEmpty }, by: " ")
  let forms = [first] + verb.forms.dropFirst().map { name + $0 }
  let usage = forms.enumerated().flatMap { index, form in
    wrapped(form, first: index == 0 ? "usage: " : "       ", rest: "         ")
  }
  let parts = verb.parts.flatMap { row($0.word, text: $0.summary, column: 14) }
  let commands = "COMMAND is one of these; \(program) help " + verb.name + " COMMAND tells more:"
  let keys = verb.keys.flatMap { row($0.form + ($0.value ?? ""), text: $0.help, column: 22) }
  let paragraphs = [
    usage, wrapped(verb.summary + "."), parts.isEmpty ? [] : wrapped(commands) + parts,
    verb.details.isEmpty ? [] : reflowed(verb.details), keys.isEmpty ? [] : ["Keys:"] + keys,
    ["Options:"] + verb.options.flatMap { row(of: $0) },
    verb.oneOff.isEmpty
      ? []
      : wrapped("Options of a destination without a name: \(program) help destinations add"),
  ]
  return joined(paragraphs.filter { !$0.isEmpty }.map { joined($0, by: "\n") }, by: "\n\n")
}

private func row(of option: Option) -> [String] {
  let short = option.short.isEmpty ? "    " : option.short + ", "
  return row(
    short + option.name + (option.value.map { " " + $0 } ?? ""), text: option.help, column: 25)
}

/// A word and its explanation from a column on; below the word if the lines are short.
private func row(_ word: String, text: String, column: Int) -> [String] {
  let isNarrow = helpColumns - column < 40
  let indent = String(repeating: " ", count: isNarrow ? 6 : column)
  if isNarrow { return wrapped(word, first: "  ", rest: indent) + wrapped(text, first: indent) }
  let head = "  " + padded(word, to: column - 3) + " "
  return wrapped(text, first: head, rest: indent)
}

/// Lines of text as they are wrapped for 80 columns; at fewer, they are wrapped again.
private func reflowed(_ text: String) -> [String] {
  let lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map { $0.text }
  if helpColumns == 80 { return lines.flatMap { $0.utf8.count > 80 ? wrapped($0) : [$0] } }
  return wrapped(joined(lines, by: " "))
}

/// Breaks a text at blanks. A longer word has a line of its own.
private func wrapped(_ text: String, first: String = "", rest: String? = nil) -> [String] {
  var (lines, line, isEmpty) = ([String](), first, true)
  for word in text.utf8.split(separator: 0x20).map({ $0.text }) {
    if !isEmpty, line.utf8.count + 1 + word.utf8.count > helpColumns {
      lines.append(line)
      (line, isEmpty) = (rest ?? first, true)
    }
    line += isEmpty ? word : " " + word
    isEmpty = false
  }
  return lines + [line]
}

/// The end of a message that suggests the first known word within one edit (insertion, deletion,
/// substitution or transposition); "" if no word is near.
func didYouMean(_ word: Bytes, among words: [String]) -> String {
  let near = words.first { !$0.isEmpty && isOneLetterOff(word, $0.array) }
  return near.map { "; did you mean " + $0 + "?" } ?? ""
}

private func isOneLetterOff(_ left: Bytes, _ right: Bytes) -> Bool {
  let start = zip(left, right).prefix { $0 == $1 }.count
  let (leftRest, rightRest) = (left[start...], right[start...])
  if leftRest.isEmpty && rightRest.isEmpty { return false }
  let isSwapped =
    leftRest.count >= 2 && rightRest.count >= 2 && leftRest[start] == rightRest[start + 1]
    && leftRest[start + 1] == rightRest[start] && leftRest.dropFirst(2) == rightRest.dropFirst(2)
  return isSwapped || leftRest.dropFirst() == rightRest.dropFirst()
    || leftRest.dropFirst() == rightRest || leftRest == rightRest.dropFirst()
}
