import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Certificates") struct SecureTests {
  /// Made once: a file that is written again is empty for a moment.
  static let certificates: Certificates? = {
    let made = try? Certificates()
    made?.folder.write(Array("HTTP/1.0 200 x\r\n\r\nhello".utf8), to: "hello")
    return made
  }()
  let certificates: Certificates

  init() throws {
    certificates = try #require(SecureTests.certificates)
  }

  private func ask(
    _ server: SecureServer, _ path: String = "hello", authority: String? = nil
  ) throws -> HTTPResponse {
    try testTransport { $0.caFile = authority ?? certificates.authority }
      .send(HTTPRequest("GET", server.url(path)))
  }

  @Test func anAuthorityOfOnesOwnIsTrusted() throws {
    let server = try SecureServer(certificates, .good)
    #expect(text(try ask(server).body) == "hello")
  }

  @Test(arguments: [
    (Certificates.Kind.otherHost, "other.test", "does not match|target|subject name"),
    (.expired, "expired", "expired"),
    (.selfSigned, "self-signed", "self-signed|self signed"),
  ])
  func othersAreNot(_ kind: Certificates.Kind, _ name: String, _ reasons: String) throws {
    let server = try SecureServer(certificates, kind)
    let transfer = try testTransport { $0.caFile = certificates.authority }
    let error = failure { _ = try transfer.send(HTTPRequest("GET", server.url("hello?a=secret"))) }
    #expect(error?.code == .tls)
    let line = try #require(error?.line)
    #expect(line.hasPrefix("GET 127.0.0.1:\(server.port): "))
    #expect(reasons.split(separator: "|").contains { line.contains($0) }, "\(line)")
    #expect(!line.contains("secret"))
  }

  @Test func anUnknownAuthorityIsNot() throws {
    let server = try SecureServer(certificates, .good)
    let transport = try testTransport { $0.caFile = nil }
    let transfer = try transport.start(HTTPRequest("GET", server.url("hello")))
    #expect(transfer.wait(milliseconds: 30_000))
    #expect(transfer.error?.code == .tls && !transfer.wasSent)
    let missing = failure { _ = try ask(server, authority: "/no/such/file.pem") }
    #expect(missing?.code == .tls)
    #expect(missing?.line.contains("/no/such/file.pem") == true)
  }

  @Test func oldVersionsAreRefused() throws {
    let server = try SecureServer(
      certificates, .good, ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
    #expect(failure { _ = try ask(server) }?.code == .tls)
  }

  @Test func plainServersAreNotSecure() throws {
    try withConnections({ connection in connection.write("HTTP/1.1 200 x\r\n\r\n") }) { server in
      let request = HTTPRequest("GET", "https://127.0.0.1:\(server.port)/")
      #expect(failure { _ = try testTransport().send(request) }?.code == .tls)
    }
  }

}
