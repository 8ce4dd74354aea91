import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Heads and secrets") struct HeadTests {
  @Test func secretsAreSentAndNotKept() throws {
    let token = Secret("Bearer hush")
    try withServer({ connection, head in
      connection.answer(200, [], connection.body(of: head))
    }) { server in
      let transport = try testTransport()
      var request = HTTPRequest("POST", server.url())
      request.credential = HTTPHeader("Authorization", token)
      request.headers = [HTTPHeader("X-Key", Secret("")), HTTPHeader("X-Other", Secret("o"))]
      request.body = .secret(Secret("a=b&c=hush"))
      request.limits.body = 1 << 16
      let transfer = try transport.start(request)
      transfer.wait(milliseconds: 30_000)
      let reply = try transfer.removeResponse()
      #expect(text(reply.body) == "a=b&c=hush" && reply.body.capacity >= 1 << 16)
      // The body was moved out; no copy remains.
      #expect(try transfer.response().body.isEmpty)
      let head = server.requests[0]
      #expect(field("authorization", head) == "Bearer hush")
      #expect(field("x-key", head) == "" && field("x-other", head) == "o")
    }
  }

  @Test func headsHaveALimit() throws {
    try withServer({ connection, _ in connection.answer(200) }) { server in
      let transport = try testTransport()
      let (long, much) = (String(repeating: "a", count: 500_000), HTTPRequest.longestHead)
      var request = HTTPRequest("GET", server.url())
      request.headers = [HTTPHeader("X-Long", long)]
      #expect(try transport.send(request).status == 200)
      request.headers.append(HTTPHeader("X-Longer", String(repeating: "a", count: 30_000)))
      #expect(failure { _ = try transport.send(request) }?.code == .limit)
      let url = server.url("/" + String(repeating: "a", count: much))
      #expect(failure { _ = try transport.send(HTTPRequest("GET", url)) }?.code == .limit)
    }
  }

  @Test func headersAreFoundInAnyCase() {
    var response = HTTPResponse()
    response.headers = [HTTPHeader("Retry-After", "3"), HTTPHeader("retry-after", "4")]
    #expect(response.header("RETRY-AFTER") == "3")
    #expect(response.header("Retry") == nil)
  }
}
