import CAha
import CCli

/// A sign-in under way: tells the address, takes pasted codes, and ends with the library's job.
final class LoginWait {
  private let account: OnlineAccount
  private let console: Console
  private let opensBrowser: Bool
  private let job: Handle
  private let online: Online
  private var input = InputLines()
  private var isURLTold = false

  init(
    _ online: Online, _ account: OnlineAccount, _ arguments: Arguments, _ way: Way,
    _ console: Console
  ) throws(Failure) {
    (self.online, self.account, self.console) = (online, account, console)
    opensBrowser = !arguments.has("--no-browser")
    let texts = CTexts()
    var options = aha_sign_in_options_init()
    options.grant = way.grant
    options.timeout_ms = way.milliseconds
    options.no_listener = arguments.has("--no-listener") ? 1 : 0
    options.user = texts.keep(way.user)
    if way.user != nil {
      guard let password = LoginWait.password(account, &input, console) else {
        throw .usage("--user needs a password on standard input")
      }
      options.password = texts.keep(password)
    }
    var pointer: OpaquePointer?
    let result = aha_account_sign_in(account.pointer, &options, &pointer)
    job = try Handle(pointer, aha_job_release, result, .input, about: Bytes(account.name.text.utf8))
    withExtendedLifetime(texts) {}
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
        return try check(result, .input, about: Bytes(account.name.text.utf8))
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
      var object = JSONObject()
      object.add("event", text: "url")
      object.add("url", name: url)
      object.add("redirect_url", name: account.text(AHA_ACCOUNT_REDIRECT_URL))
      console.print(object.text)
    } else {
      console.print("Open this address in a browser:\n" + shown(url))
    }
    if opensBrowser, withCString(url, { cli_open_url($0) }) != 0 {
      console.say("aha: no browser could be started: open the address yourself")
    }
    if !console.isJSON { console.say("aha: waiting; a code, or an address, can be pasted here") }
  }

  private func readCode() {
    guard let code = input.next(100), !code.isEmpty else { return }
    let result = withCString(code) { aha_account_enter_code(account.pointer, $0) }
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
    while !isAtEnd && !console.isInterrupted {
      if let line = next(100) { return line }
    }
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
