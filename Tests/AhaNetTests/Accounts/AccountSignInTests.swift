import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaNet

/// Lines of the log.
private final class Lines: @unchecked Sendable {
  private let lock = Lock()
  private var all: [String] = []

  func add(_ line: String) { lock.locked { all.append(line) } }

  var lines: [String] { lock.locked { all } }
}

@Suite("Sign-in and sign-out of accounts")
struct AccountSignInTests {
  let rig = AccountRig()
  var clock: FakeClock { rig.clock }
  var server: FakeServer { rig.server }
  var events: EventList { rig.events }

  let folder = TemporaryFolder()
  private var store: FileStore { FileStore(folder: FilePath(folder.file("aha"))) }

  /// An account whose token can be revoked.
  private func revocable(
    _ token: Token? = nil, _ way: Provider.Revocation = .json, store: (any TokenStore)? = nil
  ) throws -> Account {
    try rig.make(token, store: store) {
      ($0.revocation, $0.revocationURL) = (way, "https://service.example/revoke")
    }
  }

  @Test func signInWithAPassword() throws {
    let account = try rig.make()
    server.add(200, reply("t", refresh: "r"))
    try account.signIn(user: "me & you", password: Secret("p=w"))
    #expect(
      server.asked[0].body
        == "grant_type=password&username=me%20%26%20you&password=p%3Dw&client_id=an%20id")
    server.add(400, "{\"error\":\"invalid_grant\"}")
    #expect(failure { try account.signIn(user: "x", password: Secret("y")) }?.code == .refused)
    #expect(events.lines == ["signed in", "failed: service: invalid_grant"])
    // The failed call left the account signed in.
    #expect(try account.hasToken())
  }

  @Test func ofTheApplicationAskOnceMore() throws {
    let account = try rig.make { $0.clientSecret = Secret("s") }
    server.add(200, reply("one", lifetime: 60))
    try account.signInAsClient()
    clock.pass(seconds: 59)
    server.add(200, reply("two", lifetime: 60))
    #expect(try rig.signed(account).credential?.value == "Bearer two")
    #expect(server.asked[1].body == "grant_type=client_credentials")
    #expect(failure { try rig.make().signInAsClient() }?.code == .invalidArgument)
  }

  @Test(arguments: [Provider.Revocation.form, .json, .bearer, .none])
  func signOutHereAndThere(way: Provider.Revocation) throws {
    let account = try revocable(makeToken("t", refresh: "r"), way)
    for _ in 0..<2 { server.add(200, "") }
    let isRevoked = try account.signOut()
    #expect(try !account.hasToken())
    #expect(events.lines == ["signed out"])
    let asked = server.asked.map { "\($0.request.credential?.value ?? "") \($0.body)" }
    switch way {
    case .none: #expect(!isRevoked && asked.isEmpty)
    case .json: #expect(isRevoked && asked == [" {\"access_token\":\"t\"}"])
    case .bearer: #expect(isRevoked && asked == ["Bearer t "])
    case .form:
      #expect(
        isRevoked
          && asked == [
            " token=r&token_type_hint=refresh_token&client_id=an%20id",
            " token=t&token_type_hint=access_token&client_id=an%20id",
          ])
    }
  }

  @Test func signOutWhateverTheServerSays() throws {
    let account = try revocable(makeToken("t"))
    #expect(try !account.signOut())  // the account is already signed out
    #expect(try !account.hasToken())
    try account.adopt(makeToken("t"))
    server.add(500, "<html>")
    #expect(try !account.signOut())
    #expect(try !account.hasToken())
    #expect(try !account.signOut())
  }

  @Test func revokeAlsoATokenThatOthersCanRead() throws {
    _ = try rig.make(makeToken("t"), store: store)
    chmod(folder.file("aha/service@default.json"), 0o644)
    let account = try revocable(store: store)
    server.add(200, "")
    try account.signOutAtServer()
    #expect(server.asked.map(\.body) == ["{\"access_token\":\"t\"}"])
    #expect(try store.accounts().isEmpty)
  }

  @Test func sayThatADamagedTokenIsNotRevoked() throws {
    let account = try revocable(store: store)
    try store.save(account.key, record: Secret("{\"access_token\":\"hush"))
    let told = failure { try account.signOutAtServer() }
    #expect(told?.code == .damaged && told?.line.contains("could not be revoked") == true)
    #expect(try told?.line.contains("hush") == false && store.accounts().isEmpty)
    // The second time, there is nothing to sign out.
    #expect(failure { try account.signOutAtServer() } == nil)
  }

  @Test func signInWithAReadyToken() throws {
    let account = try rig.make()
    try account.signIn(token: Secret("ready"), refresh: nil, scope: "a b", lifetime: 60)
    #expect(try rig.signed(account).credential?.value == "Bearer ready")
    #expect(account.scopes == "a b" && events.lines == ["signed in"])
    for wrong in ["", "a b", "a\n", "ü"] {
      let told = failure {
        try account.signIn(token: Secret(wrong), refresh: nil, scope: "", lifetime: 0)
      }
      #expect(told?.code == .invalidArgument, "\(wrong)")
    }
    #expect(try rig.signed(account).credential?.value == "Bearer ready" && server.asked.isEmpty)
  }

  @Test func readAReadyTokenFromAPrivateFileOnly() throws {
    let path = folder.write(Array("ready\n".utf8), to: "token")
    chmod(path, 0o640)
    #expect(failure { _ = try Secret.privateLine(of: FilePath(path)) }?.code == .access)
    chmod(path, 0o600)
    #expect(try Secret.privateLine(of: FilePath(path)).text == "ready")
  }

  @Test func keepTheirTokensOutOfTheLog() throws {
    let lines = Lines()
    let account = try revocable(
      makeToken("hush-access", refresh: "hush-refresh", lifetime: 60), .form)
    exclusively {
      Log.set(Log.Sink(write: { lines.add($1) }, destroy: {}), level: 4)
      defer { Log.set(nil, level: 0) }
      clock.pass(seconds: 60)
      server.add(500, "<b>hush-refresh</b>")
      let told = failure { _ = try rig.signed(account) }
      #expect(told?.code == .http && told?.line.contains("hush") == false)
      _ = try? account.signOut()
    }
    #expect(!lines.lines.isEmpty && !lines.lines.contains { $0.contains("hush") })
  }
}
