import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Accounts of a client")
struct AccountLifeTests {
  private let stub: Stub
  private let host: Host

  init() throws { (stub, host) = (try Stub(), try Host()) }

  private func provider(_ api: String = "/api") throws -> Provider {
    let provider = try Provider("stub")
    (provider.tokenURL, provider.apiURL) = (stub.url + "/token", stub.url + api)
    provider.authorizationURL = stub.url + "/authorize"
    provider.clientID = "an id"
    return provider
  }

  private func open(_ provider: Provider, _ name: String = "default") throws -> Account {
    let account = try Account.open(for: host.client, provider: provider, name: name, kind: .memory)
    account.tag.value = 9
    return account
  }

  private func code(_ job: Job?) -> ResultCode? {
    switch job?.wait(milliseconds: 30_000) {
    case .failure(let error)?: error.code
    case .success?: .ok
    case nil: nil
    }
  }

  @Test func oneThatIsOpenIsNotDescribedAnew() throws {
    let account = try open(provider())
    #expect(try open(provider()) === account)
    #expect(fails(.state) { _ = try open(provider("/other")) })
    let other = try provider()
    other.clientSecret = Secret("s")
    #expect(fails(.state) { _ = try open(other) })
    host.client.letGo(of: account, tag: 9)
    #expect(try open(other) !== account)
  }

  @Test func theEndOfOneSignInEndsNoOther() throws {
    let account = try open(provider())
    let (one, two) = (Job(), Job())
    try account.beginSignIn(as: one)
    #expect(fails(.state) { try account.beginSignIn(as: two) })
    #expect(account.endSignIn(of: one))
    try account.beginSignIn(as: two)
    #expect(!account.fail(one, with: AhaError(.cancelled, "late")))
    #expect(fails(.state) { try account.beginSignIn(as: one) })
    #expect(account.endSignIn(of: two))
  }

  @Test(arguments: ["refused", "cancelled"])
  func waitingRequestsFailWithTheSignIn(how: String) throws {
    try stub.on("POST", "/token", "{\"status\":400,\"json\":{\"error\":\"invalid_grant\"}}")
    let account = try open(provider())
    let waiting = try host.start(
      host.request(account, waits: true))
    let job = try host.signIn(account, how == "refused" ? .password : .code)
    if how == "cancelled" { job.cancel() }
    #expect(code(job) == (how == "refused" ? .refused : .cancelled))
    #expect(code(waiting) == .notSignedIn)
    host.collect()
    #expect(host.kinds.contains(.accountFailed) && host.kinds.contains(.requestFailed))
    let told = host.events.first { $0.kind == .requestFailed }?.line ?? ""
    #expect(told.contains(how == "refused" ? "invalid_grant" : "the sign-in"))
  }

  @Test(arguments: [
    "{\"status\":503}", "{\"status\":429,\"json\":{\"error\":\"slow\"}}",
    "{\"fault\":\"EmptyReply\"}",
  ])
  func aRenewalThatFailsForTheMomentIsTriedAgain(reply: String) throws {
    try stub.on("GET", "/api/me", "[{\"status\":401},{\"status\":401},{\"json\":{}}]")
    try stub.on(
      "POST", "/token", "[\(reply),{\"json\":{\"access_token\":\"t2\",\"refresh_token\":\"r2\"}}]")
    let account = try open(provider())
    try account.keep(makeToken("t1", refresh: "r1"))
    #expect(
      try host.send(host.request(account))
        == nil)
    #expect(try stub.asked("/token").count == 2 && stub.asked("/api/me").count == 3)
  }

  @Test func aSignInWaitsForNoRequest() throws {
    // Another server, because connections to one server are limited.
    let silent = try Stub()
    try silent.on("GET", "/", "{\"fault\":\"Stall\"}")
    try stub.on("POST", "/token", "{\"json\":{\"access_token\":\"t2\"}}")
    for _ in 0..<64 {
      _ = try host.start(
        host.request(nil, "GET", silent.url + "/"))
    }
    let account = try open(provider())
    #expect(code(try host.signIn(account, .password)) == .ok && account.isSignedIn)
  }

  @Test func signingOutCanBeCancelled() throws {
    try stub.on("POST", "/revoke", "{\"fault\":\"Stall\"}")
    let provider = try provider()
    (provider.revocation, provider.revocationURL) = (.form, stub.url + "/revoke")
    let account = try open(provider)
    try account.keep(makeToken("t1", refresh: "r1"))
    var job: Job?
    try account.startSignOut { job = $0 }
    try stub.wait("/revoke")
    let start = Instant.now()
    job?.cancel()
    #expect(code(job) == .cancelled && !account.isSignedIn)
    #expect(Instant.now().nanoseconds - start.nanoseconds < 15_000_000_000)
  }

  @Test func aPieceThatIsToBeOpenedIsAnEvent() throws {
    let host = try Host()
    #expect(try host.client.handle(url: "ah-test.app://open?x=1&uuid=12-34"))
    #expect(try host.client.handle(url: "AH-Test.App://open?uuid=b"))
    for other in ["ah-other://open?uuid=1", "ah-test.app://open", "https://a.example/open?uuid=1"] {
      #expect(try !host.client.handle(url: other))
    }
    host.collect()
    #expect(host.events.map(\.kind) == [.openWanted, .openWanted])
    #expect(
      host.events.map(\.line) == ["ah-test.app://open?uuid=12-34", "ah-test.app://open?uuid=b"])
    #expect(host.events.allSatisfy { $0.source == 0 })
  }
}
