import CAha
import CCli

let historyVerb = Verb(
  "history", "", "Show what was played, recorded, bounced and dropped, by time",
  details: """
    Bars are of minutes, or of how often where nothing took time. Weeks are those
    of ISO 8601, from Monday to Sunday. --back leaves out the latest ones.
    """,
  options: [
    Option("--by", "SCALE", "day, week or month; else day"),
    Option("--count", "N", "how many of them; else 14 days or 12 others", .whole(1, 100_000)),
    Option("--back", "N", "end so many before now", .whole(0, 100_000)),
    Option("--png", "FILE", "draw them into a PNG file"), .library, .json,
  ]
) { (arguments, console) throws(Failure) in
  try arguments.refuseOperands("history takes options alone")
  let span = try HistorySpan(arguments)
  let library = try LibraryFile(known: arguments)
  if let path = arguments.value("--png") {
    let result = aha_library_draw_history(
      library.pointer, span.scale, span.first, span.last, path.c, nil)
    return try check(result, .output, about: path)
  }
  let buckets = try span.buckets(of: library)
  if console.isJSON {
    for bucket in buckets { console.print(span.object(bucket).text) }
  } else {
    HistoryBars(span, buckets, isUnicode: isUnicodeTerminal()).lines.forEach { console.print($0) }
  }
}

private let scaleNames = ["day", "week", "month"]

struct HistorySpan {
  let scale: aha_time_scale
  let first: Int64
  let last: Int64

  fileprivate init(_ arguments: Arguments) throws(Failure) {
    let word = arguments.value("--by") ?? "day".bytes
    let scale = aha_time_scale(try choice(word, scaleNames, "--by", historyVerb))
    let usual = Int(scale) == AHA_SCALE_DAY ? 14.0 : 12
    let count = Int64(arguments.number("--count") ?? usual)
    let back = arguments.whole("--back") as Int64
    var cursor = aha_history_cursor_init()
    cursor.scale = scale
    try check(aha_history_cursor_move(&cursor, -back, nil), .input, about: [])
    last = [cursor.day, cursor.week, cursor.month][Int(scale)]
    first = max(0, last - count + 1)
    self.scale = scale
  }

  fileprivate func buckets(of library: LibraryFile) throws(Failure) -> [aha_history_bucket] {
    var found = [aha_history_bucket](repeating: aha_history_bucket(), count: Int(last - first) + 1)
    var count: UInt32 = 0
    let result = aha_library_copy_history(
      library.pointer, scale, first, last, &found, UInt32(found.count), &count)
    try check(result, .input, about: library.path)
    return Array(found.prefix(Int(count)))
  }

  func label(_ number: Int64) -> String {
    shown(copiedText { aha_time_scale_copy_label(scale, number, $0, $1, $2) })
  }

  fileprivate func object(_ bucket: aha_history_bucket) -> JSONObject {
    var object: JSONObject = [
      "scale": .text(scaleNames[Int(scale)]), "label": .text(label(bucket.number)),
    ]
    for (name, count, duration) in bucket.parts {
      object.add(name + "s", .count(count))
      object.add(name + "_minutes", .real(Double(duration) / 60_000, 3))
    }
    return object
  }
}

extension aha_history_bucket {
  var parts: [(name: String, count: Int64, duration: Int64)] {
    [
      ("play", plays, play_ms), ("take", takes, take_ms), ("bounce", bounces, bounce_ms),
      ("drop", drops, drop_ms),
    ]
  }

  var duration: Int64 { play_ms &+ take_ms &+ bounce_ms &+ drop_ms }
  var count: Int64 { plays &+ takes &+ bounces &+ drops }
}

/// Whether standard output is a terminal that shows blocks.
private func isUnicodeTerminal() -> Bool {
  if cli_is_terminal(1) == 0 { return false }
  let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? []
  let name = lowercased(locale).filter { $0 != 0x2d }
  return name.indices.contains { name[$0...].starts(with: "utf8".utf8) }
}

/// History as lines of text.
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
