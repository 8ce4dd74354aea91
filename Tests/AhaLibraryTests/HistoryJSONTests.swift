import AhaBase
import Testing

@testable import AhaLibrary

@Suite final class HistoryJSONTests: LibraryRig {
  private func bucket(_ number: Int64, _ milliseconds: Int64) -> HistoryBucket {
    var bucket = HistoryBucket(number: number)
    bucket.add(.play, count: 1, duration: milliseconds)
    return bucket
  }

  @Test func nothingIsAnEmptyList() {
    #expect(TimeScale.week.json(of: []) == "{\"scale\": \"week\", \"buckets\": []}\n")
  }

  @Test func allThatWasDoneIsThere() throws {
    try library.note(.play, milliseconds: 90_000)
    try library.note(.play, milliseconds: 30_000)
    try library.note(.drop)
    try library.note(.take, milliseconds: 61_234, at: LibraryRig.noon - 86_400)
    let today = LibraryRig.noon / 86_400
    let json = TimeScale.day.json(of: try library.history(by: .day, from: today - 1, to: today))
    #expect(
      json == """
        {"scale": "day", "buckets": [
          {"label": "2026-11-21", "number": \(today - 1), "plays": 0, "play_minutes": 0, \
        "takes": 1, "take_minutes": 1.02, "bounces": 0, "bounce_minutes": 0, "drops": 0, \
        "drop_minutes": 0},
          {"label": "2026-11-22", "number": \(today), "plays": 2, "play_minutes": 2, \
        "takes": 0, "take_minutes": 0, "bounces": 0, "bounce_minutes": 0, "drops": 1, \
        "drop_minutes": 0}
        ]}\n
        """)
  }

  @Test(
    arguments: [
      (0, "0"), (59, "0"), (60, "0.001"), (600, "0.01"), (6000, "0.1"), (30_000, "0.5"),
      (60_000, "1"), (60_060, "1.001"), (119_999, "1.999"), (315_360_000_000, "5256000"),
      (.max, "153722867280912.93"),
    ] as [(Int64, String)])
  func minutesAreExact(milliseconds: Int64, minutes: String) {
    let json = TimeScale.month.json(of: [bucket(0, milliseconds)])
    #expect(json.contains("\"play_minutes\": \(minutes), \"takes\""), "\(json)")
    #expect(json.contains("\"label\": \"1970-01\", \"number\": 0, \"plays\": 1,"))
  }
}
