import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite struct HistoryTimeTests {
  @Test(
    arguments: [
      (1970, 1, 1, "1970-W01"), (1970, 12, 31, "1970-W53"), (2024, 2, 29, "2024-W09"),
      (2024, 12, 30, "2025-W01"), (2026, 11, 22, "2026-W47"), (2026, 11, 23, "2026-W48"),
      (2027, 1, 3, "2026-W53"), (2027, 1, 4, "2027-W01"), (2100, 2, 28, "2100-W08"),
      (2100, 3, 1, "2100-W09"),
    ] as [(Int64, Int64, Int64, String)])
  func weeksAreThoseOfISO8601(year: Int64, month: Int64, day: Int64, week: String) {
    let days = CivilDate.days(year: year, month: month, day: day)
    #expect(TimeScale.week.label(of: TimeScale.week.number(ofDay: days)) == week)
  }

  @Test(arguments: TimeScale.allCases)
  func eachDayIsInOnePiece(scale: TimeScale) {
    var (last, first) = (scale.number(ofDay: 0), scale.firstDay(of: 0))
    #expect(last == 0 && first <= 0)
    // Until 2105, which includes the leap year 2000 and the common year 2100.
    for day in 1..<Int64(49_310) {
      let number = scale.number(ofDay: day)
      guard number != last else { continue }
      first = scale.firstDay(of: number)
      if number != last + 1 || first != day { Issue.record("\(scale): day \(day)") }
      last = number
    }
  }

  @Test func labelsAreThoseOfTheCalendar() {
    let day = CivilDate.days(year: 2024, month: 2, day: 29)
    #expect(TimeScale.day.label(of: day) == "2024-02-29")
    #expect(TimeScale.month.label(of: TimeScale.month.number(ofDay: day)) == "2024-02")
    #expect(TimeScale.month.label(of: 0) == "1970-01" && TimeScale.day.label(of: 0) == "1970-01-01")
  }

  /// Uses the process's time zone, because changing it would disturb threads that read the
  /// environment.
  @Test(arguments: [0, 1_774_745_999, 1_774_746_000, 1_774_823_400, 4_107_542_400] as [Int64])
  func daysAreThoseOnTheWall(seconds: Int64) {
    var (moment, parts) = (time_t(seconds), tm())
    localtime_r(&moment, &parts)
    let (year, month) = (Int64(parts.tm_year) + 1900, Int64(parts.tm_mon) + 1)
    let day = max(0, CivilDate.days(year: year, month: month, day: Int64(parts.tm_mday)))
    #expect(WallClock.localDay(seconds) == day)
  }

  @Test func timeHasItsEnds() {
    #expect(WallClock.localDay(-5) == WallClock.localDay(0))
    #expect(WallClock.localDay(.max) == WallClock.localDay(WallClock.last))
    #expect(WallClock { .max }.seconds == WallClock.last && WallClock { -1 }.seconds == 0)
  }
}

@Suite struct HistoryCursorTests {
  private func cursor() -> HistoryCursor { HistoryCursor(clock: LibraryRig.clock) }

  private func label(_ cursor: HistoryCursor) -> String { cursor.scale.label(of: cursor.period) }

  @Test func eachScaleHasItsOwnPlace() {
    var cursor = cursor()
    #expect(cursor.isNow)
    let today = cursor.period
    cursor.move(by: -1)
    #expect(!cursor.isNow && cursor.period == today - 1)
    #expect(cursor.zoom(by: 2) == 2 && cursor.scale == .month && cursor.isNow)
    cursor.move(by: -3)
    #expect(label(cursor) == "2026-08")
    #expect(cursor.zoom(by: -1) == -1 && cursor.scale == .week && label(cursor) == "2026-W47")
    cursor.zoom(by: -1)
    #expect(cursor.period == today - 1)
    #expect(
      cursor.period(in: .month)
        == TimeScale.month.number(ofDay: CivilDate.days(year: 2026, month: 8, day: 1)))
  }

  @Test func itStaysWithinTime() {
    var cursor = cursor()
    #expect(cursor.move(by: 1) == 0 && cursor.isNow)
    #expect(cursor.move(by: .max) == 0 && cursor.isNow)
    let today = cursor.period
    #expect(cursor.move(by: .min) == -today && cursor.period == 0)
    #expect(cursor.move(by: .max) == today && cursor.isNow)
    #expect(cursor.zoom(by: -1) == 0 && cursor.zoom(by: .max) == 2 && cursor.zoom(by: 1) == 0)
    #expect(cursor.zoom(by: .min) == -2)
    cursor.go(toDay: .max)
    #expect(cursor.isNow)
    cursor.go(toDay: -9)
    #expect(cursor.period == 0)
  }
}
