import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Proxies") struct ProxyTests {
  @Test func areNotAskedForThisMachine() throws {
    try withServer({ connection, _ in connection.answer(200) }) { server in
      try withServer({ connection, _ in connection.answer(200) }) { proxy in
        let transport = try testTransport { $0.proxy = proxy.url() }
        var request = HTTPRequest("GET", server.url("/here"))
        request.credential = HTTPHeader("Authorization", "Bearer t")
        #expect(try transport.send(request).status == 200)
        #expect(server.requests.count == 1 && proxy.requests.isEmpty)
        #expect(try transport.send(HTTPRequest("GET", "http://example.test/x")).status == 200)
        #expect(proxy.requests[0].hasPrefix("GET http://example.test/x HTTP"))
      }
    }
  }

  @Test(arguments: ["bad://user:hush@h", "http://user:hush @h", "http://user:hush@h:99999"])
  func areNotShown(proxy: String) throws {
    let error = failure {
      let transport = try testTransport { $0.proxy = proxy }
      _ = try transport.send(HTTPRequest("GET", "http://example.test/x"))
    }
    #expect(error?.line.contains("hush") == false && error?.line.contains("proxy") == true)
  }
}
