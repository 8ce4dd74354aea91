import AhaBase
import AhaTestSupport
import CCurl
import Testing

@testable import AhaNet

@Suite("Allowed targets of a request") struct RequestTargetTests {
  private func send(_ url: String, _ ssrfGuard: SSRFGuard, _ transport: Transport) throws
    -> HTTPResponse
  {
    var request = HTTPRequest("GET", url)
    request.ssrfGuard = ssrfGuard
    return try transport.send(request)
  }

  @Test(arguments: [
    "127.0.0.1", "127.9.8.7", "0.0.0.0", "0.1.2.3", "2130706433", "0x7f.1", "0177.0.0.1", "127.1",
    "localhost", "LocalHost.", "a.localhost", "127.0.0.1.", "[::1]", "[::]", "[::ffff:127.0.0.1]",
    "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
  ])
  func loopbackIsRecognized(_ host: String) { #expect(aha_curl_distance(host) == AHA_CURL_HERE) }

  @Test(arguments: [
    "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "198.18.0.1", "224.0.0.1", "255.255.255.255", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]",
    "[febf::1]", "[fec0::1]", "[ff02::1]", "[::ffff:a00:1]", "[64:ff9b:1::1]", "[2001:0:1::1]",
  ])
  func privateIsRecognized(_ host: String) { #expect(aha_curl_distance(host) == AHA_CURL_NEAR) }

  @Test(arguments: [
    "1.1.1.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "192.169.1.1", "169.253.1.1", "11.0.0.1",
    "100.63.1.1", "100.128.0.1", "223.255.255.255", "example.test", "localhost.example", "",
    "notlocalhost", "[2606:4700::1111]", "[::ffff:1.1.1.1]", "[2002:101:101::]", "10.example",
  ])
  func publicAddressesAreNot(_ host: String) { #expect(aha_curl_distance(host) == AHA_CURL_PUBLIC) }

  @Test func noConnectionIsMade() throws {
    try withConnections({ _ in }) { server in
      let transport = try testTransport()
      var hosts = ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]
      if SlowName.works { hosts.append("private.test") }
      for host in hosts {
        let error = failure {
          _ = try send("http://\(host):\(server.port)/", .publicOnly, transport)
        }
        #expect(error?.code == .refused, "\(host): \(error?.line ?? "none")")
      }
      #expect(server.connections == 0)
    }
  }

  /// A connection opened by another request does not bypass the check.
  @Test(.enabled(if: SlowName.works)) func connectionsAreNotBorrowed() throws {
    try withServer({ connection, _ in connection.answer(200) }) { server in
      let transport = try testTransport()
      let url = "http://private.test:\(server.port)/"
      let reply = try send(url, .notNearerThanBefore, transport)
      #expect(reply.status == 200 && reply.distance == .here)
      #expect(failure { _ = try send(url, .publicOnly, transport) }?.code == .refused)
      #expect(server.requests.count == 1)
    }
  }

  /// A proxy stands for hosts outside this machine.
  @Test func aPublicHostLeadsToNoPrivateOne() throws {
    try withServer({ connection, _ in connection.answer(200) }) { server in
      try withServer({ connection, head in
        let isMoved = head.contains("/moved")
        connection.answer(isMoved ? 302 : 200, isMoved ? ["Location: \(server.url())"] : [])
      }) { proxy in
        let transport = try testTransport { $0.proxy = proxy.url() }
        #expect(try send("http://public.test/", .publicOnly, transport).distance == .public)
        for ssrfGuard in [SSRFGuard.publicOnly, .notNearerThanBefore] {
          let error = failure { _ = try send("http://public.test/moved", ssrfGuard, transport) }
          #expect(error?.code == .refused)
        }
        #expect(server.connections == 0)
        #expect(try send("http://public.test/moved", .any, transport).status == 200)
        // A request that starts on this machine may be redirected to it.
        #expect(try send(server.url(), .notNearerThanBefore, transport).status == 200)
      }
    }
  }

  @Test func proxiesAreNotAskedForPrivateAddresses() throws {
    try withServer({ connection, _ in connection.answer(200) }) { proxy in
      let transport = try testTransport { $0.proxy = proxy.url() }
      for host in ["192.168.1.1", "[fe80::1]", "10.1.1.1"] {
        #expect(
          failure { _ = try send("http://\(host)/", .publicOnly, transport) }?.code == .refused)
      }
      #expect(proxy.requests.isEmpty)
    }
  }
}

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
