import AhaBase
import CShims

@testable import AhaNet

/// Returns canned replies and keeps the requests. Without a further reply, the network is down.
final class FakeServer: @unchecked Sendable {
  struct Asked {
    let request: HTTPRequest
    let body: String
  }

  private let lock = Lock()
  private var replies: [(Int, String)]
  private var all: [Asked] = []
  /// Called on the requesting thread before a reply.
  var before: () throws(AhaError) -> Void = {}

  init(_ replies: [(Int, String)] = []) { self.replies = replies }

  func add(_ status: Int, _ body: String) { lock.locked { replies.append((status, body)) } }

  var asked: [Asked] { lock.locked { all } }

  func send(_ request: HTTPRequest) throws(AhaError) -> HTTPResponse {
    var body = ""
    if case .secret(let secret) = request.body { body = secret.text }
    lock.locked { all.append(Asked(request: request, body: body)) }
    try before()
    let reply = lock.locked { replies.isEmpty ? nil : replies.removeFirst() }
    guard let reply else { throw AhaError(.network, "connection refused") }
    var response = HTTPResponse()
    response.status = reply.0
    response.body = Array(reply.1.utf8)
    return response
  }
}

/// Clocks that a test sets.
final class FakeClock: @unchecked Sendable {
  var time = TokenTime(wall: 1_800_000_000, running: 5_000_000)
  func now() -> TokenTime { time }

  func pass(seconds: Int64) {
    time.wall += seconds
    time.running += seconds * 1000
  }
}

/// A client, and the events of its accounts.
final class EventList: @unchecked Sendable {
  let client = try! Client(settings: ClientSettings(applicationID: "test.app"))
  private let lock = Lock()
  private var all: [String] = []

  var lines: [String] {
    lock.locked {
      while let event = client.events.next() { all.append(EventList.line(event)) }
      return all
    }
  }

  private static func line(_ event: HostEvent) -> String {
    switch event.kind {
    case .accountSignedIn: "signed in"
    case .accountFailed: "failed: \(event.line)"
    case .accountSignedOut: event.result == .ok ? "signed out" : "signed out: \(event.line)"
    default: "another event"
    }
  }
}

extension Account {
  /// An account whose requests a fake server answers.
  convenience init(
    _ provider: Provider, name: String = "default", store: any TokenStore, send: @escaping Sender,
    clock: @escaping () -> TokenTime = TokenTime.now, events: EventList = EventList()
  ) throws(AhaError) {
    try self.init(
      client: events.client, provider: provider, name: name, store: store,
      transport: { (request, _) throws(AhaError) in try send(request) }, clock: clock)
  }
}

/// Accounts with a fake server.
struct AccountRig {
  let clock = FakeClock()
  let server = FakeServer()
  let events = EventList()

  func make(
    _ token: Token? = nil, store: (any TokenStore)? = nil, _ change: (Provider) -> Void = { _ in }
  ) throws -> Account {
    let provider = try makeProvider()
    change(provider)
    let account = try Account(
      provider, store: store ?? MemoryStore(), send: server.send, clock: clock.now,
      events: events)
    if let token { try account.adopt(token) }
    return account
  }

  func signed(_ account: Account) throws -> HTTPRequest {
    var request = HTTPRequest("GET", "https://api.service.example/me")
    try account.authorize(&request)
    return request
  }
}

/// A host's store that can become full.
final class FillingStore {
  let kept = MemoryStore()
  var isFull = false

  var store: HostStore {
    HostStore(
      load: { [self] (key) throws(AhaError) in kept.load(for: key) },
      save: { [self] (key, record) throws(AhaError) in
        if isFull { throw AhaError(.diskFull, "full") }
        kept.save(key, record: record)
      }, forget: { [self] (key) throws(AhaError) in kept.forget(key) })
  }
}

func makeProvider(_ name: String = "service") throws -> Provider {
  let provider = try Provider(name)
  provider.authorizationURL = "https://service.example/authorize"
  provider.tokenURL = "https://service.example/token"
  provider.apiURL = "https://api.service.example/v1"
  provider.clientID = "an id"
  return provider
}

/// The token as an account of `makeProvider` stores it.
func record(_ token: Token) throws(AhaError) -> Secret {
  do { return token.record(of: try makeProvider().owner) } catch { throw AhaError(.state, "none") }
}

func makeToken(
  _ access: String, refresh: String? = nil, lifetime: Int64 = 0, isOwn: Bool = false,
  at time: TokenTime = TokenTime(wall: 1_800_000_000, running: 5_000_000)
) -> Token {
  Token(
    access: Secret(access), refresh: refresh.map { Secret($0) }, type: "bearer", scope: "",
    lifetime: lifetime, isOwn: isOwn, requested: time)
}

func reply(_ access: String, refresh: String? = nil, lifetime: Int = 3600) -> String {
  let more = refresh.map { ",\"refresh_token\":\"\($0)\"" } ?? ""
  return "{\"access_token\":\"\(access)\",\"token_type\":\"bearer\","
    + "\"expires_in\":\(lifetime)\(more)}"
}

/// Another process that holds the lock of a file.
final class LockHolder {
  private var input: Int32 = -1
  private var process = pid_t()

  /// Returns when the process holds the lock.
  init(_ path: String) throws {
    let script =
      "import fcntl,os,sys\nf=os.open(sys.argv[1],os.O_RDWR|os.O_CREAT,0o600)\n"
      + "fcntl.flock(f,fcntl.LOCK_EX)\nos.write(1,b'x')\nos.read(0,1)\n"
    var ends: [Int32] = [-1, -1]
    guard shim_socket_pair(&ends) == 0 else { throw AhaError(.system, "no sockets") }
    input = ends[0]
    let words: [String] = ["python3", "-c", script, path]
    var arguments = words.map { word in word.withCString { strdup($0) } }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    let failure = shim_spawn("/usr/bin/python3", &arguments, ends[1], 2, &process)
    close(ends[1])
    if failure != 0 { throw AhaError.system(failure, "start python3") }
    var byte = UInt8(0)
    guard read(input, &byte, 1) == 1 else { throw AhaError(.system, "python3 holds no lock") }
  }

  func release() {
    guard input >= 0 else { return }
    close(input)
    input = -1
    _ = shim_reap(process)
  }

  deinit { release() }
}
