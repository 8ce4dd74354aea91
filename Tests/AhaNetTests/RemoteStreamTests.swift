import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

/// A file served in ranges, with injected faults.
final class ServedFile: @unchecked Sendable {
  var bytes: [UInt8]
  var tag = "\"1\""
  var knowsRanges = true
  /// Called with the first requested byte and the count of requests so far. True: the closure has
  /// answered.
  var meddles: (RawConnection, Int, Int) -> Bool = { _, _, _ in false }
  /// Whether the server answers the head for a first byte with 401.
  var refuses: (String, Int) -> Bool = { _, _ in false }
  private let requests = Counter()

  init(_ count: Int) {
    var random = Random(seed: 3)
    bytes = [UInt8](unsafeUninitializedCapacity: count + 8) { buffer, filled in
      for place in stride(from: 0, to: count, by: 8) {
        UnsafeMutableRawBufferPointer(buffer).storeBytes(
          of: random.next(), toByteOffset: place, as: UInt64.self)
      }
      filled = count
    }
  }

  var count: Int { requests.value }

  func answer(_ connection: RawConnection, _ head: String) {
    let number = requests.next()
    let range = field("range", head)?.dropFirst(6).split(separator: "-").compactMap { Int($0) }
    guard knowsRanges, let range, range.count == 2 else {
      return connection.answer(200, ["ETag: \(tag)"], bytes)
    }
    if refuses(head, range[0]) { return connection.answer(401) }
    if meddles(connection, range[0], number) { return }
    let end = min(range[1], bytes.count - 1)
    if range[0] > end { return connection.answer(416, ["Content-Range: bytes */\(bytes.count)"]) }
    connection.answer(
      206, ["Content-Range: bytes \(range[0])-\(end)/\(bytes.count)", "ETag: \(tag)"],
      Array(bytes[range[0]...end]))
  }
}

/// Runs a body with a stream of a served file.
func withStream<T>(
  of file: ServedFile, _ change: (inout TransportSettings) -> Void = { _ in },
  _ body: (RemoteStream) throws -> T
) throws -> T {
  try withFile(file, change) { server, transport in
    try body(try RemoteStream(transport: transport, url: server.url()))
  }
}

/// Runs a body with a server for a file.
func withFile<T>(
  _ file: ServedFile, _ change: (inout TransportSettings) -> Void = { _ in },
  _ body: (RawServer, Transport) throws -> T
) throws -> T {
  try withServer({ file.answer($0, $1) }) { server in try body(server, try testTransport(change)) }
}

@Suite("Remote streams") struct RemoteStreamTests {
  @Test func isReadFromStartToEnd() throws {
    let file = ServedFile(20 * 131_072 + 77)
    try withFile(file) { server, transport in
      let stream = try RemoteStream(transport: transport, url: server.url("/a?token=t"))
      #expect(stream.length() == Int64(file.bytes.count))
      #expect(stream.name == "127.0.0.1:\(server.port)")
      var all: [UInt8] = []
      while all.count < file.bytes.count {
        let part = try #require(try stream.read(50_000, at: Int64(all.count)))
        try #require(!part.isEmpty)
        all += part
      }
      #expect(all == file.bytes)
      // Requests each block once.
      #expect(file.count == 21)
    }
  }

  @Test func isReadFromAnywhere() throws {
    let file = ServedFile(30 * 131_072)
    try withStream(of: file) { stream in
      var random = Random(seed: 5)
      for _ in 0..<60 {
        let start = Int.random(in: 0..<file.bytes.count, using: &random)
        let part = try stream.read(300_000, at: Int64(start))
        #expect(part == Array(file.bytes[start...].prefix(300_000)))
      }
      #expect(try stream.read(10, at: Int64(file.bytes.count)) == [])
      #expect(try stream.read(10, at: Int64.max) == [])
      #expect(failure { _ = try stream.read(10, at: -1) }?.code == .invalidArgument)
      #expect(failure { try stream.write([1]) }?.code == .access)
    }
  }

  @Test func isReadByManyAtOnce() throws {
    let file = ServedFile(12 * 131_072)
    try withStream(of: file) { stream in
      let wrong = Counter()
      // Short reads, of which half cross from one block into the next.
      let ended = try concurrently(6, seconds: 60) { number in
        var random = Random(seed: UInt64(number))
        for _ in 0..<20 {
          let block = Int.random(in: 1..<12, using: &random) * 131_072
          let start = block - Int.random(in: 0..<100, using: &random)
          let part = try? stream.read(50, at: Int64(start))
          if part != Array(file.bytes[start...].prefix(50)) { wrong.next() }
        }
      }
      #expect(ended && wrong.value == 0)
    }
  }

  @Test func readsAheadOfTheReader() throws {
    let file = ServedFile(10 * 131_072)
    let fifth = Event()
    file.meddles = { _, first, _ in
      if first == 4 * 131_072 { fifth.set() }
      return false
    }
    try withStream(of: file) { stream in
      _ = try stream.read(10)
      #expect(fifth.wait())
    }
  }

  @Test func continuesAfterFaults() throws {
    let file = ServedFile(6 * 131_072)
    let seen = Counter()
    file.meddles = { [unowned file] connection, first, _ in
      // Each block but the first fails once, each with another fault.
      guard first > 0, seen.value < 4 else { return false }
      switch seen.next() {
      case 1:
        let range = "bytes \(first)-\(first + 131_071)/\(file.bytes.count)"
        connection.write("HTTP/1.1 206 x\r\nContent-Range: \(range)\r\n")
        connection.write("Content-Length: 131072\r\nETag: \(file.tag)\r\n\r\nabc")
      case 2: connection.reset()
      case 3:
        connection.answer(503)
        return true
      default: break
      }
      connection.cut()
      return true
    }
    try withStream(of: file) { stream in
      let all = try stream.read(file.bytes.count)
      #expect(all == file.bytes)
    }
  }

  @Test func givesUp() throws {
    let file = ServedFile(2 * 131_072)
    file.meddles = { connection, first, _ in
      if first > 0 { connection.answer(500) }
      return first > 0
    }
    try withStream(of: file) { stream in
      let error = failure { _ = try stream.read(10, at: 200_000) }
      #expect(error?.code == .http && error?.line.hasSuffix(": status 500") == true)
      #expect(file.count == 1 + RemoteStream.attempts)
      // A later read succeeds.
      file.meddles = { _, _, _ in false }
      let later = try stream.read(10, at: 200_000)
      #expect(later == Array(file.bytes[200_000..<200_010]))
    }
  }

  /// No real file is this long, but a server can claim the length: reading its end must be safe.
  @Test func theEndOfAnyLengthCanBeAskedFor() throws {
    let file = ServedFile(131_072)
    file.meddles = { [unowned file] connection, first, _ in
      let range = "Content-Range: bytes \(first)-\(first + 131_071)/9223372036854775807"
      if first == 0 { connection.answer(206, [range, "ETag: \(file.tag)"], file.bytes) }
      return first == 0
    }
    try withStream(of: file) { stream in
      #expect(stream.length() == .max)
      #expect(throws: AhaError.self) { try stream.read(10, at: .max - 5) }
    }
  }

  @Test func otherContentIsDamage() throws {
    for changesLength in [false, true] {
      let file = ServedFile(20 * 131_072)
      try withStream(of: file) { stream in
        if changesLength { file.bytes.append(1) } else { file.tag = "\"2\"" }
        #expect(failure { _ = try stream.read(10, at: 2_000_000) }?.code == .damaged)
      }
    }
  }

  @Test func serversWithoutRangesAreNotSupported() throws {
    let file = ServedFile(300_000)
    file.knowsRanges = false
    try withFile(file) { server, transport in
      let error = failure { _ = try RemoteStream(transport: transport, url: server.url()) }
      #expect(error?.code == .unsupported)
      file.knowsRanges = true
      file.meddles = { connection, first, _ in
        connection.answer(206, ["Content-Range: bytes 0-2/*"], [1, 2, 3])
        return true
      }
      let second = failure { _ = try RemoteStream(transport: transport, url: server.url()) }
      #expect(second?.code == .unsupported)
    }
  }

  @Test(arguments: [401: ResultCode.notSignedIn, 403: .refused, 404: .notFound])
  func refusalsAreNotTriedAgain(_ status: Int, _ code: ResultCode) throws {
    let file = ServedFile(10)
    file.meddles = { connection, _, _ in
      connection.answer(status)
      return true
    }
    try withFile(file) { server, transport in
      #expect(
        failure { _ = try RemoteStream(transport: transport, url: server.url()) }?.code == code)
      #expect(file.count == 1)
    }
  }

  @Test(arguments: [false, true]) func emptyFilesAreStreams(_ knowsRanges: Bool) throws {
    let file = ServedFile(0)
    file.knowsRanges = knowsRanges
    try withStream(of: file) { stream in
      let bytes = try stream.read(10)
      #expect(bytes == [] && stream.length() == 0)
    }
  }

  @Test func waitingIsReportedAndCancellable() throws {
    final class ErrorText: @unchecked Sendable {
      var states: [RemoteStream.State] = []
      let waits = Event()
    }
    let file = ServedFile(20 * 131_072)
    let (go, told) = (Event(), ErrorText())
    file.meddles = { _, first, _ in
      if first == 10 * 131_072 { go.wait() }
      return false
    }
    try withFile(file) { server, transport in
      let stream = try RemoteStream(
        transport: transport, url: server.url(),
        changed: { state in
          told.states.append(state)
          if state == .buffering { told.waits.set() }
        })
      let reading = try Background { failure { _ = try stream.read(10, at: 10 * 131_072) }?.code }
      #expect(told.waits.wait())
      #expect(!reading.hasEnded)
      go.set()
      #expect(reading.result() == .some(nil))
      #expect(told.states == [.buffering, .playing])
    }
  }

  /// A block that was evicted between its request and its use.
  @Test func evictedBlocksAreRequestedAgain() throws {
    let file = ServedFile(20 * 131_072)
    try withFile(file) { server, transport in
      let source = try RemoteSource(
        transport: transport, url: server.url(), ssrfGuard: .any, sign: nil, renew: nil)
      let block = RemoteBlock(index: 3)
      for _ in 0..<5 where !block.isReady {
        block.begin(from: source, cancellation: Cancellation())
        block.cancelUnlessAwaited()
        try block.finish(with: source, cancellation: Cancellation())
      }
      var bytes = [UInt8](repeating: 0, count: 9)
      let got = bytes.withUnsafeMutableBytes { block.copy(to: $0, from: 5) }
      #expect(got == 9 && bytes == Array(file.bytes[(3 * 131_072 + 5)...].prefix(9)))
    }
  }

  @Test func closingEndsAReadThatWaits() throws {
    let file = ServedFile(20 * 131_072)
    let (reached, go) = (Event(), Event())
    file.meddles = { _, first, _ in
      guard first == 10 * 131_072 else { return false }
      reached.set()
      go.wait()
      return false
    }
    try withStream(of: file) { stream in
      let reading = try Background { failure { _ = try stream.read(10, at: 10 * 131_072) }?.code }
      #expect(reached.wait())
      stream.close()
      #expect(reading.result() == .some(.cancelled))
      #expect(failure { _ = try stream.read(1) }?.code == .cancelled)
      go.set()
    }
  }
}
