import AhaBase
import AhaJSON
import AhaTestSupport
import CShims

@testable import AhaNet

/// A stub server in its own process (docs/testing-your-host.md). The process ends with this object.
final class Stub: TestServer {
  init() throws { try super.init("bindings/python-testing/aha_testing") }

  /// - Parameter reply: JSON object, or a list of them.
  func on(_ method: String, _ path: String, _ reply: String) throws {
    try command("{\"do\":\"on\",\"method\":\"\(method)\",\"path\":\"\(path)\",\"reply\":\(reply)}")
  }
}

extension JSONObject {
  /// A header of a recorded request; "" if it is absent.
  func header(_ name: String) -> String {
    guard case .list(let pairs)? = self["headers"] else { return "" }
    for pair in pairs {
      if case .list(let two) = pair, case .text(let key) = two[0], case .text(let value) = two[1],
        key.lowercased() == name
      {
        return value
      }
    }
    return ""
  }
}

/// A client with its stub, and the reported events.
final class Host {
  let client: Client
  private(set) var events: [HostEvent] = []
  /// Not the user's folder, through which other programs of this application pass URLs on.
  private let folder = TemporaryFolder()

  init(_ change: (inout ClientSettings) -> Void = { _ in }) throws {
    var settings = try ClientSettings(applicationID: "test.app")
    settings.transport.proxy = ""
    settings.stateFolder = FilePath(folder.file("state"))
    change(&settings)
    client = try Client(settings: settings)
  }

  deinit { client.close() }

  func request(
    _ account: Account?, _ method: String = "GET", _ resource: String = "/me",
    waits: Bool = false
  ) throws -> Request {
    var options = Request.Options()
    options.waitsForSignIn = waits
    return try Request(
      client: client, account: account, method: method, resource: resource, options: options)
  }

  func signIn(_ account: Account, _ grant: Provider.Grants = .password) throws -> Job {
    var options = Account.SignInOptions()
    options.grant = grant
    (options.user, options.password) = ("ada", Secret("secret"))
    var started: Job?
    try account.startSignIn(options) { started = $0 }
    return started!
  }

  /// Sends a request and waits for its end.
  func send(_ request: Request) throws -> AhaError? {
    let job = try start(request)
    guard let outcome = job.wait(milliseconds: 60_000) else { throw AhaError(.timeout, "no end") }
    collect()
    if case .failure(let error) = outcome { return error }
    return nil
  }

  func start(_ request: Request) throws -> Job {
    var started: Job?
    request.tag.value = 7
    try request.start { started = $0 }
    return started!
  }

  func collect() { while let event = client.events.next() { events.append(event) } }

  /// Waits until an event of this kind was reported.
  func wait(for kind: EventKind) throws {
    let deadline = Instant.after(milliseconds: 30_000)
    while true {
      collect()
      if events.contains(where: { $0.kind == kind }) { return }
      guard Instant.now() < deadline else { throw AhaError(.timeout, "no \(kind)") }
      var one = pollfd(fd: try client.events.descriptor(), events: Int16(POLLIN), revents: 0)
      poll(&one, 1, 100)
    }
  }

  /// Reported events without progress.
  var kinds: [EventKind] { events.map(\.kind).filter { $0 != .requestProgress } }

  /// An account at a stub that already has a token.
  func account(_ stub: Stub, token: Token? = nil) throws -> Account {
    try account(at: stub.url, token: token)
  }

  func account(at url: String, token: Token? = nil) throws -> Account {
    let provider = try Provider("stub")
    (provider.tokenURL, provider.apiURL) = (url + "/token", url + "/api")
    provider.clientID = "an id"
    let account = try Account.open(for: client, provider: provider, name: "default", kind: .memory)
    if let token { try account.keep(token) }
    return account
  }
}

extension Job {
  /// The error that a job ends with.
  func failure(within milliseconds: Int64 = 30_000) throws -> AhaError {
    guard case .failure(let error)? = wait(milliseconds: milliseconds) else {
      throw AhaError(.timeout, "no failure")
    }
    return error
  }

  func expectSuccess() throws {
    guard case .success? = wait(milliseconds: 30_000) else { throw AhaError(.timeout, "no end") }
  }
}
