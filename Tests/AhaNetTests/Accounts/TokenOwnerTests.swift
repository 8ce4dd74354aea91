import AhaBase
import AhaTestSupport
import CShims
import Testing

@testable import AhaNet

@Suite("Owners of stored tokens")
struct TokenOwnerTests {
  let folder = TemporaryFolder()
  let server = FakeServer()
  let events = EventList()
  var store: FileStore { FileStore(folder: FilePath(folder.file("aha"))) }

  private func make(
    _ store: (any TokenStore)? = nil, _ change: (Provider) -> Void = { _ in }
  ) throws -> Account {
    let provider = try makeProvider()
    (provider.revocation, provider.revocationURL) = (.form, "https://service.example/revoke")
    change(provider)
    return try Account(
      provider, store: store ?? self.store, send: server.send, clock: FakeClock().now,
      events: events)
  }

  private func signed(_ account: Account) throws -> HTTPRequest {
    var request = HTTPRequest("GET", account.provider.apiURL + "/me")
    try account.authorize(&request)
    return request
  }

  private func kept() throws -> String? { try store.load(for: make().key)?.text }

  @Test(arguments: ["client", "token", "api"])
  func othersAreNotSignedInWithThem(what: String) throws {
    try make().adopt(makeToken("a", refresh: "ra"))
    let before = try kept()
    let other = try make {
      switch what {
      case "client": $0.clientID = "another id"
      case "token": $0.tokenURL = "https://other.example/token"
      default: $0.apiURL = "https://other.example/v1"
      }
    }
    #expect(try !other.hasToken())
    #expect(failure { _ = try signed(other) }?.code == .notSignedIn)
    // Signing out deletes no token of another account, and contacts no server about it.
    try other.signOutAtServer()
    #expect(server.asked.isEmpty)
    #expect(try kept() == before && make().hasToken())
    try other.adopt(makeToken("b"))
    #expect(try other.hasToken() && !make().hasToken())
  }

  @Test func pathsOfOneServerMayChange() throws {
    try make().adopt(makeToken("a"))
    let later = try make {
      ($0.tokenURL, $0.apiURL) = ("https://service.example/v2/token", "https://api.service.example")
    }
    #expect(try later.hasToken())
  }

  @Test func aRenewalKeepsTokensOfOtherAccounts() throws {
    let (one, two) = (try make(), try make { $0.clientID = "another id" })
    try one.adopt(makeToken("a", refresh: "ra"))
    let request = try signed(one)
    try two.adopt(makeToken("b", refresh: "rb"))
    server.add(400, "{\"error\":\"invalid_grant\"}")
    #expect(failure { try one.renew(after401To: request) }?.code == .notSignedIn)
    #expect(try two.hasToken() && two.stored()?.access.text == "b" && server.asked.isEmpty)
  }

  @Test func aSpentTokenKeepsOtherAccounts() throws {
    let (one, two) = (try make(), try make { $0.clientID = "another id" })
    try one.adopt(makeToken("a", refresh: "ra"))
    let request = try signed(one)
    // The closure holds the server, which holds the closure.
    defer { server.before = {} }
    server.before = { () throws(AhaError) in
      try FileStore(folder: FilePath(folder.file("aha"))).save(
        two.key, record: makeToken("b").record(of: two.provider.owner))
    }
    server.add(400, "{\"error\":\"invalid_grant\"}")
    #expect(failure { try one.renew(after401To: request) }?.code == .notSignedIn)
    #expect(try two.hasToken())
  }

  // MARK: Signing out

  @Test func theServerMustTakeBothBack() throws {
    let account = try make()
    try account.adopt(makeToken("t", refresh: "r"))
    server.add(503, "")
    server.add(200, "")
    #expect(failure { try account.signOutAtServer() }?.code == .http)
    #expect(server.asked.count == 2)
  }

  @Test func theNewestPairIsRevoked() throws {
    let filling = FillingStore()
    let account = try make(filling.store)
    try account.adopt(makeToken("old", refresh: "r1"))
    let request = try signed(account)
    server.before = { () throws(AhaError) in filling.isFull = true }
    server.add(200, reply("new", refresh: "r2"))
    #expect(failure { try account.renew(after401To: request) }?.code == .diskFull)
    for _ in 0..<2 { server.add(200, "") }
    try account.signOutAtServer()
    #expect(server.asked[1].body.hasPrefix("token=r2&"))
    #expect(server.asked[2].body.hasPrefix("token=new&"))
  }

  @Test func aReadOnlyStoreKeepsNoAccountSignedIn() throws {
    let kept = MemoryStore()
    let store = HostStore(
      load: { (key) throws(AhaError) in kept.load(for: key) },
      save: { (key, record) throws(AhaError) in kept.save(key, record: record) },
      forget: { (_) throws(AhaError) in throw AhaError(.access, "read only") },
      locks: FilePath(folder.file("not/there")))
    kept.save(try make(kept).key, record: try record(makeToken("t", refresh: "r")))
    let account = try make(store)
    #expect(try account.hasToken())
    for _ in 0..<2 { server.add(200, "") }
    #expect(failure { try account.signOutAtServer() }?.code == .access)
    #expect(server.asked.count == 2 && events.lines == ["signed out"])
    #expect(try !account.hasToken())
    #expect(failure { _ = try signed(account) }?.code == .notSignedIn)
  }

  // MARK: Unusable stores

  @Test(arguments: ["damaged", "open"])
  func aRecordThatIsNoTokenIsReported(what: String) throws {
    try make().adopt(makeToken("t"))
    let path = store.path(of: try make().key)
    if what == "open" {
      chmod(path.text, 0o644)
    } else {
      folder.write([0, 1, 2], to: "aha/\(path.name.text)", mode: 0o600)
    }
    let account = try make()
    #expect(failure { _ = try signed(account) }?.code == .notSignedIn)
    #expect(events.lines.count == 1 && events.lines[0].hasPrefix("failed: "))
    try account.adopt(makeToken("new"))
    #expect(try signed(account).credential?.value == "Bearer new" && make().hasToken())
  }

  // MARK: Waiting for others

  @Test(arguments: ["cancel", "close"])
  func aWaitForOthersCanBeEnded(how: String) throws {
    let account = try Account(makeProvider(), store: store, send: server.send)
    try account.adopt(makeToken("t"))
    let other = try LockHolder(try #require(try store.lockFile(for: account.key)).text)
    defer { other.release() }
    let job = Job()
    let waiting = try Background {
      failure { try account.perform(job) { () throws(AhaError) in try account.signOutAtServer() } }?
        .code
    }
    Instant.pause(milliseconds: 30)
    #expect(!waiting.hasEnded)
    let start = Instant.now()
    if how == "cancel" { job.cancel() } else { account.close() }
    #expect(waiting.result() == .some(how == "cancel" ? .cancelled : .released))
    #expect(Instant.now().nanoseconds - start.nanoseconds < 15_000_000_000)
    #expect(try account.hasToken())
  }

  @Test func oneStoreOfTheHostsIsChangedByOneAtATime() throws {
    let kept = MemoryStore()
    func host(_ id: StoreID) -> HostStore {
      HostStore(
        id: id, load: { (key) throws(AhaError) in kept.load(for: key) },
        save: { (key, record) throws(AhaError) in kept.save(key, record: record) },
        forget: { (key) throws(AhaError) in kept.forget(key) })
    }
    let (one, two) = (
      try make(host(StoreID(data: 1, function: 2))), try make(host(StoreID(data: 1, function: 2)))
    )
    try one.adopt(makeToken("old", refresh: "r1"))
    let requests = (try signed(one), try signed(two))
    server.add(200, reply("new", refresh: "r2"))
    server.before = { () throws(AhaError) in Instant.pause(milliseconds: 100) }
    let first = try Background { failure { try one.renew(after401To: requests.0) }?.code }
    #expect(failure { try two.renew(after401To: requests.1) } == nil)
    #expect(first.result() == .some(nil) && server.asked.count == 1)
    // The lock does not block other accounts.
    let held = try one.lockExclusively()
    _ = try make(host(StoreID(data: 3, function: 2))).lockExclusively()
    withExtendedLifetime(held) {}
  }
}
