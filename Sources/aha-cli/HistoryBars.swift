import CAha
import CCli

/// What was done over time, as lines for a person.
struct HistoryBars {
  let lines: [String]

  init(_ span: HistorySpan, _ buckets: [aha_history_bucket], isUnicode: Bool) {
    let isTimed = buckets.contains { $0.duration > 0 }
    let values = buckets.map { Double(isTimed ? $0.duration : $0.count) }
    let most = values.reduce(0) { max($0, $1) }
    let tails = buckets.map { HistoryBars.words($0) }
    let longest = tails.reduce(0) { max($0, $1.utf8.count) }
    // The label, and two spaces on each side of the bar.
    let room = max(8, Int(cli_columns(1)) - 1 - 10 - 4 - longest)
    lines = buckets.indices.map { index in
      let bar = HistoryBars.bar(most > 0 ? values[index] / most : 0, room, isUnicode)
      let line = padded(span.label(buckets[index].number), 10) + "  " + bar
      return tails[index].isEmpty ? line : line + "  " + tails[index]
    }
  }

  /// Filled up with spaces to its room.
  private static func bar(_ fraction: Double, _ room: Int, _ isUnicode: Bool) -> String {
    let parts = isUnicode ? 8 : 1
    var filled = Int((fraction * Double(room * parts)).rounded())
    if fraction > 0 { filled = max(1, filled) }
    let (whole, rest) = (filled / parts, filled % parts)
    var bar = String(repeating: isUnicode ? "\u{2588}" : "#", count: whole)
    // From seven eighths down to one.
    if rest > 0, let block = Unicode.Scalar(UInt32(0x2590 - rest)) {
      bar.unicodeScalars.append(block)
    }
    return bar + String(repeating: " ", count: max(0, room - whole - (rest > 0 ? 1 : 0)))
  }

  /// As in "3 plays, 1 take, 12 min".
  private static func words(_ bucket: aha_history_bucket) -> String {
    var words: [String] = []
    for (name, count, _) in bucket.parts where count > 0 {
      words.append("\(count) " + name + (count == 1 ? "" : "s"))
    }
    if bucket.duration > 0 { words.append(fixed(Double(bucket.duration) / 60_000, 1) + " min") }
    return joined(words)
  }
}
