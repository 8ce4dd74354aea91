import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaNet

@Suite("Sign-ins by browser")
struct SignInTests {
  let server = FakeServer()
  let events = EventList()
  let store = MemoryStore()

  func make(
    milliseconds: Int64 = 60_000, mayListen: Bool = true, _ change: (Provider) -> Void = { _ in }
  ) throws -> SignIn {
    let provider = try makeProvider()
    change(provider)
    let account = try Account(provider, store: store, send: server.send, events: events)
    var settings = SignIn.Settings()
    (settings.milliseconds, settings.mayListen) = (milliseconds, mayListen)
    return try SignIn(account: account, settings: settings)
  }

  private func field(_ name: StaticString, _ signIn: SignIn) -> String {
    FormFields.value(of: name, in: URLParts(signIn.authorizationURL)?.query ?? "") ?? ""
  }

  private func port(_ signIn: SignIn) -> Int { URLParts(signIn.redirectURL)?.port ?? 0 }

  private func waiting(_ signIn: SignIn) throws -> Background<ResultCode?> {
    try Background { failure { try signIn.wait() }?.code }
  }

  @Test func askForACodeWithProofAndState() throws {
    let signIn = try make {
      $0.scopes = "a b"
      $0.authorizationParameters = [HTTPHeader("token_access_type", "offline")]
    }
    let start = "https://service.example/authorize?response_type=code&"
    #expect(signIn.authorizationURL.hasPrefix(start))
    #expect(field("client_id", signIn) == "an id" && field("scope", signIn) == "a b")
    #expect(field("redirect_uri", signIn) == signIn.redirectURL)
    #expect(field("code_challenge", signIn).utf8.count == 43)
    #expect(field("code_challenge_method", signIn) == "S256")
    #expect(field("state", signIn).utf8.count == 32)
    #expect(field("token_access_type", signIn) == "offline")
    #expect(events.lines.isEmpty)
    #expect(try field("state", make()) != field("state", signIn))
  }

  @Test func comeBackToThisMachine() throws {
    let signIn = try make { $0.redirectURL = "http://127.0.0.1/back" }
    let state = field("state", signIn)
    let result = try waiting(signIn)
    server.add(200, reply("t", refresh: "r"))
    // An unrelated request does not end the wait.
    #expect(get(port(signIn), "/favicon.ico")?.hasPrefix("HTTP/1.1 404 ") == true)
    #expect(get(port(signIn), "/back?code=evil&state=wrong")?.hasPrefix("HTTP/1.1 400 ") == true)
    #expect(get(port(signIn), "/back?state=\(state)")?.hasPrefix("HTTP/1.1 400 ") == true)
    #expect(get(port(signIn), "/back?code=evil")?.hasPrefix("HTTP/1.1 400 ") == true)
    let page = try #require(get(port(signIn), "/back?code=the%2Fcode&state=\(state)"))
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("Connection: close"))
    #expect(page.contains("close this window") && !page.contains("<script"))
    #expect(result.result() == .some(nil))
    #expect(server.asked.count == 1 && server.asked[0].body.contains("&code=the%2Fcode&"))
    #expect(server.asked[0].body.contains("&code_verifier="))
    #expect(events.lines == ["signed in"])
    #expect(try signIn.account.hasToken())
    // The listener is closed.
    #expect(connect(to: port(signIn)) == nil)
  }

  @Test(arguments: [true, false]) func tellWhyTheServerRefused(hasState: Bool) throws {
    let signIn = try make()
    let result = try Background { failure { try signIn.wait() }?.line }
    let state = hasState ? "&state=\(field("state", signIn))" : ""
    let target = "/?error=access_denied&error_description=No%0Ano\(state)"
    #expect(get(port(signIn), target)?.contains("refused") == true)
    #expect(result.result() == "service: access_denied: No no")
    #expect(events.lines == ["failed: service: access_denied: No no"])
    #expect(server.asked.isEmpty)
  }

  @Test(arguments: ["error=access_denied&state=another", "code=evil", "state="])
  func doNotEndForTheAnswerOfAnother(query: String) throws {
    let signIn = try make(mayListen: false) { $0.redirectURL = "my-app://back" }
    #expect(try signIn.offer(#require(URLParts("my-app://back?\(query)"))) == .wrong)
  }

  @Test func mayOmitTheStateWhereTheProviderSaysSo() throws {
    let signIn = try make(mayListen: false) {
      ($0.redirectURL, $0.omitsState) = ("my-app://back", true)
    }
    #expect(try signIn.offer(#require(URLParts("my-app://back?code=c&state=no"))) == .wrong)
    #expect(try signIn.offer(#require(URLParts("my-app://back?code=c"))) == .taken)
    server.add(200, reply("t"))
    #expect(try waiting(signIn).result() == .some(nil))
    #expect(server.asked[0].body.contains("&code_verifier="))
    // Only PKCE can replace the state.
    let implicit = failure {
      _ = try make { ($0.grants, $0.redirectURL, $0.omitsState) = (.implicit, "my-app://x", true) }
    }
    #expect(implicit?.code == .unsupported)
    #expect(failure { _ = try make { ($0.usesProof, $0.omitsState) = (false, true) } } != nil)
  }

  @Test func areNotStoppedByOddConnections() throws {
    let signIn = try make()
    let result = try waiting(signIn)
    // Browsers open speculative connections. Beyond the max count, the first ones are closed.
    let idle = (0..<20).compactMap { _ in connect(to: port(signIn)) }
    defer { for socket in idle { close(socket) } }
    #expect(idle.count == 20)
    for odd in [
      "POST / HTTP/1.1\r\n\r\n", "GET http://x/ HTTP/1.1\r\n\r\n", "GET /\r\n\r\n", "\u{0}\r\n\r\n",
      "\r\n\r\n", "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 9000))\r\n\r\n",
    ] {
      #expect(browse(port(signIn), odd)?.hasPrefix("HTTP/1.1 400 ") == true, "\(odd.prefix(20))")
    }
    server.add(200, reply("t"))
    #expect(get(port(signIn), "/?code=c&state=\(field("state", signIn))") != nil)
    #expect(result.result() == .some(nil))
  }

  @Test func whoseRequestComesInPiecesAreHeard() throws {
    let signIn = try make()
    let result = try waiting(signIn)
    let socket = try #require(connect(to: port(signIn)))
    defer { close(socket) }
    let request = "GET /?code=c&state=\(field("state", signIn)) HTTP/1.1\r\n\r\n"
    server.add(200, reply("t"))
    for byte in request.utf8 {
      var one = byte
      send(socket, &one, 1, Int32(MSG_NOSIGNAL))
    }
    #expect(result.result() == .some(nil))
  }

  @Test func listenHereOnly() throws {
    let signIn = try make()
    #expect(connect(to: port(signIn), of: 0x7F00_0002) == nil)
    let socket = try #require(connect(to: port(signIn)))
    close(socket)
  }

  @Test func sayWhichPortIsInUse() throws {
    let taken = try LoopbackListener(port: 0, isSix: false)
    let told = failure { _ = try make { $0.redirectURL = "http://127.0.0.1:\(taken.port)/x" } }
    #expect(told?.code == .exists && told?.line.contains("\(taken.port)") == true)
  }

  @Test func useTheSamePortAgainAndAgain() throws {
    let free = try LoopbackListener(port: 0, isSix: false).port
    for _ in 0..<3 {
      let signIn = try make { $0.redirectURL = "http://127.0.0.1:\(free)/x" }
      #expect(signIn.redirectURL == "http://127.0.0.1:\(free)/x")
      let result = try waiting(signIn)
      server.add(200, reply("t"))
      #expect(get(free, "/x?code=c&state=\(field("state", signIn))") != nil)
      #expect(result.result() == .some(nil))
    }
  }

  /// A child between fork and exec has copies of all descriptors.
  @Test func leaveThePortFreeAlthoughACopyOfTheListenerIsOpen() throws {
    var listener: LoopbackListener? = try LoopbackListener(port: 0, isSix: false)
    let (port, copy) = try #require(listener.map { ($0.port, dup($0.socket)) })
    defer { close(copy) }
    listener = nil
    #expect(try LoopbackListener(port: port, isSix: false).port == port)
  }

  @Test func endWhereTheBrowserNeverComesBack() throws {
    for redirect in ["", "my-app://back"] {
      let signIn = try make(milliseconds: 50) { $0.redirectURL = redirect }
      #expect(try waiting(signIn).result() == .some(.timeout))
    }
    #expect(events.lines.filter { $0.hasPrefix("failed: no answer from the browser") }.count == 2)
  }

  @Test func sayThatTheBrowserAnsweredAnotherSignIn() throws {
    var line = ""
    // On a busy machine the browser may come after the end.
    for milliseconds in [300, 3000, 15_000] as [Int64] where !line.contains("but 1 of another") {
      let signIn = try make(milliseconds: milliseconds) { $0.redirectURL = "http://127.0.0.1/x" }
      let result = try waiting(signIn)
      _ = get(port(signIn), "/x?code=c&state=another")
      #expect(result.result() == .some(.timeout))
      line = events.lines.last ?? ""
    }
    #expect(line.contains("but 1 of another one: the state differs. Sign in again"))
  }

  @Test func canBeCancelled() throws {
    for redirect in ["", "my-app://back"] {
      let signIn = try make { $0.redirectURL = redirect }
      let result = try waiting(signIn)
      signIn.cancel()
      #expect(result.result() == .some(.cancelled))
      #expect(events.lines.last == "failed: the sign-in to service (default) was cancelled")
      // Later requests have no effect.
      let late = "\(signIn.redirectURL)?code=c&state=\(field("state", signIn))"
      #expect(try signIn.offer(#require(URLParts(late))) == .taken)
      #expect(failure { try signIn.wait() }?.code == .state)
    }
    #expect(server.asked.isEmpty)
  }

  @Test func takeAPastedCodeOrUrl() throws {
    let plain = try make { $0.redirectURL = "urn:ietf:wg:oauth:2.0:oob" }
    server.add(200, reply("t"))
    try plain.paste(" \n4/code \n")
    #expect(try waiting(plain).result() == .some(nil))
    #expect(server.asked[0].body.contains("&code=4%2Fcode&"))

    let signIn = try make(mayListen: false) { $0.redirectURL = "http://127.0.0.1:9/cb" }
    #expect(failure { try signIn.paste("http://127.0.0.1:9/cb?code=x&state=y") }?.code == .refused)
    #expect(failure { try signIn.paste("http://other/?code=x") }?.code == .invalidArgument)
    #expect(failure { try signIn.paste("  ") }?.code == .invalidArgument)
    server.add(200, reply("t"))
    try signIn.paste("http://127.0.0.1:9/cb?code=whole&state=\(field("state", signIn))")
    #expect(try waiting(signIn).result() == .some(nil))
    #expect(server.asked[1].body.contains("&code=whole&"))

    // Private-use scheme without a host (RFC 8252, 7.1).
    let own = try make(mayListen: false) { $0.redirectURL = "com.example.app:/back" }
    #expect(failure { try own.paste("com.example.app:/back?code=x&state=y") }?.code == .refused)
    server.add(200, reply("t"))
    try own.paste("com.example.app:/back?code=own&state=\(field("state", own))")
    #expect(try waiting(own).result() == .some(nil))
    #expect(server.asked[2].body.contains("&code=own&"))
  }

  @Test func withoutARedirectLeaveItOut() throws {
    let signIn = try make { $0.showsCodes = true }
    #expect(signIn.redirectURL.isEmpty && field("redirect_uri", signIn).isEmpty)
    server.add(200, reply("t"))
    try signIn.paste("code")
    #expect(try waiting(signIn).result() == .some(nil))
    #expect(!server.asked[0].body.contains("redirect_uri"))
  }

  @Test func failOnAnInvalidTokenReply() throws {
    let signIn = try make(mayListen: false)
    server.add(200, "{}")
    try signIn.paste("code")
    #expect(try waiting(signIn).result() == .some(.reply))
    #expect(try !signIn.account.hasToken())
  }

  @Test(arguments: ["?", "#"])
  func implicitOnesBringTheTokenItself(mark: String) throws {
    let signIn = try make {
      ($0.grants, $0.redirectURL) = (.implicit, "ah-{client_id}://authorize")
      $0.clientID = "app"
    }
    #expect(field("response_type", signIn) == "token" && field("code_challenge", signIn).isEmpty)
    let state = field("state", signIn)
    let base = "ah-app://authorize\(mark)access_token="
    #expect(try signIn.offer(#require(URLParts("\(base)x&state=no"))) == .wrong)
    #expect(try signIn.offer(#require(URLParts("\(base)x%0d%0ay&state=\(state)"))) == .wrong)
    let good = "\(base)tok&state=\(state)&expires_in=60"
    #expect(try signIn.offer(#require(URLParts(good))) == .taken)
    #expect(failure { try signIn.paste("tok") }?.code == .state)
    #expect(try waiting(signIn).result() == .some(nil))
    #expect(try signIn.account.usable().access.text == "tok")
    #expect(try signIn.account.usable().lifetime == 60 && server.asked.isEmpty)
  }

  @Test func doNotBeginWhereNothingCanBeKept() throws {
    let folder = TemporaryFolder()
    folder.write([], to: "aha")
    let account = try Account(
      makeProvider(), store: FileStore(folder: FilePath(folder.file("aha"))), send: server.send,
      events: events)
    #expect(failure { _ = try SignIn(account: account) }?.code == .notFound)
    #expect(events.lines.isEmpty)
  }

  @Test func needAllThatTheProviderWants() throws {
    #expect(failure { _ = try make { $0.authorizationURL = "" } }?.code == .invalidArgument)
    #expect(failure { _ = try make { $0.redirectURL = "no url" } }?.code == .invalidArgument)
    #expect(failure { _ = try make { $0.grants = .password } }?.code == .unsupported)
  }
}
