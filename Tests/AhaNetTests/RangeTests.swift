import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Ranges") struct RangeTests {
  static let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }

  /// Requests a range; the test supplies the answer.
  private func ask(
    _ first: Int64, _ last: Int64?, _ status: Int, _ range: String?, _ body: ArraySlice<UInt8>
  ) throws -> (reply: HTTPResponse?, error: AhaError?, asked: String?) {
    try withServer({ connection, _ in
      connection.answer(status, range.map { ["Content-Range: \($0)"] } ?? [], Array(body))
    }) { server in
      let transport = try testTransport()
      var request = HTTPRequest("GET", server.url())
      request.range = (first, last)
      let transfer = try transport.start(request)
      #expect(transfer.wait(milliseconds: 30_000))
      let head = server.requests[0]
      #expect(field("accept-encoding", head) == nil)
      return (try? transfer.response(), transfer.error, field("range", head))
    }
  }

  @Test func partsMatchTheRequestedRange() throws {
    let bytes = RangeTests.bytes
    let middle = try ask(100, 199, 206, "bytes 100-199/1000", bytes[100..<200])
    #expect(middle.asked == "bytes=100-199" && middle.reply?.body == Array(bytes[100..<200]))
    let rest = try ask(900, nil, 206, "bytes 900-999/*", bytes[900...])
    #expect(rest.asked == "bytes=900-" && rest.reply?.body == Array(bytes[900...]))
    let short = try ask(900, 1500, 206, "bytes 900-999/1000", bytes[900...])
    #expect(short.reply?.body == Array(bytes[900...]))
    #expect(try ask(0, nil, 200, nil, bytes[...]).reply?.body == bytes)
    #expect(try ask(2000, nil, 416, "bytes */1000", []).reply?.status == 416)
  }

  @Test(
    arguments: [
      nil, "bytes 0-99/1000", "bytes 100-300/1000", "bytes 100-50/1000", "bytes 100-199/150",
      "items 100-199/1000", "bytes 100-199", "bytes 100-99999999999999999999/1000", "bytes -5-3/2",
      "bytes 100-9223372036854775807/*",
    ] as [String?])
  func otherPartsAreRefused(_ range: String?) throws {
    let answer = try ask(100, 199, 206, range, RangeTests.bytes[100..<200])
    #expect(answer.error?.code == .reply)
  }

  @Test func allOfItIsNoPart() throws {
    #expect(try ask(100, nil, 200, nil, RangeTests.bytes[...]).error?.code == .reply)
    #expect(try ask(0, 99, 200, nil, RangeTests.bytes[...]).error?.code == .reply)
  }

  @Test func theBodyIsAsLongAsTheRange() throws {
    let bytes = RangeTests.bytes
    #expect(try ask(0, 99, 206, "bytes 0-99/1000", bytes[..<101]).error?.code == .reply)
    #expect(try ask(0, 99, 206, "bytes 0-99/1000", bytes[..<99]).error?.code == .network)
  }
}
