import AhaBase
import AhaJSON
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Requests")
struct RequestTests {
  private let stub: Stub
  private let host: Host

  init() throws { (stub, host) = (try Stub(), try Host()) }

  private func request(
    _ method: String, _ path: String, _ change: (inout Request.Options) -> Void = { _ in }
  ) throws -> Request {
    var options = Request.Options()
    change(&options)
    return try Request(
      client: host.client, account: nil, method: method, resource: stub.url + path, options: options
    )
  }

  private func memory(_ text: String) throws -> MemoryStream {
    try Array(text.utf8).withUnsafeBytes { try MemoryStream(copying: $0) }
  }

  // MARK: Requests and replies

  @Test func aReplyIsReportedAndKept() throws {
    try stub.on("GET", "/me", "{\"json\":{\"a\":1},\"headers\":{\"X-Thing\":\"yes\"}}")
    let one = try request("GET", "/me") { $0.format = .json }
    #expect(one.status == 0 && fails(.state) { _ = try one.header("a") })
    #expect(fails(.state) { _ = try one.replyBody() })
    #expect(try host.send(one) == nil)
    #expect(host.kinds == [.requestResponse, .requestFinished])
    #expect(host.events.allSatisfy { $0.source == 7 && $0.value == 200 })
    #expect(try one.status == 200 && text(one.replyBody()).contains("\"a\""))
    #expect(try one.header("x-thing") == "yes")
    #expect(fails(.notFound) { _ = try one.header("x-other") })
    #expect(try stub.asked("/me")[0].header("accept") == "application/json")
    #expect(fails(.state) { try one.addParameter("a", "b") })
    #expect(fails(.state) { try one.start { _ in } })
  }

  @Test(arguments: ["GET", "DELETE", "POST", "PUT"])
  func parametersGoWhereTheMethodWantsThem(method: String) throws {
    try stub.on("*", "/p", "{}")
    let one = try request(method, "/p?x=1")
    try one.addParameter("a b", "c&d=é")
    #expect(try host.send(one) == nil)
    let asked = try stub.asked("/p")[0]
    if method == "GET" || method == "DELETE" {
      #expect(asked.text("target") == "/p?x=1&a%20b=c%26d%3D%C3%A9")
    } else {
      #expect(asked.text("target") == "/p?x=1" && asked.text("text") == "a%20b=c%26d%3D%C3%A9")
      #expect(asked.header("content-type") == "application/x-www-form-urlencoded")
    }
  }

  @Test func aBodyLeavesTheQueryToParameters() throws {
    try stub.on("POST", "/b", "{}")
    let one = try request("POST", "/b")
    try one.setBody(memory("0123456789"), offset: 2, count: 5, type: "text/plain")
    try one.addParameter("a", "1")
    try one.setHeader("X-Own", "1")
    try one.setHeader("x-own", "2")
    #expect(
      fails(.state) { try one.addFile("f", stream: self.memory(""), fileName: "f", type: "a/b") })
    #expect(try host.send(one) == nil)
    let asked = try stub.asked("/b")[0]
    #expect(asked.text("target") == "/b?a=1" && asked.text("text") == "23456")
    #expect(asked.header("content-type") == "text/plain" && asked.header("x-own") == "2")
  }

  @Test func filesMakeParts() throws {
    try stub.on("POST", "/f", "{\"status\":201}")
    let one = try request("POST", "/f")
    try one.addParameter("track[title]", "Ünïcode")
    try one.addFile(
      "track[asset_data]", stream: memory("RIFF"), fileName: "ä\".wav", type: "audio/wav")
    #expect(try host.send(one) == nil)
    let parts = try #require(try stub.asked("/f")[0]["parts"])
    guard case .list(let all) = parts, case .object(let title) = all[0],
      case .object(let file) = all[1]
    else { throw AhaError(.io, "no parts") }
    #expect(title.text("text") == "Ünïcode" && file.text("text") == "RIFF")
    #expect(file.text("filename") == "_%22.wav")
  }

  @Test func headersOfOthersAreRefused() throws {
    let one = try request("GET", "/")
    for name in ["Host", "content-length", "Transfer-Encoding", "a b", ""] {
      #expect(fails(.invalidArgument) { try one.setHeader(name, "x") }, "\(name)")
    }
    #expect(fails(.invalidArgument) { try one.setHeader("X", "a\r\nb") })
    #expect(fails(.invalidArgument) { try one.setRange(first: 5, last: 4) })
    for resource in ["/me", "", "ftp://x/", "http://u@x/", "http://"] {
      #expect(
        fails(.invalidArgument) {
          _ = try Request(client: host.client, account: nil, method: "GET", resource: resource)
        })
    }
    #expect(
      fails(.invalidArgument) {
        _ = try Request(client: host.client, account: nil, method: "G T", resource: stub.url)
      })
  }

  @Test func aSinkTakesTheData() throws {
    try stub.on("GET", "/s", "{\"pattern\":300000}")
    let (one, sink) = (try request("GET", "/s"), MemoryStream())
    try one.setSink(sink)
    #expect(try host.send(one) == nil)
    #expect(try sink.length() == 300_000 && one.replyBody().isEmpty)
    #expect(one.progress.receivedBytes == 300_000 && one.progress.tries == 1)
  }

  @Test func aFileTakesItsPlaceWhenAllHasCome() throws {
    let folder = TemporaryFolder()
    let path = FilePath(folder.file("x"))
    try stub.on(
      "GET", "/s",
      "[{\"fault\":\"Cut\",\"after_bytes\":200000,\"reply\":{\"pattern\":300000}},"
        + "{\"pattern\":100000}]")
    let one = try request("GET", "/s")
    try one.setReplyFile(path)
    #expect(try host.send(one) == nil)
    #expect(try FileStream(reading: path).length() == 100_000 && one.progress.tries == 2)
    try stub.on("GET", "/s", "{\"status\":404,\"body\":\"no\"}")
    let other = try request("GET", "/s")
    try other.setReplyFile(path)
    #expect(try host.send(other)?.code == .http)
    #expect(try FileStream(reading: path).length() == 100_000 && folder.names == ["x"])
    #expect(fails(.isDirectory) { try request("GET", "/s").setReplyFile(FilePath(folder.path)) })
  }

  @Test func theHostLimitsTheReply() throws {
    try stub.on("GET", "/l", "{\"pattern\":3000}")
    for limit in [2999, 3000] as [Int64] {
      let wanted: ResultCode? = limit < 3000 ? .limit : nil
      let kept = try request("GET", "/l") { $0.maxReplyBytes = limit }
      #expect(try host.send(kept)?.code == wanted)
      let sunk = try request("GET", "/l") { $0.maxReplyBytes = limit }
      try sunk.setSink(MemoryStream())
      #expect(try host.send(sunk)?.code == wanted)
      let told = try request("GET", "/l") { ($0.maxReplyBytes, $0.tellsData) = (limit, true) }
      #expect(try host.send(told)?.code == wanted)
    }
  }

  // MARK: Streamed data

  @Test func dataArrivesAsItIsRead() throws {
    try stub.on("GET", "/d", "{\"pattern\":4000000}")
    let one = try request("GET", "/d") { $0.tellsData = true }
    let job = try host.start(one)
    var all = 0
    var buffer = [UInt8](repeating: 0, count: 100_000)
    while let got = try buffer.withUnsafeMutableBytes({ try one.read(into: $0) }) {
      all += got
      if got == 0 { try host.wait(for: .requestData) }
      if all == 0 { #expect(job.result == nil) }
    }
    #expect(all == 4_000_000 && job.wait(milliseconds: 30_000) != nil)
    host.collect()
    #expect(host.kinds.last == .requestFinished && host.kinds.contains(.requestData))
    #expect(
      fails(.state) { _ = try self.request("GET", "/d").read(into: .init(start: nil, count: 0)) })
  }

  /// No reader remains for the rest.
  @Test func unreadDataBlocksNoOtherRequest() throws {
    try stub.on("GET", "/d", "{\"pattern\":9000000}")
    let one = try request("GET", "/d") { $0.tellsData = true }
    let job = try host.start(one)
    try host.wait(for: .requestData)
    one.letGo()
    #expect(job.wait(milliseconds: 30_000) != nil)
  }

  // MARK: Retry

  @Test func transientFailuresAreRetried() throws {
    try stub.on("GET", "/r", "[{\"fault\":\"Reset\"},{\"status\":503},{\"status\":200}]")
    let one = try request("GET", "/r")
    #expect(try host.send(one) == nil)
    #expect(one.progress.tries == 3 && host.kinds == [.requestResponse, .requestFinished])
  }

  @Test(arguments: [false, true])
  func possiblyExecutedRequestsAreNotSentTwice(isIdempotent: Bool) throws {
    try stub.on("POST", "/r", "[{\"status\":503},{\"status\":200}]")
    let one = try request("POST", "/r") { $0.isIdempotent = isIdempotent }
    let error = try host.send(one)
    #expect(error?.code == (isIdempotent ? nil : .http))
    #expect(try stub.asked("/r").count == (isIdempotent ? 2 : 1))
  }

  /// A POST too, because no part of it was sent.
  @Test func aRefusedConnectionIsRetried() throws {
    let one = try Request(
      client: host.client, account: nil, method: "POST", resource: "http://127.0.0.1:1/",
      options: {
        var options = Request.Options()
        options.retries = 2
        return options
      }())
    #expect(try host.send(one)?.code == .network)
    #expect(one.progress.tries == 3 && host.kinds == [.requestFailed] && one.status == 0)
  }

  @Test func aWaitIsKept() throws {
    try stub.on("GET", "/r", "[{\"fault\":\"RateLimited\",\"retry_after\":1},{\"status\":200}]")
    let start = Instant.now()
    #expect(try host.send(request("GET", "/r")) == nil)
    #expect(Instant.now().nanoseconds - start.nanoseconds >= 1_000_000_000)
  }

  @Test func aLongRetryAfterIsAnError() throws {
    try stub.on("GET", "/r", "{\"fault\":\"RateLimited\",\"retry_after\":301}")
    let error = try host.send(request("GET", "/r"))
    #expect(error?.code == .rateLimited && error?.line.contains("301 seconds") == true)
    #expect(host.kinds == [.requestResponse, .requestFailed] && host.events[0].value == 429)
  }

  @Test func aRefusalKeepsTheReply() throws {
    let long = String(repeating: "no ", count: 1000)
    try stub.on(
      "GET", "/no",
      "{\"status\":422,\"body\":\"\(long)\",\"headers\":{\"X-Request-ID\":\"id\\u00e9 7\"}}")
    let one = try request("GET", "/no")
    let error = try #require(try host.send(one))
    #expect(error.code == .http && error.line.contains("HTTP 422, request id"))
    #expect(error.line.utf8.count < 300 && error.line.contains("no no"))
    #expect(try one.status == 422 && one.replyBody().count == 2048)
    #expect(host.events.last?.value == 422 && host.events.last?.line == error.line)
    #expect(try stub.asked("/no").count == 1)
  }

  // MARK: Timeouts and cancelling

  @Test(arguments: ["{\"fault\":\"Stall\"}", "{\"fault\":\"RateLimited\",\"retry_after\":200}"])
  func cancellingEndsItAtOnce(reply: String) throws {
    try stub.on("GET", "/c", reply)
    let job = try host.start(request("GET", "/c"))
    try stub.wait("/c")
    let start = Instant.now()
    job.cancel()
    let error = try job.failure()
    #expect(error.code == .cancelled)
    // 100 ms are promised; the limit allows for a busy machine.
    #expect(Instant.now().nanoseconds - start.nanoseconds < 15_000_000_000)
    host.collect()
    #expect(host.events.last?.result == .cancelled)
  }

  @Test func closingTheClientEndsAll() throws {
    try stub.on("GET", "/c", "{\"fault\":\"Stall\"}")
    let jobs = try (0..<5).map { _ in try host.start(request("GET", "/c")) }
    try stub.wait("/c", count: 5)
    host.client.close()
    for job in jobs {
      let error = try job.failure(within: 0)
      #expect(error.code == .cancelled)
    }
    #expect(fails(.released) { try self.request("GET", "/c").start { _ in } })
  }

  @Test func progressIsReportedAtTenHertz() throws {
    var told: [HostEvent] = []
    // A busy machine may look at a short transfer too late.
    for bytes in [1500, 10_000] where told.isEmpty {
      try stub.on(
        "GET", "/p",
        "{\"fault\":\"SlowLoris\",\"bytes_per_second\":2000,\"reply\":{\"pattern\":\(bytes)}}")
      let start = Instant.now()
      #expect(try host.send(request("GET", "/p")) == nil)
      let seconds = Double(Instant.now().nanoseconds - start.nanoseconds) / 1e9
      told = host.events.filter { $0.kind == .requestProgress }
      #expect(Double(told.count) <= seconds * 10)
    }
    #expect(!told.isEmpty && zip(told, told.dropFirst()).allSatisfy { $0.value < $1.value })
  }
}

/// Whether a body throws an `AhaError` with that code.
func fails(_ code: ResultCode, _ body: () throws -> Void) -> Bool {
  do { try body() } catch { return (error as? AhaError)?.code == code }
  return false
}
