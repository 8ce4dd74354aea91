import AhaBase
import Testing

@Suite struct ClockTextTests {
  @Test(arguments: [
    (0, "0:00"), (59_999_999, "0:59"), (1_200_000_000, "20:00"), (3_599_999_999, "59:59"),
    (7_200_000_000, "2:00:00"), (360_061_000_000, "100:01:01"), (-5, "0:00"),
    (Int64.min, "0:00"), (Int64.max, "2562047788:00:54"),
  ])
  func shortTimesHaveHoursFromAnHourOn(microseconds: Int64, shown: String) {
    #expect(ClockText.short(microseconds) == shown)
  }

  @Test(arguments: [
    (0, "0:00:00"), (1, "0:00:00.000001"), (-7_500_000, "-0:00:07.5"),
    (3_599_999_999, "0:59:59.999999"), (3_600_000_000, "1:00:00"), (360_061_000_000, "100:01:01"),
    (Int64.min, "-2562047788:00:54.775808"),
  ])
  func exactTimesAlwaysHaveHours(microseconds: Int64, shown: String) {
    #expect(ClockText.exact(microseconds) == shown)
  }
}
