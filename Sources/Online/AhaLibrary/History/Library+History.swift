import AhaBase
import AhaStore

/// Counted activities. The numbers are stored in libraries.
public enum Activity: UInt32, CaseIterable, Sendable {
  case play = 1
  case take, bounce, drop
}

/// Activity counts of a day, week or month.
public struct HistoryBucket: Sendable {
  /// Number in the `TimeScale`.
  public let number: Int64
  private var counts = [Int64](repeating: 0, count: Activity.allCases.count)
  private var durations = [Int64](repeating: 0, count: Activity.allCases.count)

  init(number: Int64) { self.number = number }

  public func count(_ activity: Activity) -> Int64 { counts[Int(activity.rawValue) - 1] }

  /// Units: milliseconds.
  public func duration(of activity: Activity) -> Int64 { durations[Int(activity.rawValue) - 1] }

  /// Sum over all activities.
  public var count: Int64 { counts.reduce(0, &+) }
  public var duration: Int64 { durations.reduce(0, &+) }

  mutating func add(_ activity: Activity, count: Int64, duration: Int64) {
    counts[Int(activity.rawValue) - 1] &+= count
    durations[Int(activity.rawValue) - 1] &+= duration
  }
}

extension Library {
  /// Max duration of an entry: ten years, in milliseconds.
  static let longest: Int64 = 315_360_000_000

  /// Adds a history entry.
  /// - Parameters:
  ///   - item: The item; nil if it is not in the library.
  ///   - seconds: Start, since 1970; nil: now.
  /// The entry belongs to the local day at that time; a later change of time zone does not move it.
  /// Errors: `notFound` (the item), those of databases.
  public func note(
    _ activity: Activity, item: Int64? = nil, milliseconds: Int64 = 0, at seconds: Int64? = nil
  ) throws(AhaError) {
    let moment = max(0, min(seconds ?? clock.seconds, clock.seconds))
    let duration = max(0, min(milliseconds, Library.longest))
    try changing { () throws(AhaError) in
      if let item { try touch(item, activity: activity, at: moment) }
      try database.run(
        "INSERT INTO event (kind, item, at, day, duration) VALUES (?1, ?2, ?3, ?4, ?5)",
        .integer(Int64(activity.rawValue)), .optional(item), .integer(moment),
        .integer(clock.day(at: moment)), .integer(duration))
    }
  }

  /// Invariant: caller holds the lock.
  func touch(_ item: Int64, activity: Activity, at moment: Int64) throws(AhaError) {
    switch activity {
    case .play:
      try database.run(
        "UPDATE item SET played = max(played, ?2), plays = plays + 1 WHERE number = ?1",
        .integer(item), .integer(moment))
    case .drop:
      try database.run(
        "UPDATE item SET dropped = max(dropped, ?2) WHERE number = ?1", .integer(item),
        .integer(moment))
    case .take, .bounce:
      try database.run("UPDATE item SET added = added WHERE number = ?1", .integer(item))
    }
    if database.changedRows == 0 {
      throw AhaError(.notFound, "the library has no item \(item)")
    }
  }

  /// Buckets from `first` to `last` without gaps, cut at the current one.
  /// - Parameters: Bucket numbers of `scale`, both included.
  public func history(
    by scale: TimeScale, from first: Int64, to last: Int64
  ) throws(AhaError) -> [HistoryBucket] {
    let end = min(last, scale.number(ofDay: clock.today))
    let start = max(0, first)
    guard start <= end else { return [] }
    var buckets = (start...end).map { HistoryBucket(number: $0) }
    try reading { () throws(AhaError) in
      try database.each(
        Library.days, .integer(max(0, scale.firstDay(of: start))),
        .integer(scale.firstDay(of: end + 1) - 1)
      ) { (row) throws(AhaError) in
        let index = Int(scale.number(ofDay: row.integer(0)) - start)
        guard buckets.indices.contains(index),
          let activity = Activity(rawValue: UInt32(clamping: row.integer(1)))
        else { return }
        buckets[index].add(activity, count: row.integer(2), duration: row.integer(3))
      }
    }
    return buckets
  }

  private static let days: StaticString = """
    SELECT day, kind, count(*), sum(duration) FROM event WHERE day BETWEEN ?1 AND ?2
    GROUP BY day, kind
    """

  /// Day of the first entry, since 1970; nil without entries.
  public func firstDay() throws(AhaError) -> Int64? {
    try reading { () throws(AhaError) in
      let first = try database.first("SELECT min(day) FROM event") { (row) throws(AhaError) in
        row.optional(0)
      }
      return (first ?? nil).map { min($0, WallClock.last / 86_400) }
    }
  }
}

extension TimeScale {
  /// Name in `aha history --by`.
  public var name: StaticString {
    switch self {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    }
  }

  /// Buckets of this scale as JSON.
  public func json(of buckets: [HistoryBucket]) -> String {
    var text = "{\"scale\": \"\(name)\", \"buckets\": ["
    for (place, bucket) in buckets.enumerated() {
      text += place == 0 ? "\n  {" : ",\n  {"
      text += "\"label\": \"\(label(of: bucket.number))\", \"number\": \(bucket.number)"
      for activity in Activity.allCases {
        text += ", \"\(activity.plural)\": \(bucket.count(activity))"
        text +=
          ", \"\(activity.name)_minutes\": \(TimeScale.minutes(of: bucket.duration(of: activity)))"
      }
      text += "}"
    }
    return text + (buckets.isEmpty ? "]}\n" : "\n]}\n")
  }

  /// Milliseconds as minutes with three decimals; integer arithmetic avoids locale and rounding
  /// effects.
  private static func minutes(of milliseconds: Int64) -> String {
    let (whole, rest) = (milliseconds / 60_000, milliseconds % 60_000 / 60)
    if rest == 0 { return "\(whole)" }
    var digits = "\(1000 + rest)".utf8.dropFirst().map { $0 }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(whole).\(String(decoding: digits, as: UTF8.self))"
  }
}

extension Activity {
  var name: StaticString {
    switch self {
    case .play: "play"
    case .take: "take"
    case .bounce: "bounce"
    case .drop: "drop"
    }
  }

  var plural: StaticString {
    switch self {
    case .play: "plays"
    case .take: "takes"
    case .bounce: "bounces"
    case .drop: "drops"
    }
  }
}
