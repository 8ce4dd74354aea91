import CAha
import CCli

let loginVerb = Verb(
  "login", "PROVIDER[/NAME]", "Sign in at a service: soundcloud, dropbox, allihoopa, or any oauth2",
  details: """
    Prints the address to open, and opens it in the desktop's browser. Where the
    browser can't come back by itself, paste the code that is shown, or the
    address that it was sent to, here.

    What is said of a provider is remembered for later commands, but for
    secrets; AHA_SOUNDCLOUD_CLIENT_ID and AHA_SOUNDCLOUD_CLIENT_SECRET, or those
    of another provider's name, are taken when nothing is said.
    """,
  options: [
    Option("--client-id", "ID", "as the provider registered the application"),
    Option("--client-secret-file", "FILE", "whose first line is the secret"),
    Option("--redirect", "URL", "as registered, as http://127.0.0.1:8765/cb"),
    Option("--scope", "SCOPES", "what to ask for, separated by spaces"),
    Option("--authorize-url", "URL", "where a person says yes"),
    Option("--token-url", "URL", "where tokens come from"),
    Option("--revoke-url", "URL", "where tokens end"),
    Option("--api-url", "URL", "what resources are below"),
    Option("--ca-file", "FILE", "authorities to trust in place of the system's"),
    Option("--no-browser", "only print the address"),
    Option("--no-listener", "open no port: the code is pasted"),
    Option("--application", "sign in as the application, without a person"),
    Option("--user", "NAME", "by password, which is read from standard input"),
    Option(
      "--timeout", "SECONDS", "for the person in the browser; else 300",
      Quantity(lowest: 0, highest: 86400, isAboveLowest: true)), .json,
  ], exclusive: [["--application", "--user"]]
) { (arguments, console) throws(Failure) in
  guard arguments.operands.count == 1 else { throw arguments.usage("login needs one provider") }
  let name = try AccountName(arguments.operands[0], for: loginVerb)
  var settings = try ProviderSettings(of: name)
  try settings.take(arguments)
  let online = try Online(settings.value("ca-file"))
  let account = try OnlineAccount(online, name, settings, grants: arguments.grant)
  let login = try LoginWait(online, account, arguments, console)
  try login.wait()
  try settings.save(for: name)
  console.print(
    signedIn(account), or: "signed in at " + name.text + "; the token is in the " + account.store)
}

private func signedIn(_ account: OnlineAccount) -> JSONObject {
  [
    "event": .text("signed_in"), "provider": .name(account.name.provider),
    "name": .name(account.name.name), "store": .text(account.store),
    "scopes": .name(account.text(AHA_ACCOUNT_SCOPES)),
  ]
}

/// A sign-in under way: tells the address, takes pasted codes, and ends with the library's job.
final class LoginWait {
  private let account: OnlineAccount
  private let console: Console
  private let opensBrowser: Bool
  private let job: Handle
  private let online: Online
  private var input = InputLines()
  private var isURLTold = false

  init(_ online: Online, _ account: OnlineAccount, _ arguments: Arguments, _ console: Console)
    throws(Failure)
  {
    (self.online, self.account, self.console) = (online, account, console)
    opensBrowser = !arguments.has("--no-browser")
    var options = aha_sign_in_options_init()
    options.grant = arguments.grant
    if let seconds = arguments.number("--timeout") {
      options.timeout_ms = UInt32(max(1, seconds * 1000))
    }
    options.no_listener = arguments.flag("--no-listener")
    options.user = kept(arguments.value("--user"))
    if arguments.has("--user") {
      guard let password = LoginWait.password(account, &input, console) else {
        throw .usage("--user needs a password on standard input")
      }
      options.password = kept(password)
    }
    job = try Handle(aha_job_release, .input, about: account.name.text.bytes) {
      aha_account_sign_in(account.pointer, &options, $0)
    }
  }

  private static func password(
    _ account: OnlineAccount, _ input: inout InputLines, _ console: Console
  ) -> Bytes? {
    guard cli_is_terminal(0) != 0 else { return input.wait(console) }
    console.say("aha: type the password for " + account.name.text + "; it does not show")
    cli_hide_input(1)
    defer { cli_hide_input(0) }
    return input.wait(console)
  }

  /// Errors: it was refused, or nobody came back in time; it was interrupted.
  func wait() throws(Failure) {
    while true {
      let result = aha_job_wait(job.pointer, isURLTold ? 0 : 50)
      if Int(result) != AHA_PENDING {
        return try check(result, .input, about: account.name.text.bytes)
      }
      if console.isInterrupted { aha_job_cancel(job.pointer) }
      try console.refuseInterrupted("interrupted: not signed in")
      online.dropEvents()
      if isURLTold { readCode() } else { tellURL() }
    }
  }

  private func tellURL() {
    let url = account.text(AHA_ACCOUNT_URL)
    if url.isEmpty { return }
    isURLTold = true
    if console.isJSON {
      console.print([
        "event": .text("url"), "url": .name(url),
        "redirect_url": .name(account.text(AHA_ACCOUNT_REDIRECT_URL)),
      ])
    } else {
      console.print("Open this address in a browser:\n" + shown(url))
    }
    if opensBrowser, cli_open_url(url.c) != 0 {
      console.say("aha: no browser could be started: open the address yourself")
    }
    if !console.isJSON { console.say("aha: waiting; a code, or an address, can be pasted here") }
  }

  private func readCode() {
    guard let code = input.next(100), !code.isEmpty else { return }
    let result = aha_account_enter_code(account.pointer, code.c)
    if result < 0 { console.say("aha: " + shown(aha_last_error())) }
  }
}

/// Lines of standard input, as they come.
struct InputLines {
  private static let mostBytes = 70_000
  private var pending: Bytes = []
  private(set) var isAtEnd = false

  /// A line without its end; nil when there is none in time.
  mutating func next(_ milliseconds: Int32) -> Bytes? {
    if let line = take() { return line }
    if isAtEnd {
      _ = cli_wait(-1, milliseconds, nil, 0)
      return nil
    }
    var bytes = Bytes(repeating: 0, count: 4096)
    let count = cli_read_input(milliseconds, &bytes, bytes.count)
    if count < 0 { isAtEnd = true }
    if count > 0 { pending += bytes.prefix(Int(count)) }
    if pending.count > InputLines.mostBytes { pending = [] }
    return take()
  }

  /// The next line, however long that takes; nil at the end, or when the program is to end.
  mutating func wait(_ console: Console) -> Bytes? {
    while !isAtEnd && !console.isInterrupted { if let line = next(100) { return line } }
    return nil
  }

  private mutating func take() -> Bytes? {
    let end = pending.firstIndex(of: 0x0a)
    guard let end = end ?? (isAtEnd && !pending.isEmpty ? pending.count : nil) else { return nil }
    var line = Bytes(pending[..<end])
    pending = Bytes(pending.dropFirst(end + 1))
    while let last = line.last, last == 0x0d || last == 0x20 { line.removeLast() }
    return line
  }
}

extension Arguments {
  /// How to sign in; 0: as the provider has it.
  fileprivate var grant: aha_grant {
    if has("--user") { return aha_grant(AHA_GRANT_PASSWORD) }
    return has("--application") ? aha_grant(AHA_GRANT_CLIENT) : 0
  }
}
