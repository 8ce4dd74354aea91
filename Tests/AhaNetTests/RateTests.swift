import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

/// Only lower bounds of times are tested: a busy machine is slower, never faster.
@Suite("Rate limit") struct RateTests {
  private static let size = 60_000
  private static let rate: Int64 = 100_000

  private func seconds(_ body: () throws -> Void) throws -> Double {
    let begin = Instant.now()
    try body()
    return Double(Instant.now().nanoseconds - begin.nanoseconds) * 1e-9
  }

  private func withEcho(_ body: (RawServer) throws -> Void) throws {
    try withConnections(
      { connection in
        while let head = connection.head() {
          let body = connection.body(of: head)
          connection.answer(
            200, [], body.isEmpty ? [UInt8](repeating: 7, count: RateTests.size) : body)
        }
      }, body)
  }

  @Test func concurrentDownloadsShareTheRate() throws {
    try withEcho { server in
      let transport = try testTransport { $0.bytesPerSecond = RateTests.rate }
      let time = try seconds {
        let transfers = try (0..<2).map { _ in
          try transport.start(HTTPRequest("GET", server.url()))
        }
        for transfer in transfers {
          #expect(transfer.wait(milliseconds: 60_000))
          #expect(try transfer.response().body.count == RateTests.size)
        }
      }
      // 120 kB less one burst and one read.
      #expect(time > 0.8)
    }
  }

  @Test func anUploadKeepsTheRateAndArrivesWhole() throws {
    try withEcho { server in
      let transport = try testTransport { $0.bytesPerSecond = RateTests.rate }
      var request = HTTPRequest("POST", server.url())
      request.body = .bytes((0..<RateTests.size).map { UInt8(truncatingIfNeeded: $0 / 251) })
      let time = try seconds {
        let reply = try transport.send(request)
        guard case .bytes(let sent) = request.body else { return }
        #expect(reply.body == sent)
      }
      #expect(time > 0.8)
    }
  }

  /// The stall limit is for servers: a pause of libaha's own is no stall.
  @Test func aLowRateIsNoStall() throws {
    try withEcho { server in
      let transport = try testTransport {
        $0.bytesPerSecond = 20_000
        $0.stallMilliseconds = 300
      }
      // On a busy machine the server itself may stall for so long, but not each time.
      var count = 0
      for _ in 0..<5 where count == 0 {
        count = (try? transport.send(HTTPRequest("GET", server.url())).body.count) ?? 0
      }
      #expect(count == RateTests.size)
    }
  }

  @Test func aThrottledTransferIsCancelledAtOnce() throws {
    try withEcho { server in
      let transport = try testTransport { $0.bytesPerSecond = 1 }
      let transfer = try transport.start(HTTPRequest("GET", server.url()))
      #expect(!transfer.wait(milliseconds: 300))
      transfer.cancel()
      #expect(transfer.wait(milliseconds: 30_000))
      #expect(transfer.error?.code == .cancelled)
    }
  }

  @Test func aNegativeRateIsRefused() {
    #expect(failure { _ = try testTransport { $0.bytesPerSecond = -1 } }?.code == .invalidArgument)
  }
}
