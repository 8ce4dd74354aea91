import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Secrets in error lines")
struct SecretLineTests {
  private let host: Host

  init() throws { host = try Host() }

  /// Error line of a request that a server refuses with a page.
  private func line(
    _ page: String, _ path: String = "/", _ change: (Request) throws -> Void = { _ in }
  ) throws -> String {
    try withServer({ connection, head in
      _ = connection.body(of: head)
      connection.answer(400, [], Array(page.utf8))
    }) { server in
      let one = try Request(
        client: host.client, account: nil, method: "POST", resource: server.url(path))
      try change(one)
      return try #require(try host.send(one)).line
    }
  }

  @Test func pagesThatRepeatASecretAreNotShown() throws {
    for (name, value) in [
      ("Authorization", "Basic aHVzaA-hush"), ("Cookie", "a=b; session=a-hush"),
      ("X-Api-Key", "a-hush"),
    ] {
      let told = try line("no a-hush: aHVzaA-hush") { try $0.setHeader(name, value) }
      #expect(!told.contains("hush"), "\(name): \(told)")
    }
    for name in ["password", "client_secret", "ACCESS_TOKEN", "code"] {
      let told = try line("no a%26hush") { try $0.addParameter(name, "a&hush") }
      #expect(!told.contains("hush"), "\(name): \(told)")
    }
    for name in ["key", "X-Amz-Signature", "sig"] {
      let query = "/?x=1&\(name)=a-hush"
      #expect(try !line("no \(query)", query).contains("hush"))
    }
  }

  @Test func otherPagesAre() throws {
    let told = try line("no such thing as rain", "/?q=rain&code=1") {
      try $0.addParameter("title", "rain")
      try $0.setHeader("X-Thing", "rain")
    }
    #expect(told.hasSuffix("HTTP 400: no such thing as rain"))
  }

  @Test func resourcesAreShownWithoutTheirQuery() throws {
    for resource in ["127.0.0.1/?key=hush", "//ada:hush@127.0.0.1/", "me#hush"] {
      let error = failure {
        _ = try Request(client: host.client, account: nil, method: "GET", resource: resource)
      }
      #expect(error?.code == .invalidArgument && error?.line.contains("hush") == false)
    }
  }
}
