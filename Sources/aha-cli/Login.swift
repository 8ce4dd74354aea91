import CAha
import CCli

let loginVerb = Verb(
  name: "login", synopsis: "PROVIDER[/NAME]",
  summary: "Sign in at a service: soundcloud, dropbox, allihoopa, or any oauth2",
  details: """
    Prints the address to open, and opens it in the desktop's browser. Where the
    browser can't come back by itself, paste the code that is shown, or the
    address that it was sent to, here.

    What is said of a provider is remembered for later commands, but for
    secrets; AHA_SOUNDCLOUD_CLIENT_ID and AHA_SOUNDCLOUD_CLIENT_SECRET, or those
    of another provider's name, are taken when nothing is said.
    """,
  ownOptions: [
    Option(name: "--client-id", value: "ID", help: "as the provider registered the application"),
    Option(name: "--client-secret-file", value: "FILE", help: "whose first line is the secret"),
    Option(name: "--redirect", value: "URL", help: "as registered, as http://127.0.0.1:8765/cb"),
    Option(name: "--scope", value: "SCOPES", help: "what to ask for, separated by spaces"),
    Option(name: "--authorize-url", value: "URL", help: "where a person says yes"),
    Option(name: "--token-url", value: "URL", help: "where tokens come from"),
    Option(name: "--revoke-url", value: "URL", help: "where tokens end"),
    Option(name: "--api-url", value: "URL", help: "what resources are below"),
    Option(name: "--ca-file", value: "FILE", help: "authorities to trust in place of the system's"),
    Option(name: "--no-browser", help: "only print the address"),
    Option(name: "--no-listener", help: "open no port: the code is pasted"),
    Option(name: "--application", help: "sign in as the application, without a person"),
    Option(name: "--user", value: "NAME", help: "by password, which is read from standard input"),
    Option(name: "--timeout", value: "SECONDS", help: "for the person in the browser; else 300"),
    .json,
  ], run: runLogin)

@Sendable
private func runLogin(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1 else { throw loginVerb.usage("login needs one provider") }
  let name = try AccountName(arguments.operands[0], for: loginVerb)
  var settings = try ProviderSettings(of: name)
  try settings.take(arguments)
  let way = try Way(arguments)
  let online = try Online(settings.value("ca-file"))
  let account = try OnlineAccount(online, name, settings, grants: way.grant)
  let login = try LoginWait(online, account, arguments, way, console)
  try login.wait()
  try settings.save(for: name)
  if console.isJSON { return console.print(signedIn(account).text) }
  console.print("signed in at " + name.text + "; the token is in the " + account.store)
}

/// How to sign in.
struct Way {
  /// 0: as the provider has it.
  var grant: aha_grant = 0
  var user: Bytes?
  var milliseconds: UInt32 = 0

  init(_ arguments: Arguments) throws(Failure) {
    user = arguments.value("--user")
    if user != nil { grant = aha_grant(AHA_GRANT_PASSWORD) }
    if arguments.has("--application") {
      if user != nil { throw loginVerb.usage("--application and --user exclude each other") }
      grant = aha_grant(AHA_GRANT_CLIENT)
    }
    let quantity = Quantity(name: "--timeout", lowest: 0, highest: 86400, isAboveLowest: true)
    if let seconds = try arguments.number("--timeout", quantity) {
      milliseconds = UInt32(max(1, seconds * 1000))
    }
  }
}

private func signedIn(_ account: OnlineAccount) -> JSONObject {
  var object = JSONObject()
  object.add("event", text: "signed_in")
  object.add("provider", name: account.name.provider)
  object.add("name", name: account.name.name)
  object.add("store", text: account.store)
  object.add("scopes", name: account.text(AHA_ACCOUNT_SCOPES))
  return object
}
