import AhaBase

/// Cursor of a history view: a position per scale, and the current scale. The positions are
/// independent: a move by months keeps the position of the days.
///
/// A value type; no position is later than now.
public struct HistoryCursor {
  public private(set) var scale = TimeScale.day
  /// One per scale.
  private var numbers: [Int64]
  private let clock: WallClock

  /// Starts at today, this week and this month.
  public init(_ clock: WallClock = WallClock()) {
    self.clock = clock
    let today = clock.today
    numbers = TimeScale.allCases.map { $0.number(ofDay: today) }
  }

  /// Restores a cursor. A position that is negative or later than now becomes now.
  public init(_ scale: TimeScale, _ numbers: [Int64], _ clock: WallClock = WallClock()) {
    self.init(clock)
    self.scale = scale
    for (index, number) in numbers.prefix(self.numbers.count).enumerated() where number >= 0 {
      self.numbers[index] = min(number, self.numbers[index])
    }
  }

  /// Number of the current day, week or month.
  public var number: Int64 { number(in: scale) }

  public func number(in scale: TimeScale) -> Int64 { numbers[Int(scale.rawValue)] }

  /// True if the position is the current period.
  public var isNow: Bool { number == last }

  private var last: Int64 { scale.number(ofDay: clock.today) }

  /// Moves in time: forward, or backward for a negative count; stops at the ends. Returns: The
  /// count of periods moved.
  @discardableResult
  public mutating func move(by count: Int64) -> Int64 {
    let (wanted, overflow) = number.addingReportingOverflow(count)
    let target = overflow ? (count < 0 ? 0 : last) : max(0, min(wanted, last))
    defer { numbers[Int(scale.rawValue)] = target }
    return target - number
  }

  /// Moves to the period of a time in seconds since 1970.
  public mutating func go(to seconds: Int64) { go(toDay: clock.day(at: seconds)) }

  /// Moves to the period of a day; a future day becomes today.
  public mutating func go(toDay day: Int64) {
    numbers[Int(scale.rawValue)] = scale.number(ofDay: max(0, min(day, clock.today)))
  }

  /// Changes the scale: to longer periods, or to shorter ones for a negative count. Returns: The
  /// count of steps.
  @discardableResult
  public mutating func zoom(by count: Int64) -> Int64 {
    let before = Int64(scale.rawValue)
    let limit = Int64(TimeScale.allCases.count - 1)
    let after = max(0, min(before + max(-limit, min(count, limit)), limit))
    scale = TimeScale.allCases[Int(after)]
    return after - before
  }
}
