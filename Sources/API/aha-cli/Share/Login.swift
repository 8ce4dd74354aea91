let loginVerb = Verb(
  "login", synopsis: "PROVIDER[/NAME]",
  summary: "Sign in at soundcloud, dropbox, allihoopa or any oauth2 service",
  details: """
    Prints the address to open. If the browser can't return the code automatically,
    paste the code, or the address that the browser was sent to, here. Later
    commands use the options for the provider again, except secrets. The defaults
    are AHA_SOUNDCLOUD_CLIENT_ID and AHA_SOUNDCLOUD_CLIENT_SECRET, or those of
    another provider's name; allihoopa also needs AHA_ALLIHOOPA_API_KEY.
    """, operands: (1...1, "login needs one provider"),
  options: options(of: providerSettings) + options(of: signInSettings)
    + options(of: loginNetwork) + [
      Option("--token-file FILE", "a ready token, in a file for you alone; no sign-in"),
      Option("--no-browser", "only print the address"), .json,
    ], exclusive: [["--application", "--device", "--user", "--token-file"]]
) { (arguments, _) throws(Failure) in
  let name = try AccountName(arguments.operands[0], for: loginVerb)
  var settings = try ProviderSettings(of: name)
  try settings.update(from: arguments)
  let online = try Online(arguments, by: loginNetwork, caFile: settings.caFile)
  let options = try arguments.read(signInSettings, into: aha_sign_in_options_init())
  let tokenFile = arguments.value("--token-file")
  if tokenFile != nil { settings.setClientID(orElse: "token".array) }
  let account = try OnlineAccount(online, name: name, settings: settings, grants: options.grant)
  if let tokenFile {
    var token = aha_token_init()
    token.file = permanent(tokenFile)
    try check(aha_account_set_token(account.pointer, &token), .input, about: tokenFile)
  } else {
    var login = try Login(to: account, options: options)
    try login.wait(on: online, opensBrowser: !arguments.has("--no-browser"))
  }
  try settings.save()
  let isKeyring = Int(account.info.store) == AHA_STORE_SECRET_SERVICE
  let store = isKeyring ? "keyring" : "file"
  console.print(
    [
      "event": .text("signed_in"), "provider": .name(name.provider), "name": .name(name.name),
      "store": .text(store), "scopes": .name(account.text(AHA_ACCOUNT_SCOPES)),
    ], or: "signed in at " + name.text + "; the token is in the " + store)
}

/// --timeout is that of the user, and --ca-file is a setting of the provider.
private let loginNetwork = networkSettings(without: ["--timeout", Option.caFile.name])

private let signInSettings: [Setting<aha_sign_in_options>] = [
  Setting("--no-listener", "open no port: the code is pasted") { $0.no_listener = $1.whole() },
  Setting("--application", "sign in as the application, without a user") { (options, _) in
    options.grant = aha_grant(AHA_GRANT_CLIENT)
  },
  Setting("--device", "print a code, to enter in a browser on another device") {
    (options, _) in
    options.grant = aha_grant(AHA_GRANT_DEVICE)
  },
  Setting("--user NAME", "by password, which is read from standard input") {
    $0.user = $1.c
    $0.grant = aha_grant(AHA_GRANT_PASSWORD)
  },
  Setting(
    "--timeout SECONDS", "time for the user in the browser; else 300",
    kind: .range(0, 86400, isAboveMin: true)
  ) { $0.timeout_ms = UInt32(max(1, $1.number * 1000)) },
]

private struct Login {
  private let account: OnlineAccount
  private let job: Handle
  private var input = InputLines()

  init(to account: OnlineAccount, options: aha_sign_in_options) throws(Failure) {
    self.account = account
    var options = options
    if options.user != nil {
      let isTyped = isatty(0) != 0
      if isTyped {
        console.note("type the password for " + account.name.text + "; it does not show")
        cli_hide_input(1)
      }
      defer { if isTyped { cli_hide_input(0) } }
      guard let password = input.wait() else {
        throw .usage("--user needs a password on standard input")
      }
      options.password = permanent(password)
    }
    job = try Handle(.input, about: account.name.text.array) {
      aha_account_sign_in(account.pointer, &options, $0)
    }
  }

  /// Errors: the sign-in was refused, timed out, or was interrupted.
  mutating func wait(on online: Online, opensBrowser: Bool) throws(Failure) {
    var isShown = false
    while true {
      let result = aha_job_wait(job.pointer, isShown ? 0 : 50)
      if Int(result) != AHA_PENDING {
        return try check(result, .input, about: account.name.text.array)
      }
      if console.isInterrupted { aha_job_cancel(job.pointer) }
      try console.refuseInterrupted("interrupted: not signed in")
      online.dropEvents()
      if isShown { readCode() } else { isShown = tellURL(opensBrowser: opensBrowser) }
    }
  }

  /// - Returns: false while there is no address yet.
  private func tellURL(opensBrowser: Bool) -> Bool {
    let url = account.text(AHA_ACCOUNT_URL)
    if url.isEmpty { return false }
    let code = account.text(AHA_ACCOUNT_USER_CODE)
    if !code.isEmpty {
      console.print(
        ["event": .text("url"), "url": .name(url), "user_code": .name(code)],
        or: "Open this address in a browser on any device:\n\(url)\nand enter the code:\n\(code)")
      return true
    }
    let redirect = JSONValue.name(account.text(AHA_ACCOUNT_REDIRECT_URL))
    console.print(
      ["event": .text("url"), "url": .name(url), "redirect_url": redirect],
      or: "Open this address in a browser:\n\(url)")
    if opensBrowser, cli_open_url(url.c) != 0 {
      console.note("no browser could be started: open the address yourself")
    }
    if !console.isJSON { console.note("waiting; a code, or an address, can be pasted here") }
    return true
  }

  private mutating func readCode() {
    guard var code = input.next(within: 100) else { return }
    while code.last == 0x20 { code.removeLast() }
    if code.isEmpty { return }
    let result = aha_account_enter_code(account.pointer, code.c)
    if result < 0 { console.note("\(aha_last_error())") }
  }
}

private struct InputLines {
  private static let maxBytes = 70_000
  private var pending: Bytes = []
  private var isAtEnd = false

  /// A line without its end; nil after the timeout.
  mutating func next(within milliseconds: Int32) -> Bytes? {
    if !pending.contains(0x0a) {
      var bytes = Bytes(repeating: 0, count: 4096)
      let count =
        isAtEnd ? cli_wait(-1, milliseconds, nil, 0) : read(within: milliseconds, into: &bytes)
      pending += bytes.prefix(Int(max(0, count)))
      if pending.count > InputLines.maxBytes { pending = [] }
    }
    let end = pending.firstIndex(of: 0x0a)
    guard let end = end ?? (isAtEnd && !pending.isEmpty ? pending.count : nil) else { return nil }
    var line = Bytes(pending[..<end])
    pending = Bytes(pending.dropFirst(end + 1))
    if line.last == 0x0d { line.removeLast() }
    return line
  }

  private mutating func read(within milliseconds: Int32, into bytes: inout Bytes) -> Int32 {
    let count = cli_read_input(milliseconds, &bytes, bytes.count)
    isAtEnd = count < 0
    return count
  }

  /// Waits for the next line; nil at the end of the input, or after an interruption.
  mutating func wait() -> Bytes? {
    while !isAtEnd && !console.isInterrupted { if let line = next(within: 100) { return line } }
    return nil
  }
}
