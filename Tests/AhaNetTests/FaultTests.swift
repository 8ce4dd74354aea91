import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

/// Faults that servers, networks and middleboxes cause.
@Suite("Faults of the network") struct FaultTests {
  /// Answers each connection's first request with raw bytes; returns the error of a GET.
  private func error(
    of answer: String, resets: Bool = false, streamed limit: Int64 = 2 << 30,
    _ change: (inout HTTPRequest) -> Void = { _ in }
  ) throws -> AhaError? {
    try withConnections({ connection in
      _ = connection.head()
      connection.write(answer)
      if resets { connection.reset() }
    }) { server in
      let transport = try testTransport {
        $0.stallMilliseconds = 30_000
        $0.maxStreamedBytes = limit
      }
      var request = HTTPRequest("GET", server.url("/?token=secret"))
      request.credential = HTTPHeader("Authorization", "Bearer secret")
      change(&request)
      let error = failure { _ = try transport.send(request) }
      #expect(error?.line.contains("secret") != true)
      #expect(error?.line.hasPrefix("GET 127.0.0.1:\(server.port): ") != false)
      return error
    }
  }

  @Test func aClosedPortIsANetworkError() throws {
    let server = try RawServer { _ in }
    let url = server.url()
    server.close()
    let transport = try testTransport()
    let transfer = try transport.start(HTTPRequest("POST", url))
    #expect(transfer.wait(milliseconds: 30_000))
    #expect(transfer.error?.code == .network && !transfer.wasSent)
  }

  @Test func anUnknownNameIsANetworkError() throws {
    let error = failure {
      _ = try testTransport().send(HTTPRequest("GET", "http://nothing.invalid/a?b=c"))
    }
    #expect(error?.code == .network)
    #expect(error?.line == "GET nothing.invalid: Could not resolve host: nothing.invalid")
  }

  @Test func cutBodiesAreNetworkErrors() throws {
    let head = "HTTP/1.1 200 x\r\n"
    #expect(try error(of: "")?.code == .network)
    #expect(try error(of: "", resets: true)?.code == .network)
    #expect(try error(of: head + "Content-Length: 10\r\n\r\nabc")?.code == .network)
    #expect(try error(of: head + "Content-Length: 10\r\n\r\nabc", resets: true)?.code == .network)
    #expect(try error(of: head + "Transfer-Encoding: chunked\r\n\r\n5\r\nab")?.code == .network)
  }

  @Test(arguments: [
    "zz\r\nabc\r\n0\r\n\r\n", "-1\r\nabc", "FFFFFFFFFFFFFFFFF\r\nabc", "5\r\nabcdefgh\r\n0\r\n\r\n",
  ])
  func chunkedGarbageIsANetworkError(_ chunks: String) throws {
    let error = try error(of: "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
    #expect(error?.code == .network)
  }

  @Test(arguments: [
    "garbage\r\n\r\n", "SSH-2.0-OpenSSH\r\n", "HTTP/9.9 200 x\r\n\r\n",
    "HTTP/1.1 200 x\r\nContent-Length: abc\r\n\r\n",
    "HTTP/1.1 200 x\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
  ])
  func otherProtocolsAreNoReply(_ answer: String) throws {
    #expect(try error(of: answer)?.code == .reply)
  }

  @Test func largeHeadsAreRefused() throws {
    let line = "X: " + String(repeating: "a", count: 1000) + "\r\n"
    let many = String(repeating: line, count: 400)
    #expect(try error(of: "HTTP/1.1 200 x\r\n" + many + "\r\n")?.code == .limit)
    let long = "X: " + String(repeating: "a", count: 300_000) + "\r\n"
    #expect(try error(of: "HTTP/1.1 200 x\r\n" + long + "\r\n")?.code == .limit)
    let interim = String(repeating: "HTTP/1.1 103 x\r\n\(line)\r\n", count: 400)
    #expect(try error(of: interim)?.code == .limit)
    let first = "HTTP/1.1 2" + String(repeating: "0", count: 300_000)
    #expect(try error(of: first)?.code == .limit)
  }

  /// libcurl ends a head at any line that resembles an empty one.
  @Test func headsEndWhereTheTransportSaysSo() throws {
    let ranges = "HTTP/1.1 206 x\r\nContent-Range: bytes 2-9/20\r\n\rX: y\r\n"
    let long = try error(of: ranges + "123456789") { $0.range = (2, 9) }
    #expect(long?.code == .reply)
    #expect(long?.line.hasSuffix("more bytes than its Content-Range") == true)
    let other = try error(of: "HTTP/1.1 200 x\r\n\rX: y\r\nabc") { $0.range = (2, 9) }
    #expect(other?.code == .reply)
    #expect(try error(of: "HTTP/1.1 200 x\r\nContent-Length: 99999999\r\n\r.\r\n")?.code == .limit)
    #expect(try error(of: "HTTP/1.1 101 x\r\n\r\nabc")?.code == .reply)
  }

  @Test func largeBodiesAreRefused() throws {
    let error = try error(of: "HTTP/1.1 200 x\r\nContent-Length: 10000000000\r\n\r\nabc")
    #expect(error?.code == .limit)
    #expect(error?.line.hasSuffix("a body of 10000000000 bytes, over 67108864") == true)
    let mine = try self.error(of: "HTTP/1.1 200 x\r\n\r\nabcdef") { $0.limits.body = 5 }
    #expect(mine?.code == .limit)
    let sink = try self.error(of: "HTTP/1.1 200 x\r\n\r\nabcdef") {
      $0.limits.body = 5
      $0.sink = .stream(FaultyStream(), offset: 0)
    }
    #expect(sink?.code == .limit)
  }

  @Test(arguments: [
    "99999999999999999999", "9223372036854775808", "2, 3", "+2", "0x2", "2 2", "-1", ",2",
    "2\r\nContent-Length: 3", "2\r\ncontent-length: 99999999999999999999",
  ])
  func aLengthThatCannotBeReadIsAnError(length: String) throws {
    let error = try error(of: "HTTP/1.1 200 x\r\nContent-Length: \(length)\r\n\r\nab")
    #expect(error?.code == .reply, "\(error?.line ?? "taken as whole")")
    let page = try self.error(of: "HTTP/1.1 404 x\r\nContent-Length: \(length)\r\n\r\nab")
    #expect(page?.code == .reply)
  }

  @Test(arguments: ["2", " 2 ", "2, 2", "2\r\nContent-Length: 2"])
  func aRepeatedContentLengthIsAccepted(length: String) throws {
    #expect(try error(of: "HTTP/1.1 200 x\r\nContent-Length: \(length)\r\n\r\nab") == nil)
  }

  @Test func aStreamTakesNoEndlessReply() throws {
    let reply = "HTTP/1.1 200 x\r\n\r\n" + String(repeating: "a", count: 1000)
    for limit in [999, 1000] as [Int64] {
      let sink = FaultyStream()
      let error = try error(of: reply, streamed: limit) {
        $0.sink = .stream(sink, offset: 0)
      }
      #expect(error?.code == (limit < 1000 ? .limit : nil))
    }
    let long = try error(of: "HTTP/1.1 200 x\r\nContent-Length: 2147483649\r\n\r\na") {
      $0.sink = .stream(FaultyStream(), offset: 0)
    }
    #expect(long?.line.hasSuffix("a body of 2147483649 bytes, over 2147483648") == true)
  }

  @Test func compressedBodiesAreUnpackedUpToTheLimit() throws {
    // 10 MB of zeros, compressed.
    let zipped = try gzip(zeros: 10_000_000)
    #expect(zipped.count < 20_000)
    try withServer({ connection, head in
      let isZipped = field("accept-encoding", head)?.contains("gzip") == true
      connection.answer(200, isZipped ? ["Content-Encoding: gzip"] : [], zipped)
    }) { server in
      let transport = try testTransport { $0.maxBodyBytes = 10_000_000 }
      var request = HTTPRequest("GET", server.url())
      #expect(try transport.send(request).body == [UInt8](repeating: 0, count: 10_000_000))
      request.limits.body = 9_999_999
      #expect(failure { _ = try transport.send(request) }?.code == .limit)
      // A download equals the server's content, to the byte.
      let sink = FaultyStream()
      request.limits.body = nil
      request.sink = .stream(sink, offset: 0)
      _ = try transport.send(request)
      #expect(sink.bytes == zipped)
    }
  }

  @Test func aStallIsATimeout() throws {
    try withSilentServer(after: "HTTP/1.1 200 x\r\nContent-Length: 100\r\n\r\nabc") { server in
      var isStall = false
      // A busy machine may send the head too late.
      for limit in [300, 3000, 15_000] as [Int64] where !isStall {
        let transport = try testTransport { $0.stallMilliseconds = limit }
        let error = failure { _ = try transport.send(HTTPRequest("GET", server.url())) }
        #expect(error?.code == .timeout)
        isStall = error?.line.hasSuffix("no data moved for \(limit) ms") == true
      }
      #expect(isStall)
    }
  }

  @Test func aTrickleIsEndedByTheTotalTime() throws {
    try withConnections({ connection in
      _ = connection.head()
      connection.write("HTTP/1.1 200 x\r\nContent-Length: 100000\r\n\r\n")
      while connection.write("a") { Instant.pause(milliseconds: 10) }
    }) { server in
      let transport = try testTransport()
      var received: Int64 = 0
      // A busy machine may trickle late.
      for limit in [500, 5000] as [Int64] where received <= 3 {
        var request = HTTPRequest("GET", server.url())
        request.limits.totalMilliseconds = limit
        let transfer = try transport.start(request)
        #expect(transfer.wait(milliseconds: 20_000))
        #expect(transfer.error?.code == .timeout)
        received = transfer.bytesReceived
      }
      #expect(received > 3)
    }
  }

  /// An endless head, one letter at a time: no part of it is a reply.
  @Test func aTrickleOfHeadersIsNoProgress() throws {
    try withConnections({ connection in
      _ = connection.head()
      connection.write("HTTP/1.1 200 x\r\nX: ")
      while connection.write("a") { Instant.pause(milliseconds: 10) }
    }) { server in
      let transport = try testTransport { $0.stallMilliseconds = 400 }
      let error = failure { _ = try transport.send(HTTPRequest("GET", server.url())) }
      #expect(error?.code == .timeout)
    }
  }

  @Test func aHostsSlowStreamIsNoStall() throws {
    final class Slow: ByteStream {
      let (name, canRead, canWrite) = ("slow", true, false)
      func length() throws(AhaError) -> Int64 { 3 }
      func read(into bytes: UnsafeMutableRawBufferPointer, at: Int64) throws(AhaError) -> Int {
        Instant.pause(milliseconds: 400)
        bytes[0] = 65
        return 1
      }
      func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {}
    }
    try withServer({ connection, head in
      connection.answer(200, [], connection.body(of: head))
    }) { server in
      let transport = try testTransport { $0.stallMilliseconds = 250 }
      var request = HTTPRequest("POST", server.url())
      request.body = .stream(Slow(), offset: 0, count: 3)
      // On a busy machine the server itself may stall for so long, but not each time.
      var echo = ""
      for _ in 0..<5 where echo.isEmpty {
        echo = (try? transport.send(request)).map { text($0.body) } ?? ""
      }
      #expect(echo == "AAA")
    }
  }

  /// The server has closed the connection. A GET is sent again; a POST that the server may have
  /// seen is not.
  @Test(arguments: ["GET", "POST"])
  func unsafeRequestsAreNotRepeatedOnClosedConnections(_ method: String) throws {
    let requests = Counter()
    try withConnections({ connection in
      guard connection.head() != nil else { return }
      let isFirst = requests.next() == 1
      connection.answer(200)
      if isFirst, connection.head() != nil {
        requests.next()
        connection.reset()
      }
    }) { server in
      let transport = try testTransport()
      #expect(try transport.send(HTTPRequest("GET", server.url())).status == 200)
      let transfer = try transport.start(HTTPRequest(method, server.url()))
      #expect(transfer.wait(milliseconds: 30_000))
      #expect(transfer.wasSent)
      #expect(transfer.error?.code == (method == "GET" ? nil : .network))
      #expect(requests.value == (method == "GET" ? 3 : 2))
    }
  }
}
