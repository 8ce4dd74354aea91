import AhaBase
import AhaJSON
import AhaTestSupport
import CShims

@testable import AhaNet

/// A stub server in a process of its own: see docs/testing-your-host.md. It ends with this.
final class Stub {
  private(set) var url = ""
  private let input: Int32
  private var process = pid_t()
  private var buffered: [UInt8] = []

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard shim_socket_pair(&ends) == 0 else { throw AhaError(.system, "no sockets") }
    input = ends[0]
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    let program = root.joined(separator: "/") + "/bindings/python/aha/testing"
    // By its whole name: it looks for its modules beside that.
    var arguments = ["/usr/bin/python3", program].map { word in word.withCString { strdup($0) } }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    let failure = shim_spawn("/usr/bin/python3", &arguments, ends[1], 2, &process)
    close(ends[1])
    if failure != 0 { throw AhaError.system(failure, "start the stub") }
    url = try object(line()).text("url")
  }

  deinit {
    close(input)
    _ = shim_reap(process)
  }

  private func line() throws -> [UInt8] {
    while true {
      if let end = buffered.firstIndex(of: 10) {
        defer { buffered.removeFirst(end + 1) }
        return Array(buffered[..<end])
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let got = read(input, &chunk, chunk.count)
      guard got > 0 else { throw AhaError(.io, "the stub has ended") }
      buffered += chunk[..<got]
    }
  }

  private func object(_ line: [UInt8]) throws -> JSONObject {
    try line.withUnsafeBytes { try JSONObject(parsing: $0, limit: 1 << 24, named: "a stub's answer") }
  }

  @discardableResult
  func command(_ json: String) throws -> String {
    let bytes = Array((json + "\n").utf8)
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { write(input, $0.baseAddress! + done, bytes.count - done) }
      guard put > 0 else { throw AhaError(.io, "the stub has ended") }
      done += put
    }
    return text(try line())
  }

  /// - Parameter reply: As JSON, or a list of those.
  func on(_ method: String, _ path: String, _ reply: String) throws {
    try command("{\"do\":\"on\",\"method\":\"\(method)\",\"path\":\"\(path)\",\"reply\":\(reply)}")
  }

  /// All that was asked of a path, as it was recorded.
  func asked(_ path: String) throws -> [JSONObject] {
    let answer = try object(Array(command("{\"do\":\"requests\",\"path\":\"\(path)\"}").utf8))
    guard case .list(let all)? = answer["requests"] else { throw AhaError(.io, "no list") }
    return all.compactMap { if case .object(let one) = $0 { one } else { nil } }
  }

  /// Returns when a path was asked so many times.
  func wait(_ path: String, count: Int = 1) throws {
    _ = try command("{\"do\":\"wait\",\"path\":\"\(path)\",\"count\":\(count),\"timeout\":10}")
  }
}

extension JSONObject {
  /// A header of a recorded request; "" when it was not there.
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

/// A client of a stub's, and what it told.
final class Host {
  let client: Client
  private(set) var events: [EngineEvent] = []

  init(_ change: (inout ClientSettings) -> Void = { _ in }) throws {
    var settings = try ClientSettings(applicationID: "test.app")
    settings.transport.proxy = ""
    change(&settings)
    client = try Client(settings)
  }

  deinit { client.close() }

  /// Sends a request and waits for its end.
  func send(_ request: Request) throws -> AhaError? {
    let job = try start(request)
    guard let outcome = job.wait(milliseconds: 20_000) else { throw AhaError(.timeout, "no end") }
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

  /// Waits until something was told.
  func wait(for kind: EventKind) throws {
    let deadline = Instant.after(milliseconds: 10_000)
    while true {
      collect()
      if events.contains(where: { $0.kind == kind }) { return }
      guard Instant.now() < deadline else { throw AhaError(.timeout, "no \(kind)") }
      var one = pollfd(fd: try client.events.descriptor(), events: Int16(POLLIN), revents: 0)
      poll(&one, 1, 100)
    }
  }

  /// What was told, but for progress.
  var kinds: [EventKind] { events.map(\.kind).filter { $0 != .requestProgress } }

  /// An account at a stub, whose token is there already.
  func account(_ stub: Stub, token: Token? = nil) throws -> ClientAccount {
    let provider = try Provider("stub")
    (provider.tokenURL, provider.apiURL) = (stub.url + "/token", stub.url + "/api")
    provider.clientID = "an id"
    let account = try ClientAccount.open(client, provider, name: "default", kind: .memory)
    if let token { try account.account.keep(token) }
    return account
  }
}
