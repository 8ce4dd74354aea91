import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

/// The changes that a stream reports.
private final class Told: @unchecked Sendable {
  private let lock = Lock()
  private var lines: [String] = []

  var all: [String] { lock.locked { lines } }

  func add(_ change: LiveStream.Change) {
    let line =
      switch change {
      case .buffering(let isBuffering): isBuffering ? "buffering" : "playing"
      case .title(let title): "title \(title)"
      case .connected(let name, let again): "connected \(name) \(again)"
      case .lost(let error, _): "lost \(error.code)"
      }
    lock.locked { lines.append(line) }
  }
}

private let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nicy-name: S\r\n"

/// Sound with a title after each five bytes.
private func titled(_ parts: [(String, String)]) -> [UInt8] {
  var bytes: [UInt8] = []
  for (sound, title) in parts {
    let text: [UInt8] = title.isEmpty ? [] : Array("StreamTitle='\(title)';".utf8)
    let units = (text.count + 15) / 16
    bytes += sound.utf8
    bytes.append(UInt8(units))
    bytes += text
    bytes += [UInt8](repeating: 0, count: 16 * units - text.count)
  }
  return bytes
}

/// Serves sound with titles after each five bytes, and ends each connection.
private func withTitles(
  _ parts: [(String, String)], _ body: (RawServer) throws -> Void
) throws {
  let sound = titled(parts)
  try withServer(
    { connection, _ in
      connection.write(Array("\(head)icy-metaint: 5\r\n\r\n".utf8) + sound)
      connection.cut()
    }, body)
}

private func open(
  _ url: String, _ told: Told = Told(), _ change: (inout TransportSettings) -> Void = { _ in }
) throws -> LiveStream {
  let stream = try LiveStream(
    transport: testTransport(change), url: url,
    retries: LiveRetries(firstMilliseconds: 1, longestMilliseconds: 2),
    changed: { told.add($0) })
  stream.announce()
  return stream
}

extension LiveStream {
  /// Reads up to the end of the connection.
  fileprivate func readAll(_ size: Int = 7) -> String {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: size)
    while true {
      let got = bytes.withUnsafeMutableBytes { read(into: $0) }
      if got == 0 { return all.text }
      all += bytes[..<got]
    }
  }
}

@Suite("Live streams") struct LiveStreamTests {
  @Test(arguments: [1, 3, 4096]) func titlesAreSeparatedFromSound(size: Int) throws {
    try withTitles([("abcde", ""), ("fghij", "It's"), ("klmno", "")]) { server in
      let told = Told()
      let stream = try open(server.url(), told)
      #expect(stream.readAll(size) == "abcdefghijklmno")
      #expect(told.all == ["connected S 0", "title It's"])
      #expect(stream.failure?.code == .network)
      #expect(server.requests[0].contains("Icy-MetaData: 1"))
    }
  }

  @Test func aLostConnectionIsMadeAgain() throws {
    let count = Counter()
    try withServer({ connection, _ in
      switch count.next() {
      case 2: connection.answer(503, ["Retry-After: 0"])
      case 3: connection.reset()
      default: connection.write("\(head)\r\nsound")
      }
      connection.cut()
    }) { server in
      let told = Told()
      let stream = try open(server.url(), told)
      for _ in 0..<3 {
        #expect(stream.readAll() == "sound")
        try stream.connect()
      }
      #expect(told.all.contains("lost http") && told.all.last == "connected S 3")
    }
  }

  @Test(arguments: [401, 403, 404, 410]) func aRefusalEndsTheStreamAfterFiveAttempts(
    status: Int
  ) throws {
    try expectFiveAttempts(endingWith: ResultCode(refusal: status)) { $0.answer(status) }
  }

  @Test(
    arguments: [("http://[/\n", .reply), ("#EXT-X-VERSION:3\n", .unsupported)]
      as [(String, ResultCode)])
  func aBadPlaylistEndsARunningStreamAfterFiveAttempts(
    playlist: String, code: ResultCode
  ) throws {
    try expectFiveAttempts(endingWith: code) {
      $0.answer(200, ["Content-Type: audio/x-mpegurl"], Array(playlist.utf8))
    }
  }

  /// A stream whose first connection is cut ends with an error after five more.
  private func expectFiveAttempts(
    endingWith code: ResultCode, _ answer: @escaping (RawConnection) -> Void
  ) throws {
    let count = Counter()
    try withServer({ connection, _ in
      if count.next() > 1 { return answer(connection) }
      connection.write("\(head)\r\nsound")
      connection.cut()
    }) { server in
      let stream = try open(server.url())
      #expect(stream.readAll() == "sound")
      let error = #expect(throws: AhaError.self) { try stream.connect() }
      #expect(error?.code == code)
      #expect(count.value == 1 + LiveRetries.maxRefusals)
    }
  }

  @Test func aRefusalDoesNotWaitForItsPage() throws {
    try withServer({ connection, _ in
      connection.write("HTTP/1.1 404 x\r\nContent-Length: 9\r\n\r\nx")
      _ = connection.waitForEnd()
    }) { server in
      let error = #expect(throws: AhaError.self) {
        try open(server.url()) { $0.stallMilliseconds = 15_000 }
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test func aHeadHasATimeLimitWhileNoConnectionIsFree() throws {
    try withServer({ connection, _ in
      // A full pipe has no stall.
      var more = connection.write("\(head)\r\n")
      while more { more = connection.write([UInt8](repeating: 65, count: 1 << 16)) }
    }) { server in
      var code: ResultCode?
      // On a busy machine the first one may itself be late.
      for limit in [100, 1000, 10_000] as [Int64] where code != .timeout {
        let transport = try testTransport {
          ($0.connectionsPerHost, $0.connectMilliseconds) = (1, limit)
          $0.stallMilliseconds = 4 * limit
        }
        guard let first = try? LiveStream(transport: transport, url: server.url()) else { continue }
        code = failure { _ = try LiveStream(transport: transport, url: server.url()) }?.code
        first.close()
      }
      #expect(code == .timeout)
    }
  }

  @Test func aRefusedReaderEndsNotTheFirst() throws {
    try withServer({ connection, _ in
      connection.write("\(head)\r\nsound")
      connection.cut()
    }) { server in
      let stream = try open(server.url())
      try stream.claim(until: Cancellation())
      stream.settle()
      let second = Cancellation()
      let error = #expect(throws: AhaError.self) { try stream.claim(until: second) }
      #expect(error?.code == .state)
      second.cancel()
      #expect(stream.readAll() == "sound")
      #expect(stream.failure?.line.contains("the server ended") == true)
    }
  }

  @Test func aTitleStaysAfterAReconnect() throws {
    try withTitles([("abcde", "A"), ("fghij", "")]) { server in
      let told = Told()
      let stream = try open(server.url(), told)
      _ = stream.readAll()
      try stream.connect()
      #expect(stream.text(.title) == "A")
      _ = stream.readAll()
      #expect(told.all.filter { $0 == "title A" }.count == 1)
    }
  }

  @Test func aClosedStreamEndsItsWaits() throws {
    let served = Event()
    try withServer({ connection, _ in
      connection.write("\(head)\r\n")
      served.set()
      _ = connection.waitForEnd()
    }) { server in
      let stream = try open(server.url())
      served.wait()
      let thread = try Thread(name: "test-close") { stream.close() }
      #expect(stream.readAll().isEmpty)
      thread.join()
      let error = #expect(throws: AhaError.self) { try stream.connect() }
      #expect(error?.code == .cancelled)
    }
  }

  @Test func theFullPipeMakesTheServerWait() throws {
    let sent = Counter()
    try withServer({ connection, _ in
      connection.write("\(head)\r\n")
      let part = [UInt8](repeating: 65, count: 1 << 16)
      while sent.value < 1024, connection.write(part) { _ = sent.next() }
    }) { server in
      let stream = try open(server.url())
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var total = 0
      while total < 8 << 20 {
        let got = bytes.withUnsafeMutableBytes { stream.read(into: $0) }
        try #require(got > 0)
        total += got
      }
      // The buffers of both ends of the connection hold some MiB.
      #expect(sent.value < 768)
      stream.close()
    }
  }

  @Test func playlistsHaveAFirstEntry() throws {
    let reply = "http://127.0.0.1:1/x"
    #expect(try Playlist.firstEntry(in: Array("#EXTM3U\n\(reply)\n".utf8), name: "a") == reply)
    #expect(
      try Playlist.firstEntry(
        in: Array("[playlist]\r\nTitle1=a\r\nfile1 = x=1\r\n".utf8), name: "a") == "x=1")
    for text in ["", "#EXTM3U\n", "[playlist]\nNumberOfEntries=0\n"] {
      let error = #expect(throws: AhaError.self) {
        try Playlist.firstEntry(in: Array(text.utf8), name: "a")
      }
      #expect(error?.code == .reply)
    }
  }

  @Test func errorLinesOmitTheQuery() throws {
    try withServer({ connection, _ in connection.answer(404) }) { server in
      let error = #expect(throws: AhaError.self) { try open(server.url("/a?token=secret")) }
      #expect(error?.line.contains("secret") == false)
    }
  }

  @Test func thePauseGrowsToItsLimitAndObeysTheServer() throws {
    var retries = LiveRetries()
    let lost = AhaError(.network, "lost")
    let pauses = (0..<8).map { _ in retries.pause(after: lost, wanted: nil, random: 0) }
    #expect(pauses == [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
    #expect(retries.pause(after: lost, wanted: 60_000, random: .max)! >= 60_000)
    #expect(retries.pause(after: lost, wanted: 1 << 40, random: 0) == 300_000)
    retries.note(lasted: 10_000)
    #expect(retries.pause(after: lost, wanted: nil, random: 500)! <= 1000)
    #expect(retries.pause(after: AhaError(.cancelled, ""), wanted: nil, random: 0) == nil)
  }

  @Test(
    arguments: [
      ("StreamTitle='';", ""), ("x", nil), ("StreamTitle='a", "a"),
      ("StreamUrl='b';StreamTitle='a';", "a"), ("StreamTitle='\u{e9}';", "\u{e9}"),
    ] as [(String, String?)])
  func titlesAreFound(text: String, title: String?) {
    #expect(IcyText.title(in: Array(text.utf8)) == title)
  }

  @Test func longTextsAreCutAtALetter() {
    let text = [UInt8](repeating: 65, count: 1023) + Array("\u{e9}".utf8)
    #expect(IcyText.text(of: text[...]) == String(repeating: "A", count: 1023))
    #expect(IcyText.text(of: [0x20, 0xE9, 0x0A]) == "\u{e9}")
    let latin = [UInt8](repeating: 0xE9, count: 1024)
    #expect(IcyText.text(of: ([65] + latin)[...]) == "A" + String(repeating: "\u{e9}", count: 511))
  }
}
