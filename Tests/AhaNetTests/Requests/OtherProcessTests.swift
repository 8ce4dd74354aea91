import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

/// Clients of one state folder, as those of several processes. A socket leads to the waiting one,
/// so one process is enough here; Tests/python/test_relaunch.py has several.
@Suite("URLs for another client")
struct OtherProcessTests {
  let folder = TemporaryFolder()
  let stub: Stub

  init() throws {
    stub = try Stub()
    try stub.on("POST", "/token", "{\"json\":{\"access_token\":\"t\"}}")
  }

  private func host() throws -> Host {
    try Host { $0.stateFolder = FilePath(folder.file("state")) }
  }

  private func account(_ host: Host, kind: TokenStoreKind = .file) throws -> Account {
    let provider = try Provider("stub")
    provider.authorizationURL = stub.url + "/authorize"
    (provider.tokenURL, provider.apiURL) = (stub.url + "/token", stub.url + "/api")
    (provider.clientID, provider.redirectURL) = ("an id", "my-app://back")
    let account = try Account.open(
      for: host.client, provider: provider, name: "default", kind: kind)
    host.client.finishArrived(for: account)
    return account
  }

  private func begin(_ account: Account) throws -> (Job, String) {
    var job: Job?
    try account.startSignIn(Account.SignInOptions()) { job = $0 }
    let query = URLParts(account.authorizationURL)?.query ?? ""
    let state = FormFields.value(of: "state", in: query) ?? ""
    return (try #require(job), "my-app://back?code=c&state=\(state)")
  }

  @Test(arguments: [TokenStoreKind.file, .memory])
  func endTheSignInThatWaits(kind: TokenStoreKind) throws {
    let (one, other) = (try host(), try host())
    let (job, url) = try begin(account(one, kind: kind))
    var isHandled = false
    // The other client has a second for its answer; a busy machine may need more.
    for _ in 0..<10 where !other.kinds.contains(.urlPassedOn) {
      isHandled = try other.client.handle(url: url)
      other.collect()
    }
    #expect(isHandled)
    try job.expectSuccess()
    #expect(other.events.map(\.kind) == [.urlPassedOn])
    #expect(other.events[0].line == "my-app://back")
    one.collect()
    #expect(one.kinds.contains(.accountSignedIn))
    #expect(try other.client.handle(url: url) || kind == .memory)
    #expect(try stub.asked("/token").count == 1)
  }

  @Test(arguments: [true, false])
  func finishTheSignInOfAProcessThatEnded(isOpen: Bool) throws {
    var url = ""
    do {
      let ended = try host()
      (_, url) = try begin(account(ended))
      // The end of a process leaves its pending sign-in.
    }
    let other = try host()
    var late = isOpen ? try account(other) : nil
    #expect(try other.client.handle(url: url))
    if late == nil { late = try account(other) }
    try other.wait(for: .accountSignedIn)
    #expect(late?.isSignedIn == true)
    #expect(try other.client.handle(url: url))
    let third = try host()
    #expect(try third.client.handle(url: url) && account(third).isSignedIn)
    #expect(try stub.asked("/token").count == 1)
  }

  @Test func answerTheNextSignInOfTheAccount() throws {
    var url = ""
    do {
      let ended = try host()
      (_, url) = try begin(account(ended))
    }
    let other = try host()
    let again = try account(other)
    let (job, _) = try begin(again)
    try again.enter(code: url)
    try job.expectSuccess()
    #expect(again.isSignedIn)
  }

  @Test func ofACancelledSignInAreNotHandled() throws {
    let (one, other) = (try host(), try host())
    let (job, url) = try begin(account(one))
    job.cancel()
    _ = job.wait(milliseconds: 30_000)
    #expect(try !other.client.handle(url: url))
  }

  @Test func ofAnotherApplicationsAccountStay() throws {
    var url = ""
    do {
      let ended = try host()
      (_, url) = try begin(account(ended))
    }
    let other = try host()
    let provider = try Provider("stub")
    (provider.tokenURL, provider.apiURL) = (stub.url + "/token", stub.url + "/api")
    provider.clientID = "another id"
    let foreign = try Account.open(
      for: other.client, provider: provider, name: "default", kind: .file)
    #expect(try other.client.handle(url: url))
    #expect(!foreign.isSignedIn)
    #expect(try stub.asked("/token").isEmpty)
  }
}
