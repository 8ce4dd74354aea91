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
          ", \"\(activity.name)_minutes\": \(TimeScale.minutes(bucket.duration(of: activity)))"
      }
      text += "}"
    }
    return text + (buckets.isEmpty ? "]}\n" : "\n]}\n")
  }

  /// Milliseconds as minutes with three decimals; integer arithmetic avoids locale and rounding
  /// effects.
  private static func minutes(_ milliseconds: Int64) -> String {
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
