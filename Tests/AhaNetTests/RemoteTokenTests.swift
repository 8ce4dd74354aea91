import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Remote streams of accounts") struct RemoteTokenTests {
  @Test func signsRequestsToItsOwnHost() throws {
    let file = ServedFile(6 * 131_072)
    let expired = Counter()
    file.meddles = { connection, first, _ in
      // The file's URL expires.
      guard first == 5 * 131_072, expired.value == 0 else { return false }
      expired.next()
      connection.answer(403)
      return true
    }
    try withServer({ file.answer($0, $1) }) { store in
      try withServer({ connection, _ in
        connection.answer(302, ["Location: \(store.url("/signed"))"])
      }) { server in
        let transport = try testTransport()
        let signed = Counter()
        let stream = try RemoteStream(
          transport: transport, url: server.url(),
          sign: { (request, _) throws(AhaError) in
            signed.next()
            request.credential = HTTPHeader("Authorization", "Bearer t")
          })
        for index in 0..<6 {
          let start = index * 131_072
          #expect(try stream.read(9, at: Int64(start)) == Array(file.bytes[start..<(start + 9)]))
        }
        // Once at the start, and once after the URL expired.
        #expect(server.requests.count == 2 && signed.value == 2)
        #expect(server.requests.allSatisfy { field("authorization", $0) == "Bearer t" })
        #expect(store.requests.allSatisfy { field("authorization", $0) == nil })
      }
    }
  }

  @Test func aFailureToSignIsReported() throws {
    try withFile(ServedFile(10)) { server, transport in
      let error = failure {
        _ = try RemoteStream(
          transport: transport, url: server.url(),
          sign: { (request, _) throws(AhaError) in throw AhaError(.notSignedIn, "nobody") })
      }
      #expect(error?.line == "nobody")
    }
  }

  /// A token that the server no longer accepts, and its successor.
  private final class Tokens: @unchecked Sendable {
    let renewed = Counter()
    var isPassing = false

    func open(_ transport: Transport, _ url: String) throws -> RemoteStream {
      try RemoteStream(
        transport: transport, url: url,
        sign: { (request, _) throws(AhaError) in
          request.credential = HTTPHeader("Authorization", "Bearer t\(self.renewed.value)")
        },
        renew: { (request, _, _) throws(AhaError) in
          if self.isPassing {
            self.isPassing = false
            throw AhaError(.network, "not now")
          }
          if request.credential?.value == "Bearer t\(self.renewed.value)" { self.renewed.next() }
        })
    }
  }

  @Test(arguments: [0, 2]) func aRefusedTokenIsRenewed(_ block: Int) throws {
    let file = ServedFile(6 * 131_072)
    file.refuses = { head, first in
      first >= block * 131_072 && field("authorization", head) == "Bearer t0"
    }
    try withFile(file) { server, transport in
      let tokens = Tokens()
      tokens.isPassing = block > 0
      let stream = try tokens.open(transport, server.url())
      #expect(try stream.read(file.bytes.count) == file.bytes)
      #expect(tokens.renewed.value == 1)
    }
  }

  @Test func itIsRenewedOnceForABlock() throws {
    let file = ServedFile(10)
    file.refuses = { _, _ in true }
    try withFile(file) { server, transport in
      let tokens = Tokens()
      let error = failure { _ = try tokens.open(transport, server.url()) }
      #expect(error?.code == .notSignedIn && tokens.renewed.value == 1 && file.count == 2)
    }
  }

  @Test func aRefusalOfAnotherServersRenewsNothing() throws {
    let file = ServedFile(10)
    file.refuses = { _, _ in true }
    try withFile(file) { store, transport in
      try withServer({ connection, _ in
        connection.answer(302, ["Location: \(store.url())"])
      }) { server in
        let tokens = Tokens()
        let error = failure { _ = try tokens.open(transport, server.url()) }
        #expect(error?.code == .notSignedIn && tokens.renewed.value == 0)
      }
    }
  }
}

@Suite("Waiting for remote streams") struct RemoteWaitTests {
  /// A file whose tenth block arrives when the test allows it.
  private func stalled(_ go: Event, _ reached: Event) -> ServedFile {
    let file = ServedFile(20 * 131_072)
    file.meddles = { _, first, _ in
      guard first == 10 * 131_072 else { return false }
      reached.set()
      go.wait()
      return false
    }
    return file
  }

  @Test func oneReaderGivesUpAndAnotherReadsOn() throws {
    let (go, reached, cancellation) = (Event(), Event(), Cancellation())
    let file = stalled(go, reached)
    try withStream(of: file) { stream in
      let one = stream.reading(until: cancellation)
      #expect(try one.length() == stream.length() && one.name == stream.name && !one.canWrite)
      let place = Int64(10 * 131_072)
      let first = try Background { failure { _ = try one.read(9, at: place) }?.code }
      #expect(reached.wait())
      let other = try Background { (try? stream.read(9, at: place)) ?? [] }
      cancellation.cancel()
      #expect(first.result() == .some(.cancelled))
      #expect(!other.hasEnded)
      go.set()
      #expect(other.result() == Array(file.bytes[Int(place)...].prefix(9)))
    }
  }

  @Test func aStallIsWaitedForTwice() throws {
    let (go, reached) = (Event(), Event())
    let file = stalled(go, reached)
    let asked = Counter()
    let meddles = file.meddles
    file.meddles = { connection, first, number in
      if first == 10 * 131_072 { asked.next() }
      return meddles(connection, first, number)
    }
    try withStream(of: file, { $0.stallMilliseconds = 1000 }) { stream in
      let error = failure { _ = try stream.read(9, at: 10 * 131_072) }
      // The server may see the second request late.
      let deadline = Instant.after(milliseconds: 30_000)
      while asked.value < 2, Instant.now() < deadline { Instant.pause(milliseconds: 5) }
      #expect(error?.code == .timeout && asked.value == 2)
      go.set()
    }
  }
}
