import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaNet

@Suite("Transfers") struct TransportTests {
  let folder = TemporaryFolder()

  @Test func asksAndAnswers() throws {
    try withServer({ connection, _ in
      connection.answer(200, ["X-One: a b ", "x-two:"], Array("hello".utf8))
    }) { server in
      let transport = try testTransport { $0.userAgent = "tester/1" }
      var request = HTTPRequest("GET", server.url("/a?b=c#d"))
      request.headers = [HTTPHeader("X-Mine", "yes"), HTTPHeader("X-Empty", "")]
      request.credential = HTTPHeader("Authorization", "Bearer secret")
      let reply = try transport.send(request)
      #expect(reply.status == 200 && text(reply.body) == "hello")
      #expect(reply.header("x-one") == "a b" && reply.header("X-Two") == "")
      let head = server.requests[0]
      #expect(head.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
      #expect(field("user-agent", head) == "tester/1" && field("x-mine", head) == "yes")
      #expect(field("x-empty", head) == "" && field("authorization", head) == "Bearer secret")
      #expect(field("expect", head) == nil && field("content-length", head) == nil)
    }
  }

  @Test func anyStatusIsAReplyWithTheBeginningOfItsBody() throws {
    let page = [UInt8](repeating: 65, count: 100_000)
    try withServer({ connection, head in
      connection.answer(head.contains("/big") ? 503 : 404, ["Retry-After: 3"], page)
    }) { server in
      let transport = try testTransport()
      let sink = FaultyStream()
      var request = HTTPRequest("GET", server.url())
      request.sink = .stream(sink, offset: 0)
      let reply = try transport.send(request)
      #expect(reply.status == 404 && reply.body == Array(page.prefix(2048)))
      #expect(sink.bytes.isEmpty)
      #expect(try transport.send(HTTPRequest("GET", server.url("/big"))).status == 503)
      #expect(server.connections == 1)
    }
  }

  @Test func anErrorPageWithoutEndIsLeft() throws {
    let left = Event()
    try withConnections({ connection in
      _ = connection.head()
      connection.write("HTTP/1.1 500 x\r\n\r\n")
      while connection.write([UInt8](repeating: 65, count: 65_536)) {}
      left.set()
    }) { server in
      let reply = try testTransport().send(HTTPRequest("GET", server.url()))
      #expect(reply.status == 500 && reply.body.count == 2048)
      #expect(left.wait())
    }
  }

  @Test func manyAtOnceUseNoMoreConnectionsThanAllowed() throws {
    try withServer({ connection, head in
      connection.answer(200, [], Array((head.split(separator: " ")[1]).utf8))
    }) { server in
      let transport = try testTransport { $0.connectionsPerHost = 4 }
      let transfers = try (0..<200).map {
        try transport.start(HTTPRequest("GET", server.url("/\($0)")))
      }
      for (number, transfer) in transfers.enumerated() {
        #expect(transfer.wait(milliseconds: 60_000))
        #expect(text(try transfer.response().body) == "/\(number)")
      }
      #expect(server.connections <= 4)
    }
  }

  @Test func waitingForAConnectionIsNotConnecting() throws {
    let go = Event()
    try withServer({ connection, head in
      if head.contains("/first") { go.wait() }
      connection.answer(200)
    }) { server in
      let transport = try testTransport {
        $0.connectionsPerHost = 1
        $0.connectMilliseconds = 300
      }
      let first = try transport.start(HTTPRequest("GET", server.url("/first")))
      let second = try transport.start(HTTPRequest("GET", server.url("/second")))
      #expect(!second.wait(milliseconds: 700))
      go.set()
      #expect(first.wait(milliseconds: 30_000) && second.wait(milliseconds: 30_000))
      #expect(try second.response().status == 200)
    }
  }

  @Test(arguments: ["PUT", "POST", "PATCH", "REPORT"])
  func bodiesComeFromMemoryAndStreams(_ method: String) throws {
    let bytes = patterned(300_000)
    try withServer({ connection, head in
      connection.answer(200, [], connection.body(of: head))
    }) { server in
      let transport = try testTransport()
      let path = folder.write(bytes, to: "body")
      let bodies: [HTTPBody] = [
        .bytes(Array(bytes[1000..<290_000])),
        .stream(try FileStream(reading: FilePath(path)), offset: 1000, count: 289_000),
        .stream(FaultyStream(bytes), offset: 1000, count: 289_000),
      ]
      for body in bodies {
        var request = HTTPRequest(method, server.url())
        request.body = body
        let transfer = try transport.start(request)
        #expect(transfer.bytesToSend == 289_000)
        #expect(transfer.wait(milliseconds: 60_000))
        #expect(try transfer.response().body == Array(bytes[1000..<290_000]))
        #expect(transfer.bytesSent == 289_000 && transfer.bytesReceived == 289_000)
        #expect(transfer.bytesToReceive == 289_000 && transfer.wasSent)
      }
      #expect(server.requests.allSatisfy { field("expect", $0) == nil })
    }
  }

  @Test func anEmptyBodyHasALengthOfZero() throws {
    try withServer({ connection, _ in connection.answer(204) }) { server in
      let transport = try testTransport()
      for method in ["POST", "PUT", "DELETE", "GET", "HEAD"] {
        #expect(try transport.send(HTTPRequest(method, server.url())).status == 204)
      }
      #expect(
        server.requests.map { field("content-length", $0) } == ["0", "0", nil, nil, nil])
      #expect(server.requests.map { $0.prefix(4) } == ["POST", "PUT ", "DELE", "GET ", "HEAD"])
    }
  }

  @Test func formsAreReadFromTheirParts() throws {
    let sound = [UInt8](repeating: 9, count: 200_000)
    let received = Received()
    try withServer({ connection, head in
      received.body = connection.body(of: head)
      connection.answer(200)
    }) { server in
      var request = HTTPRequest("POST", server.url())
      request.body = .form([
        FormPart("track[title]", .text("Größe \"1\"\r\n")),
        FormPart(
          "data", .stream(FaultyStream(sound)), fileName: "Mü\"\r\n.wav", type: "audio/wav"),
        FormPart("a\"b\r\nc", .bytes([1, 2, 3])),
      ])
      #expect(try testTransport().send(request).status == 200)
      let type = try #require(field("content-type", server.requests[0]))
      #expect(type.hasPrefix("multipart/form-data; boundary=aha-"))
      let boundary = type.split(separator: "=")[1]
      let head = "--\(boundary)\r\nContent-Disposition: form-data; name="
      let expected =
        Array("\(head)\"track[title]\"\r\n\r\nGröße \"1\"\r\n\r\n".utf8)
        + Array("\(head)\"data\"; filename=\"M_%22%0D%0A.wav\"; ".utf8)
        + Array("filename*=UTF-8''M%C3%BC%22%0D%0A.wav\r\n".utf8)
        + Array("Content-Type: audio/wav\r\n\r\n".utf8) + sound
        + Array("\r\n\(head)\"a%22b%0D%0Ac\"\r\n\r\n".utf8) + [1, 2, 3]
        + Array("\r\n--\(boundary)--\r\n".utf8)
      #expect(received.body == expected)
    }
  }

  private final class Received: @unchecked Sendable { var body: [UInt8] = [] }

  @Test func streamsGetTheBodyFromTheirOffsetOn() throws {
    let bytes = patterned(2_000_000)
    try withServer({ connection, _ in connection.answer(200, [], bytes) }) { server in
      let transport = try testTransport()
      let slow = FaultyStream([1, 2, 3])
      let file = try FileStream(
        creating: FilePath(folder.file("out")), named: "out", mode: 0o644)
      for sink in [slow, file] as [any ByteStream] {
        var request = HTTPRequest("GET", server.url())
        request.sink = .stream(sink, offset: 3)
        let reply = try transport.send(request)
        #expect(reply.body.isEmpty)
        #expect(try sink.read(bytes.count, at: 3) == bytes)
        #expect(try sink.length() == 2_000_003)
      }
    }
  }

  @Test func aStreamErrorEndsTheTransfer() throws {
    try withServer({ connection, head in
      _ = connection.body(of: head)
      connection.answer(200, [], [UInt8](repeating: 1, count: 400_000))
    }) { server in
      let transport = try testTransport()
      let full = FaultyStream()
      full.failsWritingAt = 100_000
      var request = HTTPRequest("GET", server.url())
      request.sink = .stream(full, offset: 0)
      #expect(failure { _ = try transport.send(request) }?.code == .diskFull)
      let broken = FaultyStream([UInt8](repeating: 1, count: 2_000_000))
      broken.failsReadingAt = 1_000_000
      request = HTTPRequest("PUT", server.url())
      request.body = .stream(broken, offset: 0, count: 2_000_000)
      #expect(failure { _ = try transport.send(request) }?.line == "faulty: read error")
      request.body = .stream(FaultyStream([1, 2, 3]), offset: 0, count: 4)
      let line = failure { _ = try transport.send(request) }?.line
      #expect(line == "faulty ended at byte 3, before its body did")
    }
  }

  @Test func progressIsReportedInOrder() throws {
    final class Watcher: TransferObserver {
      var told: [String] = []
      var bytes = 0
      override func headArrived(_ transfer: Transfer, response: HTTPResponse) {
        told.append("head \(response.status) \(response.header("X") ?? "") \(transfer.status)")
      }
      override func bodyArrived(_ transfer: Transfer, bytes: UnsafeRawBufferPointer) {
        self.bytes += bytes.count
      }
      override func moved(_ transfer: Transfer) {
        if transfer.bytesReceived == 70_000 { told.append("all") }
      }
      override func ended(_ transfer: Transfer) {
        told.append("ended \((try? transfer.response().body.count) ?? -1) \(transfer.isOver)")
      }
    }
    try withServer({ connection, _ in
      connection.write("HTTP/1.1 103 Hints\r\nX: no\r\n\r\n")
      connection.answer(200, ["X: y"], [UInt8](repeating: 1, count: 70_000))
    }) { server in
      let watcher = Watcher()
      let transport = try testTransport()
      let transfer = try transport.start(HTTPRequest("GET", server.url()), observer: watcher)
      #expect(transfer.wait(milliseconds: -1))
      #expect(watcher.bytes == 70_000)
      #expect(watcher.told.first == "head 200 y 200" && watcher.told.last == "ended 70000 false")
      #expect(watcher.told.contains("all"))
    }
  }

  @Test func nonsenseIsNotSent() throws {
    let transport = try testTransport()
    func code(_ change: (inout HTTPRequest) -> Void) -> ResultCode? {
      var request = HTTPRequest("GET", "http://127.0.0.1:9/")
      change(&request)
      return failure { _ = try transport.start(request) }?.code
    }
    #expect(code { $0.method = "" } == .invalidArgument)
    #expect(code { $0.method = "GET /x" } == .invalidArgument)
    for url in [
      "", "x", "ftp://a/", "file:///etc/passwd", "http://", "http://u:p@h/", "http://u@h/",
      "http://h/a b", "http://h:99999/", "http://h/\r\nX: y",
    ] {
      #expect(code { $0.url = url } == .invalidArgument, "\(url)")
    }
    #expect(code { $0.headers = [HTTPHeader("A", "b\r\nC: d")] } == .invalidArgument)
    #expect(code { $0.headers = [HTTPHeader("A:", "b")] } == .invalidArgument)
    #expect(code { $0.headers = [HTTPHeader("content-length", "3")] } == .invalidArgument)
    #expect(code { $0.credential = HTTPHeader("A", "secret\n") } == .invalidArgument)
    #expect(code { $0.range = (5, 4) } == .invalidArgument)
    #expect(code { $0.limits.body = -1 } == .invalidArgument)
    #expect(code { $0.body = .stream(FaultyStream(), offset: -1, count: 1) } == .invalidArgument)
    let withUser = HTTPRequest("GET", "http://u:pw@h/?token=t")
    let line = failure { _ = try transport.start(withUser) }?.line
    #expect(line == "a URL of h with a user's name in it")
  }
}
