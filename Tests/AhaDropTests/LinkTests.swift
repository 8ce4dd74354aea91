import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// The check of a finished drop's public URL.
@Suite struct LinkTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [(200, false), (404, true), (503, true), (0, true)])
  func aDropRequestsItsURLOnce(status: Int, warns: Bool) throws {
    let server = try WebDAVServer(.nextcloud)
    // 0: the connection is cut.
    let web = try RawServer(each: { connection, _ in
      status == 0 ? connection.reset() : connection.answer(status)
    })
    defer { web.close() }
    let destination = try server.destination {
      $0.publicURL = "http://127.0.0.1:\(web.port)/public"
    }
    let process = try DropProcess(folder)
    let drop = try process.drop(
      destination, FilePath(folder.write(patterned(100), to: "mix.wav")))
    #expect(try process.run(drop).error == nil && drop.stage == .done)
    let request = try #require(web.requests.first)
    #expect(web.requests.count == 1)
    #expect(request.hasPrefix("GET /public/\(drop.record.location)/index.html "))
    #expect(field("authorization", request) == nil)
    #expect(drop.warning.contains("its URL does not answer") == warns, "\(drop.warning)")
    #expect(process.events().contains { $0.kind == .dropWarning } == warns)
  }

  @Test func aDropWithoutAPublicURLRequestsNothing() throws {
    let server = try WebDAVServer(.nextcloud)
    let process = try DropProcess(folder)
    let drop = try process.drop(
      try server.destination(), FilePath(folder.write(patterned(100), to: "mix.wav")))
    #expect(try process.run(drop).error == nil)
    #expect(try server.asked("/\(drop.record.location)/index.html").isEmpty && drop.warning.isEmpty)
  }
}
