import AhaBase
import AhaNet
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Servers of another kind than the destination, and refusals with their reasons.
@Suite struct ForeignServerTests {
  /// Replies of a server by method: status and headers.
  typealias Replies = @Sendable (String) -> (status: Int, headers: [String])

  private func error(
    _ replies: @escaping Replies, _ body: String = "",
    _ change: (inout WebDAVSettings) -> Void = { _ in },
    check: (WebDAVDestination, DestinationRig, RawServer) throws -> Void = { destination, rig, _ in
      _ = try destination.check(via: rig.call)
    }
  ) throws -> AhaError? {
    let rig = try DestinationRig()
    return try withServer({ connection, head in
      _ = connection.body(of: head)
      let (status, headers) = replies(String(head.prefix { $0 != " " }))
      connection.answer(status, headers, status == 204 ? [] : Array(body.utf8))
    }) { server in
      var settings = WebDAVSettings(url: server.url("/dav/"))
      change(&settings)
      let destination = try WebDAVDestination(name: "dav", settings: settings)
      return failure { try check(destination, rig, server) }
    }
  }

  // MARK: Checks

  @Test(arguments: [200, 400, 405, 501]) func aServerWithoutWebDAVIsNotReady(status: Int) throws {
    let page = "<html><title>Log in</title><form></form></html>"
    let error = try error({ _ in (status, ["Content-Type: text/html"]) }, page)
    #expect(error?.code == .unsupported)
    #expect(error?.line.contains("is not WebDAV: PROPFIND gets HTTP \(status)") == true)
  }

  @Test func aServerThatAnnouncesWebDAVIsReady() throws {
    #expect(try error({ $0 == "OPTIONS" ? (200, ["DAV: 1, 2"]) : (405, []) }) == nil)
    #expect(try error({ $0 == "PROPFIND" ? (207, []) : (405, []) }) == nil)
  }

  /// nginx has the methods of a drop, and neither PROPFIND nor a DAV header.
  @Test func aServerThatMakesFoldersIsReady() throws {
    let wanted = ["PROPFIND": 405, "OPTIONS": 405, "MKCOL": 201, "DELETE": 204]
    let error = try error(
      { (wanted[$0] ?? 500, []) },
      check: { destination, rig, server in
        _ = try destination.check(via: rig.call)
        let made = server.requests.filter { $0.hasPrefix("MKCOL") }
        let deleted = server.requests.filter { $0.hasPrefix("DELETE") }
        #expect(made.count == 1 && deleted.count == 1)
        #expect(made[0].split(separator: " ")[1] == deleted[0].split(separator: " ")[1])
      })
    #expect(error == nil, "\(error?.line ?? "")")
  }

  @Test(arguments: ["<html><title>Welcome &amp; more</title></html>", "{}", ""])
  func aServerThatIsNotS3IsNotReady(page: String) throws {
    let rig = try DestinationRig()
    let error = try withServer({ connection, _ in
      connection.answer(200, [], Array(page.utf8))
    }) { server in
      failure { _ = try bucket(at: server.url("")).check(via: rig.call) }
    }
    #expect(error?.code == .reply && error?.line.contains("is not S3") == true)
    #expect(error?.line.contains("<") == false)
    #expect(page.isEmpty || error?.line.contains("Welcome & more") == page.hasPrefix("<"))
  }

  @Test(arguments: ["dropbox", "soundcloud"])
  func anotherServiceIsNotReady(name: String) throws {
    let rig = try DestinationRig()
    let error = try withServer({ connection, head in
      _ = connection.body(of: head)
      connection.answer(200, ["Content-Type: application/json"], Array("{\"a\":1}".utf8))
    }) { server in
      let provider = try rig.dropboxProvider(server.url(""))
      let account = try rig.account(provider)
      let destination: any Destination =
        name == "dropbox"
        ? try DropboxDestination(name: "", account: account)
        : try SoundCloudDestination(name: "", account: account)
      return failure { _ = try destination.check(via: rig.call) }
    }
    #expect(error?.code == .reply, "\(error?.line ?? "ready")")
  }

  // MARK: Reasons

  private func refusal(_ schemes: [String]) throws -> String {
    let headers = schemes.map { "WWW-Authenticate: " + $0 }
    let error = try error({ _ in (401, headers) }, "") {
      ($0.user, $0.password) = ("ann", Secret("pw"))
    }
    #expect(error?.code == .notSignedIn)
    return error?.line ?? ""
  }

  @Test func anotherAuthenticationIsNamed() throws {
    let digest = "Digest realm=\"a, Basic b\", qop=\"auth\", nonce=\"x==\""
    let line = try refusal(["Negotiate", "NTLM"])
    #expect(line.contains("offers Negotiate, NTLM authentication only"), "\(line)")
    #expect(!line.contains("refused the password"))
    for schemes in [[digest], [digest, "Basic realm=\"a\""], ["NTLM, basic realm=a"], []] {
      #expect(try refusal(schemes).contains("refused the password of user \"ann\""))
    }
  }

  @Test func aMissingScopeIsNamed() throws {
    let rig = try DestinationRig()
    let reply = """
      {"error_summary": "missing_scope/..", "error": {".tag": "missing_scope",
       "required_scope": "files.content.write"}}
      """
    try withServer({ connection, head in
      _ = connection.body(of: head)
      connection.answer(401, ["Content-Type: application/json"], Array(reply.utf8))
    }) { server in
      let account = try rig.account(rig.dropboxProvider(server.url("")))
      let box = try DropboxDestination(name: "", account: account)
      let error = failure { _ = try box.makeLocation(for: rig.plan(), via: rig.call) }
      #expect(error?.code == .access)
      #expect(error?.line.contains("lacks the permission files.content.write") == true)
      // The token is good: it is neither renewed nor deleted.
      #expect(account.isSignedIn && server.requests.count == 1)
    }
  }

  @Test(arguments: [true, false]) func theEndpointOfABucketIsNamed(hasBody: Bool) throws {
    let rig = try DestinationRig()
    let fault = """
      <Error><Code>PermanentRedirect</Code><Message>The bucket is elsewhere.</Message>\
      <Endpoint>b.s3.eu-west-3.amazonaws.com</Endpoint></Error>
      """
    let error = try withServer({ connection, _ in
      connection.answer(
        301,
        [
          "x-amz-bucket-region: eu-west-3",
          "Location: https://b.s3.eu-west-3.amazonaws.com/key",
        ], hasBody ? Array(fault.utf8) : [])
    }) { server in
      failure { _ = try bucket(at: server.url("")).check(via: rig.call) }
    }
    #expect(error?.code == .refused)
    let wanted = "region eu-west-3, endpoint b.s3.eu-west-3.amazonaws.com"
    #expect(error?.line.contains(wanted) == true, "\(error?.line ?? "")")
  }

  @Test(arguments: [
    (
      "<?xml version=\"1.0\"?><Error><Code>Odd</Code><Message>a &lt;b&gt; c</Message></Error>",
      "Odd: a <b> c"
    ),
    (
      "<!DOCTYPE html><HTML><head><style>p{}</style><title>Bad\n Gateway</title></head></html>",
      "Bad Gateway"
    ),
    ("<html><body><h1>Not <b>here</b></h1><p>x</p></body></html>", "Not here"),
    ("<s:error xmlns:s=\"x\"><s:message>full</s:message></s:error>", "full"),
    ("<broken", ""), ("<a><b><c>", ""), (" \n", ""), ("plain\ntext", "plain text"),
    ("Oops: <html><title>down</title></html>", "down"), ("1 < 2 > 0", "1 < 2 > 0"),
    ("{\"error_summary\":\"a/b\",\"error\":{\".tag\":\"a\"}}", "a/b"),
    ("{\"errors\":[{\"message\":\"first\"},{\"message\":\"second\"}]}", "first"),
    ("{\"error\":{\"code\":7,\"message\":\"deep\"}}", "deep"),
  ])
  func aBodyGivesItsReasonWithoutMarkup(body: String, reason: String) {
    #expect(ReplyText.reason(in: Array(body.utf8)) == reason)
  }

  @Test func anUnknownStatusShowsNoMarkup() throws {
    let page = "<html><head><title>Teapot</title></head><body><p>x</p></body></html>"
    let error = try error({ _ in (418, []) }, page)
    #expect(error?.line.contains("HTTP 418: Teapot") == true && error?.line.contains("<") == false)
  }
}
