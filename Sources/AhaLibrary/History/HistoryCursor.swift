import AhaBase

/// Where somebody looks in a history: a place in each of the scales, and the scale that is looked
/// at. The places are independent: who goes back three months finds the day where it was left.
///
/// A value; nothing of it is ever later than now.
public struct HistoryCursor {
  public private(set) var scale = TimeScale.day
  /// One for each scale.
  private var places: [Int64]
  private let clock: WallClock

  /// Begins today, this week and this month.
  public init(_ clock: WallClock = WallClock()) {
    self.clock = clock
    let today = clock.today
    places = TimeScale.allCases.map { $0.number(ofDay: today) }
  }

  /// Where somebody looked before: a place for each scale. One that is negative, or later than now,
  /// is now.
  public init(_ scale: TimeScale, _ places: [Int64], _ clock: WallClock = WallClock()) {
    self.init(clock)
    self.scale = scale
    for (index, place) in places.prefix(self.places.count).enumerated() where place >= 0 {
      self.places[index] = min(place, self.places[index])
    }
  }

  /// The number of the day, week or month that is looked at.
  public var place: Int64 { place(in: scale) }

  public func place(in scale: TimeScale) -> Int64 { places[Int(scale.rawValue)] }

  /// Whether what is looked at is not over yet.
  public var isNow: Bool { place == last }

  private var last: Int64 { scale.number(ofDay: clock.today) }

  /// Goes along time: forward, or back where the count is negative; at its ends it stays.
  /// Returns: How far it went.
  @discardableResult
  public mutating func move(by count: Int64) -> Int64 {
    let (wanted, overflow) = place.addingReportingOverflow(count)
    let target = overflow ? (count < 0 ? 0 : last) : max(0, min(wanted, last))
    defer { places[Int(scale.rawValue)] = target }
    return target - place
  }

  /// Goes to the piece of time that a moment is in, in seconds since 1970.
  public mutating func go(to seconds: Int64) { go(toDay: clock.day(at: seconds)) }

  /// Goes to the piece of time that has a day in it; a day to come is today.
  public mutating func go(toDay day: Int64) {
    places[Int(scale.rawValue)] = scale.number(ofDay: max(0, min(day, clock.today)))
  }

  /// Goes between the scales: to longer pieces, or to shorter ones where the count is negative.
  /// Returns: How far it went.
  @discardableResult
  public mutating func zoom(by count: Int64) -> Int64 {
    let before = Int64(scale.rawValue)
    let most = Int64(TimeScale.allCases.count - 1)
    let after = max(0, min(before + max(-most, min(count, most)), most))
    scale = TimeScale.allCases[Int(after)]
    return after - before
  }
}
