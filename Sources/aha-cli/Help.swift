let helpVerb = Verb(
  name: "help", synopsis: "[COMMAND]", summary: "Tell how to use a command", ownOptions: [],
  run: runHelp)

@Sendable
private func runHelp(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard let word = arguments.operands.first else { return console.print(generalHelp()) }
  var rest = arguments.operands.dropFirst()
  let verb = try verb(named: word).part(&rest)
  if !rest.isEmpty { throw helpVerb.usage("help takes one command") }
  console.print(help(for: verb))
}

/// What `aha help` prints.
func generalHelp() -> String {
  var text = "usage: aha COMMAND [ARGUMENT...]\n\nCommands:\n"
  for verb in verbs { text += "  " + padded(verb.name, 16) + verb.summary + "\n" }
  return text + """

    aha help COMMAND tells more, and aha --version the version. The manual page is aha(1).
    """
}

/// What `aha help VERB` prints.
func help(for verb: Verb) -> String {
  var text = "usage: aha " + verb.name + " [OPTION...] " + verb.synopsis + "\n\n"
  text += verb.summary + ".\n"
  if !verb.details.utf8.isEmpty { text += "\n" + verb.details + "\n" }
  return text + "\nOptions:\n" + joined(verb.options.map { optionLine($0) }, "\n")
}

private func optionLine(_ option: Option) -> String {
  let short = option.short.utf8.isEmpty ? "    " : option.short + ", "
  let value = option.value.map { " " + $0 } ?? ""
  return "  " + padded(short + option.name + value, 22) + " " + option.help
}
