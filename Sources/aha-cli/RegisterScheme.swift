import CAha

let registerSchemeVerb = Verb(
  name: "register-scheme", synopsis: "APP --exec COMMAND | --remove | --check",
  summary: "Let the desktop start a program for ah-APP: URLs",
  details: """
    For this user: by a .desktop file, and in mimeapps.list. COMMAND is started
    with the URL behind it, as "/usr/bin/player --open". The exit code of --check
    says whether something is.
    """,
  ownOptions: [
    Option(name: "--exec", value: "COMMAND", help: "what is started"),
    Option(name: "--remove", help: "take that back"),
    Option(name: "--check", help: "tell whether a program is registered"),
  ], run: runRegisterScheme)

@Sendable
private func runRegisterScheme(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1, let application = arguments.operands.first else {
    throw registerSchemeVerb.usage("register-scheme needs one application, as com.example.drums")
  }
  let command = arguments.value("--exec")
  let ways = [command != nil, arguments.has("--remove"), arguments.has("--check")]
  guard ways.filter({ $0 }).count == 1 else {
    throw registerSchemeVerb.usage("register-scheme needs one of --exec, --remove and --check")
  }
  let scheme = "ah-" + shown(application) + ":"
  if arguments.has("--check") {
    let result = withCString(application) { aha_scheme_check($0) }
    try check(result, .input, about: Bytes(scheme.utf8))
    return console.print(scheme + " is registered")
  }
  if command?.isEmpty == true { throw registerSchemeVerb.usage("--exec needs a command") }
  let texts = CTexts()
  let result = withCString(application) { aha_scheme_register($0, texts.keep(command)) }
  try check(result, .output, about: Bytes(scheme.utf8))
  withExtendedLifetime(texts) {}
}
