import AhaBase
import AhaLibrary
import AhaTestSupport
import Glibc
import Testing

@testable import AhaServices
@testable import AhaSync

/// AHA_SYNC_ITEMS=1000000 measures memory. Run it alone: other tests add to the process's memory.
@Suite(.serialized) struct LongListTests {
  private static let count = getenv("AHA_SYNC_ITEMS").flatMap { Int(String(cString: $0)) } ?? 2_000

  /// Peak memory of the process in MiB.
  private func memory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }

  private var seconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
  }

  private static func item(_ place: Int) -> String {
    """
    {"id":"item \(place)","title":"Title \(place)",
    "content_text":"\(String(repeating: "x", count: 500))",
    "attachments":[{"url":"\(place).mp3","mime_type":"audio/mpeg"}]},
    """
  }

  @Test func aLongListIsAppliedWhole() throws {
    let rig = try SyncRig()
    let count = LongListTests.count
    let server = try rig.server { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      connection.write("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[")
      for start in stride(from: 0, to: count, by: 1000) {
        connection.write(
          (start..<min(start + 1000, count)).map(LongListTests.item).joined())
      }
      connection.write("{}]}")
      connection.cut()
    }
    let remote = try rig.feed(server, "/feed.json")
    let (before, began) = (memory(), seconds)
    let report = try rig.sync(remote) { $0.maxItems = Int64(count) + 1 }
    let grown = memory() - before
    print("\(count) entries: \(seconds - began) s, \(grown) MiB")
    #expect(report.added == Int64(count) && report.troubles.count == 1)
    if getenv("AHA_SYNC_ITEMS") != nil { #expect(grown < 64) }
    let again = seconds
    #expect(try rig.sync(remote) { $0.maxItems = Int64(count) + 1 }.unchanged == Int64(count))
    print("again: \(seconds - again) s, \(memory() - before) MiB")
  }
}
