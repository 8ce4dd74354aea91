import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("URLs that the host is opened with")
struct URLHandlerTests {
  let server = FakeServer()
  let handler = URLHandler()

  private func make(_ redirect: String = "my-app://back/here") throws -> SignIn {
    let provider = try makeProvider()
    provider.redirectURL = redirect
    let account = try Account(provider, store: MemoryStore(), send: server.send)
    let signIn = try SignIn(account: account)
    handler.add(signIn)
    return signIn
  }

  private func answer(_ signIn: SignIn, code: String = "c") -> String {
    let query = URLParts(signIn.authorizationURL)?.query ?? ""
    let state = FormFields.value(of: "state", in: query) ?? ""
    return "\(signIn.redirectURL)?code=\(code)&state=\(state)"
  }

  @Test func areHandedToTheSignInThatAskedForThem() throws {
    let (one, two) = (try make(), try make())
    server.add(200, reply("t"))
    #expect(try handler.handle(answer(two)) == .handled)
    let result = try Background { failure { try two.wait() }?.code }
    #expect(result.result() == .some(nil))
    #expect(try two.account.hasToken() && !one.account.hasToken())
  }

  @Test func thatComeTwiceChangeNothing() throws {
    let signIn = try make()
    server.add(200, reply("t"))
    #expect(try handler.handle(answer(signIn)) == .handled)
    #expect(try handler.handle(answer(signIn, code: "other")) == .handled)
    let result = try Background { failure { try signIn.wait() }?.code }
    #expect(result.result() == .some(nil))
    #expect(try handler.handle(answer(signIn, code: "third")) == .handled)
    #expect(server.asked.count == 1 && server.asked[0].body.contains("&code=c&"))
    handler.remove(signIn)
    #expect(try handler.handle(answer(signIn)) == .notMine)
  }

  @Test func thatAreOverHoldNothing() throws {
    weak var held: Account?
    var url = ""
    do {
      let signIn = try make()
      (held, url) = (signIn.account, answer(signIn))
      server.add(200, reply("t"))
      #expect(try handler.handle(url) == .handled)
      try signIn.wait()
      handler.end(signIn)
    }
    #expect(held == nil)
    #expect(try handler.handle(url) == .handled)
    #expect(failure { _ = try handler.handle(url + "x") }?.code == .refused)
  }

  @Test func withAnotherStateAreRefused() throws {
    let signIn = try make()
    for wrong in ["?code=c&state=x", "?code=c", "", "?state=", "#code=c&state=y"] {
      let told = failure { _ = try handler.handle(signIn.redirectURL + wrong) }
      #expect(told?.code == .refused, "\(wrong)")
      #expect(told?.line.contains("its state differs. Sign in again") == true)
      #expect(told?.line.contains("code") == false)
    }
    // The sign-in still waits for its own URL.
    #expect(try handler.handle(answer(signIn)) == .handled)
  }

  @Test func withoutStateGoToNoneOfSeveralSignIns() throws {
    let one = try make()
    #expect(try handler.handle("my-app://back/here?error=access_denied") == .handled)
    #expect(failure { try one.wait() }?.code == .refused)
    _ = (try make(), try make())
    let told = failure { _ = try handler.handle("my-app://back/here?error=access_denied") }
    #expect(told?.code == .refused)
  }

  @Test(arguments: [
    "", "x", "my-app:", "my-app://back", "my-app://back/here/", "my-app://back:1/here",
    "other://back/here", "my-app://back/here\u{0}", "my-app://back/he re", "my-app://b\\ack/here",
    "my-app://user@back/here", "ah-app://open?uuid=1", "https://example.com/",
  ])
  func thatAreNotOursAreLeftAlone(text: String) throws {
    _ = try make()
    #expect(try handler.handle(text) == .notMine)
  }

  @Test func areNotReadWithoutEnd() throws {
    let signIn = try make()
    let long = answer(signIn, code: String(repeating: "c", count: 70_000))
    #expect(failure { _ = try handler.handle(long) }?.code == .limit)
  }

  @Test func openPiecesOnceTheHostHandlesThem() throws {
    let url = "ah-app://open?uuid=12-34"
    #expect(try handler.handle(url) == .notMine)
    var opened: [String] = []
    handler.setOpen { scheme, uuid in
      opened.append("\(scheme) \(uuid)")
      return scheme == "ah-app"
    }
    #expect(try handler.handle(url) == .handled)
    #expect(try handler.handle("ah-other://open?uuid=5") == .notMine)
    #expect(try handler.handle("ah-app://open?uuid=") == .notMine)
    #expect(try handler.handle("ah-app://close?uuid=5") == .notMine)
    #expect(opened == ["ah-app 12-34", "ah-other 5"])
    handler.setOpen(to: nil)
    #expect(try handler.handle(url) == .notMine)
  }

  @Test func rememberSoManySignIns() throws {
    let first = try make()
    handler.end(first)
    for _ in 0..<31 { _ = try make() }
    #expect(try handler.handle(answer(first)) == .handled)
    _ = try make("other-app://back")
    #expect(failure { _ = try handler.handle(answer(first)) }?.code == .refused)
  }
}
