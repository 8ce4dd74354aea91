func generalHelp() -> String {
  var text = "usage: \(program) COMMAND [ARGUMENT...]\n\nCommands:\n"
  for verb in verbs { text += "  " + padded(verb.name, to: 16) + verb.summary + "\n" }
  return text + """

    \(program) help COMMAND tells more, and \(program) --version the version. The manual page is \
    \(program)(1).
    JSON goes to standard output, and with --json alone.
    """
}

func help(for verb: Verb) -> String {
  let name = "\(program) " + verb.name + " "
  let first =
    "usage: " + name
    + joined(["[OPTION...]"] + verb.forms.prefix(1).filter { !$0.isEmpty }, by: " ")
  let others = verb.forms.dropFirst().map { "       " + name + $0 }
  let parts = verb.parts.map { "  " + padded($0.word, to: 12) + $0.summary }
  let commands = "COMMAND is one of these; \(program) help " + verb.name + " COMMAND tells more:"
  let keys = verb.keys.map { "  " + padded($0.form + ($0.value ?? ""), to: 20) + $0.help }
  let paragraphs = [
    [first] + others, [verb.summary + "."], parts.isEmpty ? [] : [commands] + parts,
    verb.details.isEmpty ? [] : [verb.details], keys.isEmpty ? [] : ["Keys:"] + keys,
    ["Options:"] + verb.options.map { line(of: $0) },
    verb.oneOff.isEmpty
      ? [] : ["Options of a destination without a name: \(program) help destinations add"],
  ]
  return joined(paragraphs.filter { !$0.isEmpty }.map { joined($0, by: "\n") }, by: "\n\n")
}

private func line(of option: Option) -> String {
  let short = option.short.isEmpty ? "    " : option.short + ", "
  let value = option.value.map { " " + $0 } ?? ""
  return "  " + padded(short + option.name + value, to: 22) + " " + option.help
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
