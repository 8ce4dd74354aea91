import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Redirects") struct RedirectTests {
  private func to(_ location: String, _ status: Int = 302) -> (RawConnection, String) -> Void {
    { connection, head in
      let body = connection.body(of: head)
      if head.contains(" /start") {
        connection.answer(status, ["Location: \(location)"], Array("moved".utf8))
      } else {
        connection.answer(200, [], Array(head.split(separator: "\r\n")[0].utf8) + body)
      }
    }
  }

  private func signed(_ method: String, _ url: String) -> HTTPRequest {
    var request = HTTPRequest(method, url)
    request.credential = HTTPHeader("Authorization", "Bearer secret")
    request.headers = [
      HTTPHeader("Cookie", "a=b"), HTTPHeader("API-Key", "k"), HTTPHeader("Accept", "text/x"),
      HTTPHeader("Content-Type", "text/plain"),
    ]
    return request
  }

  @Test(arguments: [
    ("/b?c", "/b?c"), ("b", "/a/b"), ("../x", "/x"), ("?q=1", "/a/start?q=1"),
    ("/with space", "/with%20space"), ("/a#frag", "/a"),
  ])
  func relativeOnesStayWithTheirOrigin(_ location: String, _ path: String) throws {
    try withServer({ connection, head in
      let isFirst = head.hasPrefix("GET /a/start HTTP")
      connection.answer(isFirst ? 302 : 200, isFirst ? ["Location: \(location)"] : [])
    }) { server in
      let reply = try testTransport().send(signed("GET", server.url("/a/start")))
      #expect(reply.status == 200 && reply.url == server.url(path))
      #expect(server.requests[1].hasPrefix("GET \(path) "))
      #expect(field("authorization", server.requests[1]) == "Bearer secret")
      #expect(field("cookie", server.requests[1]) == "a=b")
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func methodsAndBodiesFollowTheRules(_ status: Int) throws {
    for method in ["GET", "HEAD", "POST", "PUT"] {
      try withServer(to("/end", status)) { server in
        var request = signed(method, server.url("/start"))
        if method == "POST" || method == "PUT" { request.body = .bytes(Array("body".utf8)) }
        let transport = try testTransport()
        #expect(try transport.send(request).status == 200)
        let last = server.requests.last!
        let turns = status == 303 || (status < 303 && method == "POST")
        let isSafe = method == "GET" || method == "HEAD"
        #expect(last.hasPrefix(turns && !isSafe ? "GET " : "\(method) "))
        #expect(field("content-length", last) == (isSafe || turns ? nil : "4"))
        if !isSafe { #expect(field("content-type", last) == (turns ? nil : "text/plain")) }
        #expect(field("authorization", last) == "Bearer secret")
      }
    }
  }

  @Test func streamsAreReadAgain() throws {
    let bytes = [UInt8](repeating: 7, count: 700_000)
    try withServer(to("/end", 308)) { server in
      for isQuick in [true, false] {
        var request = HTTPRequest("PUT", server.url("/start"))
        let quick = MemoryStream()
        try quick.write(bytes)
        request.body = .stream(isQuick ? quick : FaultyStream(bytes), offset: 0, count: 700_000)
        let reply = try testTransport().send(request)
        #expect(reply.body.suffix(700_000).elementsEqual(bytes))
        #expect(reply.url == server.url("/end"))
      }
    }
  }

  @Test func nothingOfTheSenderCrossesToAnotherPort() throws {
    try withServer({ connection, _ in connection.answer(200) }) { other in
      try withServer(to(other.url("/there"))) { server in
        let transport = try testTransport()
        var request = signed("GET", server.url("/start"))
        request.range = (0, nil)
        #expect(try transport.send(request).status == 200)
        let head = other.requests[0]
        #expect(field("authorization", head) == nil && field("cookie", head) == nil)
        #expect(field("api-key", head) == nil && field("accept", head) == "text/x")
        #expect(field("range", head) == "bytes=0-")
        // A POST that becomes a GET drops its body.
        var post = signed("POST", server.url("/start"))
        post.body = .bytes([1, 2, 3])
        #expect(try transport.send(post).status == 200)
        #expect(other.requests[1].hasPrefix("GET /there ") == true)
        #expect(field("content-type", other.requests[1]) == nil)
      }
    }
  }

  @Test func nothingCrossesOnTheSecondStepEither() throws {
    try withServer({ connection, head in
      let isFirst = head.hasPrefix("GET /there ")
      connection.answer(isFirst ? 302 : 200, isFirst ? ["Location: /on"] : [])
    }) { other in
      try withServer(to(other.url("/there"))) { server in
        let reply = try testTransport().send(signed("GET", server.url("/start")))
        #expect(reply.status == 200 && other.requests.count == 2)
        #expect(other.requests.allSatisfy { field("authorization", $0) == nil })
        #expect(other.requests.allSatisfy { field("api-key", $0) == nil })
      }
    }
  }

  /// After a redirect to another host and back, no credential is sent.
  @Test func noCredentialAfterComingBack() throws {
    final class Back: @unchecked Sendable { var url = "" }
    let back = Back()
    try withServer({ connection, _ in
      connection.answer(302, ["Location: \(back.url)"])
    }) { other in
      try withServer(to(other.url())) { server in
        back.url = server.url("/end")
        let reply = try testTransport().send(signed("GET", server.url("/start")))
        #expect(reply.status == 200)
        #expect(field("authorization", server.requests[0]) == "Bearer secret")
        #expect(field("authorization", server.requests[1]) == nil)
      }
    }
  }

  @Test(arguments: [("POST", 307), ("PUT", 302), ("PUT", 308), ("DELETE", 301)])
  func bodiesAndDeedsDoNotCross(_ method: String, _ status: Int) throws {
    try withServer({ connection, _ in connection.answer(200) }) { other in
      try withServer(to(other.url("/there"), status)) { server in
        var request = signed(method, server.url("/start"))
        if method != "DELETE" { request.body = .bytes([1]) }
        let error = failure { _ = try testTransport().send(request) }
        #expect(error?.code == .reply)
        #expect(
          error?.line == "127.0.0.1:\(server.port) sends a \(method) on to 127.0.0.1:\(other.port)")
        #expect(other.requests.isEmpty)
      }
    }
  }

  @Test(arguments: [
    "", "http://h／.example/", "http://h%C3%B6.example/",
    "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://user:pw@127.0.0.1/", "gopher://x",
    "http://[::1", "//", "http://exa\u{FFFD}mple/",
  ])
  func strangePlacesAreRefused(_ location: String) throws {
    try withServer(to(location)) { server in
      let error = failure { _ = try testTransport().send(signed("GET", server.url("/start"))) }
      #expect(error?.code == .reply)
      #expect(error?.line.contains("pw") == false)
    }
  }

  @Test func httpsIsNotLeft() throws {
    let place = try URLParts.http("https://a.example/x?token=t")
    for location in ["http://a.example/y", "http://b.example:8080/y"] {
      let error = failure {
        _ = try Redirect(
          status: 302, location: location, from: place, method: "GET", hasBody: false)
      }
      #expect(error?.code == .reply)
      let to = try URLParts.http(location).authority
      #expect(error?.line == "a.example redirects from https to http at \(to)")
    }
    let up = try Redirect(
      status: 302, location: "https://a.example/", from: URLParts.http("http://a.example/"),
      method: "GET", hasBody: false)
    #expect(up.crosses)
  }

  @Test func circlesEnd() throws {
    try withServer({ connection, _ in connection.answer(302, ["Location: /again"]) }) { server in
      let transport = try testTransport()
      var request = HTTPRequest("GET", server.url())
      request.limits.redirects = 3
      #expect(failure { _ = try transport.send(request) }?.code == .limit)
      #expect(server.requests.count == 4)
      request.limits.redirects = 0
      let reply = try transport.send(request)
      #expect(reply.status == 302 && reply.header("location") == "/again")
    }
  }

  @Test func otherStatusesAreReplies() throws {
    try withServer({ connection, head in
      connection.answer(
        head.contains("/304") ? 304 : head.contains("/300") ? 300 : 302,
        head.contains("/302") ? [] : ["Location: /x"])
    }) { server in
      let transport = try testTransport()
      for status in [300, 302, 304] {
        let reply = try transport.send(HTTPRequest("GET", server.url("/\(status)")))
        #expect(reply.status == status)
      }
    }
  }
}
