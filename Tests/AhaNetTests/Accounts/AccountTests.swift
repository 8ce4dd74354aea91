import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Accounts")
struct AccountTests {
  let folder = TemporaryFolder()
  let rig = AccountRig()
  var clock: FakeClock { rig.clock }
  var server: FakeServer { rig.server }
  var events: EventList { rig.events }

  private var store: FileStore { FileStore(folder: FilePath(folder.file("aha"))) }

  /// An account whose token has ended.
  private func expired(_ store: (any TokenStore)? = nil) throws -> Account {
    let account = try rig.make(makeToken("old", refresh: "r1", lifetime: 60), store: store)
    clock.pass(seconds: 60)
    return account
  }

  @Test func signRequestsInTheStyleOfTheProvider() throws {
    let bearer = try rig.make(makeToken("t"))
    #expect(try rig.signed(bearer).credential?.name == "Authorization")
    #expect(try rig.signed(bearer).credential?.value == "Bearer t")
    let oauth = try rig.make(makeToken("t")) { $0.tokenStyle = "OAuth" }
    #expect(try rig.signed(oauth).credential?.value == "OAuth t")
    let own = try rig.make(makeToken("t")) {
      ($0.tokenHeader, $0.tokenStyle, $0.keyHeader) = ("PH-Access-Token", "", "Allihoopa-API-Key")
      $0.clientSecret = Secret("key")
    }
    let request = try rig.signed(own)
    #expect(request.credential?.name == "PH-Access-Token" && request.credential?.value == "t")
    #expect(request.headers.map { "\($0.name)=\($0.value)" } == ["Allihoopa-API-Key=key"])
    #expect(server.asked.isEmpty)
  }

  @Test func sendTheirTokenOnlyToTheirHost() throws {
    let account = try rig.make(makeToken("t"))
    for url in ["http://api.service.example/", "https://other.example/", "nonsense"] {
      var request = HTTPRequest("GET", url)
      #expect(failure { try account.authorize(&request) }?.code == .invalidArgument)
      #expect(request.credential == nil)
    }
  }

  @Test func thatAreNotSignedInSaySo() throws {
    let account = try rig.make()
    #expect(try !account.hasToken())
    #expect(failure { _ = try rig.signed(account) }?.code == .notSignedIn)
    #expect(failure { _ = try rig.make { $0.clientID = "" } }?.code == .invalidArgument)
  }

  @Test func areSeenByOthersThatShareTheStore() throws {
    let store = MemoryStore()
    let (one, other) = (try rig.make(store: store), try rig.make(store: store))
    #expect(try !other.hasToken())
    try one.adopt(makeToken("t"))
    #expect(try rig.signed(other).credential?.value == "Bearer t")
  }

  // MARK: Renewal

  @Test func renewBeforeTheEnd() throws {
    let account = try rig.make(makeToken("old", refresh: "r1", lifetime: 3600))
    clock.pass(seconds: 3500)
    #expect(try rig.signed(account).credential?.value == "Bearer old")
    clock.pass(seconds: 41)
    server.add(200, reply("new", refresh: "r2"))
    #expect(try rig.signed(account).credential?.value == "Bearer new")
    #expect(
      server.asked.map { $0.body } == [
        "grant_type=refresh_token&refresh_token=r1&client_id=an%20id"
      ])
    #expect(try account.stored()?.refresh?.text == "r2")
  }

  @Test func renewAfterA401() throws {
    let account = try rig.make(makeToken("old", refresh: "r1"))
    let (one, two) = (try rig.signed(account), try rig.signed(account))
    server.add(200, reply("new", refresh: "r2"))
    try account.renew(after401To: one)
    // The other request had the same token; it finds a new one in the store.
    try account.renew(after401To: two)
    #expect(try rig.signed(account).credential?.value == "Bearer new")
    #expect(server.asked.count == 1)
  }

  @Test func keepTheNewTokenBeforeTheyUseIt() throws {
    let filling = FillingStore()
    let account = try expired(filling.store)
    server.before = { () throws(AhaError) in filling.isFull = true }
    server.add(200, reply("new", refresh: "r2"))
    #expect(failure { _ = try rig.signed(account) }?.code == .diskFull)
    #expect(failure { _ = try rig.signed(account) }?.code == .diskFull)
    filling.isFull = false
    // The new token is kept and not requested again, because the refresh token is spent.
    #expect(try rig.signed(account).credential?.value == "Bearer new")
    #expect(try account.stored()?.refresh?.text == "r2")
    #expect(server.asked.count == 1)
  }

  @Test func spendNoRefreshTokenWhereTheHostsStoreIsFull() throws {
    let filling = FillingStore()
    let account = try expired(filling.store)
    filling.isFull = true
    #expect(failure { _ = try rig.signed(account) }?.code == .diskFull)
    #expect(server.asked.isEmpty)
    filling.isFull = false
    server.add(200, reply("new", refresh: "r2"))
    #expect(try rig.signed(account).credential?.value == "Bearer new")
  }

  @Test func spendNoRefreshTokenWhereNoFileCanBeWritten() throws {
    let account = try expired(store)
    // A folder in place of the file that will be renamed.
    let part = folder.file("aha/.service@default.part")
    try Disk.makeFolders(FilePath(part + "/in the way"), mode: 0o700)
    #expect(failure { _ = try rig.signed(account) } != nil && server.asked.isEmpty)
    Disk.removeAll(FilePath(part))
    server.add(200, reply("new", refresh: "r2"))
    #expect(try rig.signed(account).credential?.value == "Bearer new")
  }

  @Test func haveTheBytesOfTheNextTokenOnTheDiskBeforeTheyAskForIt() throws {
    let account = try expired(store)
    let part = FilePath(folder.file("aha/.service@default.part"))
    var reserved: Int64 = 0
    server.before = { () throws(AhaError) in reserved = FileStatus(part)?.length ?? 0 }
    server.add(200, reply("new", refresh: String(repeating: "r", count: 5000)))
    #expect(try rig.signed(account).credential?.value == "Bearer new")
    #expect(reserved >= 65536 && !Disk.exists(part))
    #expect(try account.stored()?.refresh?.count == 5000)
    // A request that fails leaves nothing behind.
    clock.pass(seconds: 4000)
    #expect(failure { _ = try rig.signed(account) }?.code == .network && !Disk.exists(part))
  }

  @Test func waitForTheOtherProcessThatRenews() throws {
    let account = try expired(store)
    let other = try LockHolder(try #require(try store.lockFile(for: account.key)).text)
    let waiting = try Background { () -> String in
      var request = HTTPRequest("GET", "https://api.service.example/")
      do { try account.authorize(&request) } catch { return "failed: \(error)" }
      return request.credential?.value ?? ""
    }
    // It sends no request while another process holds the lock.
    Instant.pause(milliseconds: 50)
    #expect(!waiting.hasEnded && server.asked.isEmpty)
    try store.save(account.key, record: record(makeToken("theirs", refresh: "r2", lifetime: 3600)))
    other.release()
    #expect(waiting.result() == "Bearer theirs")
    #expect(server.asked.isEmpty)
  }

  @Test func renewOnceForAllThatWait() throws {
    let account = try expired()
    for _ in 0..<2 { server.add(200, reply("new", refresh: "r2")) }
    // Long enough for all threads to see the renewal in progress.
    server.before = { () throws(AhaError) in Instant.pause(milliseconds: 200) }
    let lock = Lock()
    var fine = 0
    let ended = try concurrently(16) { _ in
      for _ in 0..<4 {
        var request = HTTPRequest("GET", "https://api.service.example/")
        guard (try? account.authorize(&request)) != nil else { continue }
        if request.credential?.value == "Bearer new" { lock.locked { fine += 1 } }
      }
    }
    #expect(ended && fine == 64 && server.asked.count == 1)
  }

  @Test func canBeGivenUpWaitingFor() throws {
    let account = try rig.make(makeToken("old", refresh: "r1"))
    let (asked, goOn) = (Event(), Event())
    server.before = { () throws(AhaError) in
      asked.set()
      goOn.wait()
    }
    server.add(200, reply("new", refresh: "r2"))
    let request = try rig.signed(account)
    let cancellation = Cancellation()
    let waiting = try Background {
      failure { try account.renew(after401To: request, cancellation: cancellation) }?.code
    }
    #expect(asked.wait())
    cancellation.cancel()
    #expect(waiting.result() == .some(.cancelled))
    // The renewal continues: its refresh token may be spent.
    goOn.set()
    account.close()
    #expect(try rig.signed(account).credential?.value == "Bearer new")
  }

  @Test func keepTheirTokenWhereTheNetworkIsDown() throws {
    let account = try rig.make(makeToken("old", refresh: "r1", lifetime: 3600))
    clock.pass(seconds: 3590)
    // The renewal has not ended yet.
    #expect(try rig.signed(account).credential?.value == "Bearer old")
    #expect(server.asked.count == 1)
    clock.pass(seconds: 60)
    #expect(failure { _ = try rig.signed(account) }?.code == .network)
    server.add(502, "<html>")
    #expect(failure { _ = try rig.signed(account) }?.code == .http)
    #expect(try account.hasToken() && events.lines.isEmpty)
    server.add(200, reply("new"))
    #expect(try rig.signed(account).credential?.value == "Bearer new")
  }

  @Test func areSignedOutWhereTheRefreshTokenIsSpent() throws {
    let account = try expired(store)
    server.add(400, "{\"error\":\"invalid_grant\",\"error_description\":\"used\"}")
    let told = failure { _ = try rig.signed(account) }
    #expect(told?.code == .notSignedIn)
    #expect(events.lines == ["signed out: service: invalid_grant: used"])
    #expect(try !account.hasToken() && store.accounts().isEmpty)
  }

  @Test func staySignedInIfAnotherProcessSpentTheToken() throws {
    let store = MemoryStore()
    let account = try expired(store)
    let key = account.key
    server.before = { () throws(AhaError) in
      store.save(key, record: try record(makeToken("theirs", refresh: "r2", lifetime: 3600)))
    }
    server.add(400, "{\"error\":\"invalid_grant\"}")
    #expect(try rig.signed(account).credential?.value == "Bearer theirs")
    #expect(events.lines.isEmpty)
  }

  @Test func areNotSignedOutForOtherReasons() throws {
    let account = try expired()
    server.add(401, "{\"error\":\"invalid_client\"}")
    #expect(failure { _ = try rig.signed(account) }?.code == .refused)
    #expect(try account.hasToken())
  }

  @Test func noticeASignOutByAnotherProcess() throws {
    let store = MemoryStore()
    let account = try rig.make(makeToken("old", refresh: "r1", lifetime: 60), store: store)
    store.forget(account.key)
    clock.pass(seconds: 60)
    #expect(failure { _ = try rig.signed(account) }?.code == .notSignedIn)
    #expect(events.lines == ["signed out: another process signed out"] && server.asked.isEmpty)
  }

  @Test func withoutARefreshTokenLeaveItToTheServer() throws {
    let account = try rig.make(makeToken("t", lifetime: 60), store: store)
    clock.pass(seconds: 100)
    let request = try rig.signed(account)
    #expect(request.credential?.value == "Bearer t")
    #expect(failure { try account.renew(after401To: request) }?.code == .notSignedIn)
    #expect(server.asked.isEmpty)
    // A refused token is of no more use, also after a restart.
    #expect(events.lines == ["signed out: the server refused its token: sign in again"])
    #expect(try !account.hasToken() && store.accounts().isEmpty)
    #expect(try !rig.make(store: store).hasToken())
  }

  @Test func thatAnotherProcessSignedInAgainStaySignedIn() throws {
    let store = MemoryStore()
    let account = try rig.make(makeToken("t"), store: store)
    let request = try rig.signed(account)
    try store.save(account.key, record: record(makeToken("theirs")))
    try account.renew(after401To: request)
    #expect(try rig.signed(account).credential?.value == "Bearer theirs" && events.lines.isEmpty)
  }

  @Test func endForTheReasonOfAServiceThatSendsNo401() throws {
    let account = try rig.make(makeToken("t"))
    let used = account.knownToken
    #expect(account.end(refused: used, because: "it does not know the token").code == .notSignedIn)
    #expect(try !account.hasToken())
    #expect(events.lines == ["signed out: it does not know the token"])
    // The verdict on an old token does not end a new sign-in.
    try account.adopt(makeToken("new"))
    _ = account.end(refused: used, because: "it does not know the token")
    #expect(try account.hasToken() && events.lines.count == 1)
  }
}
