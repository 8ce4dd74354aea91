import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

/// Users and passwords that answer a server's challenge, and .netrc.
@Suite("Logins by challenge") struct LoginTests {
  private static let digest =
    "WWW-Authenticate: Digest realm=\"r\", qop=\"auth\", nonce=\"n\", algorithm=SHA-256"

  /// What a server got: the Authorization header and the body of each request.
  private final class Record: @unchecked Sendable {
    private let lock = Lock()
    private var all: [(authorization: String, body: Int)] = []
    func add(_ authorization: String, _ body: Int) {
      lock.locked { all.append((authorization, body)) }
    }
    var requests: [(authorization: String, body: Int)] { lock.locked { all } }
  }

  /// Accepts a request with an Authorization header that begins with `scheme`.
  private func withServer(
    offering headers: [String], accepting scheme: String,
    _ body: (RawServer, Record) throws -> Void
  ) throws {
    let record = Record()
    try withConnections({ connection in
      while let head = connection.head() {
        let given = field("authorization", head) ?? ""
        record.add(given, connection.body(of: head).count)
        if !scheme.isEmpty, given.hasPrefix(scheme) {
          connection.answer(200, [], Array("welcome".utf8))
        } else {
          connection.answer(401, headers, Array("who are you".utf8))
        }
      }
    }) { try body($0, record) }
  }

  private func request(_ method: String, _ server: RawServer, isDigest: Bool = false) -> HTTPRequest
  {
    var request = HTTPRequest(method, server.url("/a"))
    request.login = HTTPLogin(user: "ann", password: Secret("pass word"), isDigest: isDigest)
    return request
  }

  private func send(_ request: HTTPRequest) throws -> HTTPResponse {
    try testTransport().send(request)
  }

  @Test func digestSendsTheWholeBodyAndNeverThePassword() throws {
    try withServer(offering: [LoginTests.digest], accepting: "Digest username=\"ann\"") {
      server, record in
      var request = request("POST", server)
      request.body = .bytes([UInt8](repeating: 1, count: 5000))
      let reply = try send(request)
      #expect(reply.status == 200 && reply.body == Array("welcome".utf8))
      #expect(record.requests.count == 2 && record.requests.last?.body == 5000)
      #expect(!record.requests.contains { $0.authorization.contains("pass word") })
    }
  }

  @Test func basicIsSentOnlyIfItIsAllowed() throws {
    try withServer(offering: ["WWW-Authenticate: Basic realm=\"r\""], accepting: "Basic ") {
      server, record in
      let reply = try send(request("GET", server))
      #expect(reply.status == 200)
      #expect(record.requests.last?.authorization == "Basic YW5uOnBhc3Mgd29yZA==")
      // A server that has offered Digest before may not get the password.
      let count = record.requests.count
      let refused = try send(request("GET", server, isDigest: true))
      #expect(refused.status == 401)
      #expect(record.requests.dropFirst(count).allSatisfy { $0.authorization.isEmpty })
    }
  }

  @Test func aRefusedLoginIsTheServersReply() throws {
    try withServer(offering: [LoginTests.digest], accepting: "") { server, record in
      let reply = try send(request("PUT", server))
      #expect(reply.status == 401 && reply.body == Array("who are you".utf8))
      #expect(record.requests.count == 2)
    }
  }

  @Test func anotherOriginGetsNoLogin() throws {
    try withServer(offering: [LoginTests.digest], accepting: "Digest") { there, record in
      try withConnections({ connection in
        _ = connection.head()
        connection.answer(302, ["Location: \(there.url("/x"))"])
      }) { server in
        let refused = try send(request("GET", server))
        #expect(refused.status == 401)
        #expect(record.requests.map { $0.authorization } == [""])
      }
    }
  }

  @Test func netrcAnswersForItsHostAlone() throws {
    let folder = TemporaryFolder()
    folder.write(
      Array("machine 127.0.0.1 login ann password secret\n".utf8), to: "netrc", mode: 0o600)
    try withServer(offering: [LoginTests.digest], accepting: "Digest username=\"ann\"") {
      server, record in
      let transport = try testTransport { $0.netrcFile = folder.file("netrc") }
      #expect(try transport.send(HTTPRequest("GET", server.url())).status == 200)
      // A URL that another server wrote gets none, and an own header replaces the file's user.
      var foreign = HTTPRequest("GET", server.url())
      foreign.ssrfGuard = .notNearer(than: .here)
      #expect(try transport.send(foreign).status == 401)
      var own = HTTPRequest("GET", server.url())
      own.headers = [HTTPHeader("Authorization", "Own x")]
      #expect(try transport.send(own).status == 401)
      #expect(record.requests.last?.authorization == "Own x")
      let other = HTTPRequest("GET", "http://localhost:\(server.port)/")
      #expect(try transport.send(other).status == 401)
    }
  }

  @Test func aNetrcThatOthersMayReadIsRefused() throws {
    let folder = TemporaryFolder()
    folder.write(Array("machine a login b password secret\n".utf8), to: "netrc", mode: 0o644)
    let error = failure { _ = try testTransport { $0.netrcFile = folder.file("netrc") } }
    #expect(error?.code == .access && error?.line.contains("secret") == false)
    let missing = failure { _ = try testTransport { $0.netrcFile = folder.file("none") } }
    #expect(missing?.code == .notFound)
    let key = failure { _ = try testTransport { $0.keyFile = "key.pem" } }
    #expect(key?.code == .invalidArgument)
  }
}
