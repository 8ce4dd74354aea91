import AhaBase
import AhaTestSupport
import CShims
import Testing

@testable import AhaNet

@Suite("Retry policy")
struct RetryPolicyTests {
  @Test func backoffGrowsUpToHalfAMinute() {
    for (number, limit) in [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].enumerated() {
      #expect(RetryPolicy.backoff(after: number, random: UInt64(limit)) == limit)
      #expect(RetryPolicy.backoff(after: number, random: UInt64(limit) + 1) == 0)
    }
    #expect(RetryPolicy.backoff(after: 1_000_000, random: .max) <= 30_000)
  }

  @Test func onlyPassingStatusesAreRetried() {
    for status in [408, 425, 429, 500, 502, 503, 504, 520] {
      #expect(RetryPolicy.isPassing(status: status), "\(status)")
    }
    for status in [200, 304, 400, 401, 403, 404, 409, 422, 501, 505, 507, 511] {
      #expect(!RetryPolicy.isPassing(status: status), "\(status)")
    }
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
  ])
  func datesAreRead(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(from: text) == seconds)
  }

  @Test(arguments: [
    "", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 06 Nov 1994 08:49:3é GMT",
  ])
  func othersAreNot(text: String) { #expect(HTTPDate.seconds(from: text) == nil) }

  private func wait(_ status: Int, _ headers: [HTTPHeader], _ body: String = "") -> Int64? {
    var reply = HTTPResponse()
    (reply.status, reply.headers, reply.body) = (status, headers, Array(body.utf8))
    return RetryPolicy.wait(after: reply, now: 784_111_700)
  }

  @Test func waitsAreReadFromWhereverTheyAre() {
    #expect(wait(503, [HTTPHeader("retry-after", "3")]) == 3000)
    #expect(wait(429, [HTTPHeader("Retry-After", "99999999999999999999")]) == 1_000_000_000_000)
    #expect(wait(429, [HTTPHeader("Retry-After", "1e99")]) == nil)
    #expect(wait(429, [HTTPHeader("Retry-After", "9999999999999999")]) == 1_000_000_000_000)
    let date = HTTPHeader("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(wait(503, [date]) == 77_000)
    // If the server's clock is wrong, its own Date header is the reference.
    #expect(wait(503, [date, HTTPHeader("Date", "Sun, 06 Nov 1994 08:49:30 GMT")]) == 7000)
    #expect(wait(503, [date, HTTPHeader("Date", "Sun, 06 Nov 1994 09:49:30 GMT")]) == 0)
    #expect(wait(429, [], "{\"retry_after\": 1.5}") == 1500)
    #expect(wait(429, [], "{\"error\": {\"retry_after\": 2}}") == 2000)
    #expect(wait(429, [], "{\"retry_after\": -1e300}") == 0)
    #expect(wait(429, [], "{\"retry_after\": 1e99}") == 1_000_000_000_000)
    #expect(wait(429, [], "{\"retry_after\": \"2\"}") == 2000)
    #expect(wait(429, [], "{\"retry_after\": \"soon\"}") == nil)
    #expect(wait(429, [], "<html>") == nil && wait(500, []) == nil)
  }
}

@Suite("Data on its way to the host")
struct DataPipeTests {
  private func take(_ pipe: DataPipe, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard let got = bytes.withUnsafeMutableBytes({ pipe.read(into: $0) }) else { return nil }
    return Array(bytes[..<got])
  }

  @Test func comesInOrderAndWaitsForRoom() throws {
    let total = 5 << 20
    let source = patterned(total)
    let told = Counter()
    let pipe = DataPipe(name: "data", capacity: 1 << 20) { _ in told.next() }
    let writer = try Background { () -> Bool in
      defer { pipe.end() }
      return source.withUnsafeBytes { (try? pipe.write($0, at: 0)) != nil }
    }
    var got: [UInt8] = []
    while let some = take(pipe, 300_001) {
      if some.isEmpty { sched_yield() }
      got += some
      #expect(pipe.length() - Int64(got.count) <= 1 << 20)
    }
    #expect(writer.result() == true && got == source && told.value > 0)
    #expect(take(pipe, 1) == nil)
  }

  @Test(arguments: ["end", "abandon"])
  func writersDoNotWaitForever(how: String) throws {
    let pipe = DataPipe(name: "data", capacity: 1 << 20)
    let isFull = Event()
    let writer = try Background { () -> Bool in
      let bytes = [UInt8](repeating: 1, count: 1 << 20)
      return bytes.withUnsafeBytes { bytes in
        _ = try? pipe.write(bytes, at: 0)
        isFull.set()
        return (try? pipe.write(bytes, at: 1 << 20)) != nil
      }
    }
    #expect(isFull.wait())
    if how == "end" { pipe.end() } else { pipe.abandon() }
    #expect(writer.result() == (how == "abandon"))
  }
}
