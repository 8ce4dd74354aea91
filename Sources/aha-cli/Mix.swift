import CAha

let mixVerb = Verb(
  name: "mix", synopsis: "-o OUT TRACK...", summary: "Mix tracks into one file",
  details: mixDetails(), ownOptions: mixOptions, run: runMix)

private let mixOptions =
  [
    Option(
      name: "--output", short: "-o", value: "OUT", help: "the file to write; - is standard output"),
    Option(name: "--seconds", value: "N", help: "how long; else until the last track ends"),
    Option(name: "--rate", value: "HZ", help: "sample rate, 8000 to 192000"),
  ] + encodingOptions + LoadOptions.options + [
    Option(name: "--gain", value: "DB", help: "gain of the whole mix"),
    Option(name: "--no-limiter", help: "let peaks of the mix go over full scale"),
    .json,
    Option(name: "--quiet", help: "print nothing but errors, and with --json the result"),
  ]

private func mixDetails() -> String {
  var text = "TRACK is FILE[,KEY=VALUE]... with these keys:\n"
  for key in trackKeys {
    let form = key.needsValue ? key.name + "=" + key.value : key.name + "[=" + key.value + "]"
    text += "  " + padded(form, 17) + key.help + "\n"
  }
  text += "A track goes through pitch, filter and reverb, then through the effects of fx=.\n"
  return text + "Write \\, for a comma in a file name that reads like one of the keys."
}

@Sendable
private func runMix(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let request = try MixRequest(arguments)
  let session = try MixSession(request, console)
  try session.load()
  try session.stretch()
  try session.arrange()
  let result = try session.render()
  report(result, of: request, console)
}
