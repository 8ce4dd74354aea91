let historyVerb = Verb(
  "history", "", "Show plays, recordings, bounces and drops by time",
  details: """
    Bars show minutes, or counts if no activity has a length. Weeks are those of
    ISO 8601, from Monday to Sunday. --back leaves out the latest ones.
    """, operands: (0...0, "history takes options alone"),
  options: [
    Option("--by", "SCALE", "day, week or month; else day", .word(scaleNames)),
    Option("--count", "N", "how many of them; else 14 days or 12 others", .whole(1, 100_000)),
    Option("--back", "N", "end so many before now", .whole(0, 100_000)),
    Option("--png", "FILE", "draw them into a PNG file"), .library, .json,
  ]
) { (arguments, console) throws(Failure) in
  let scale: aha_time_scale = arguments.whole("--by")
  let count = arguments.number("--count") ?? (Int(scale) == AHA_SCALE_DAY ? 14 : 12)
  var cursor = aha_history_cursor_init()
  cursor.scale = scale
  try check(aha_history_cursor_move(&cursor, -arguments.whole("--back"), nil), .input)
  let last = [cursor.day, cursor.week, cursor.month][Int(scale)]
  let first = max(0, last - Int64(count) + 1)
  let library = try LibraryFile(known: arguments)
  if let path = arguments.value("--png") {
    let result = aha_library_draw_history(library.pointer, scale, first, last, path.c, nil)
    return try check(result, .output, about: path)
  }
  var buckets = [aha_history_bucket](repeating: aha_history_bucket(), count: Int(last - first) + 1)
  var found: UInt32 = 0
  let result = aha_library_copy_history(
    library.pointer, scale, first, last, &buckets, UInt32(buckets.count), &found)
  try check(result, .input, about: library.path)
  buckets = Array(buckets.prefix(Int(found)))
  if console.isJSON {
    for bucket in buckets { console.print(bucket.record(scale)) }
  } else {
    bars(buckets, scale, isUnicode: isUnicodeTerminal()).forEach { console.print($0) }
  }
}

/// In the order of AHA_SCALE_...
private let scaleNames = ["day", "week", "month"]

extension aha_history_bucket {
  private var parts: [(name: String, count: Int64, duration: Int64)] {
    [
      ("play", plays, play_ms), ("take", takes, take_ms), ("bounce", bounces, bounce_ms),
      ("drop", drops, drop_ms),
    ]
  }

  fileprivate var duration: Int64 { play_ms &+ take_ms &+ bounce_ms &+ drop_ms }
  fileprivate var count: Int64 { plays &+ takes &+ bounces &+ drops }

  fileprivate func label(_ scale: aha_time_scale) -> String {
    shown(copiedText { aha_time_scale_copy_label(scale, number, $0, $1, $2) })
  }

  fileprivate func record(_ scale: aha_time_scale) -> Record {
    var record: Record = [
      "scale": .text(scaleNames[Int(scale)]), "label": .text(label(scale)),
    ]
    for (name, count, duration) in parts {
      record.add(name + "s", .count(count))
      record.add(name + "_minutes", .real(Double(duration) / 60_000, 3))
    }
    return record
  }

  /// As in "3 plays, 1 take, 12 min".
  fileprivate var words: String {
    var words = parts.filter { $0.count > 0 }.map { part in
      "\(part.count) " + part.name + (part.count == 1 ? "" : "s")
    }
    if duration > 0 { words.append(fixed(Double(duration) / 60_000, 1) + " min") }
    return joined(words)
  }
}

/// Whether standard output is a terminal with block characters.
private func isUnicodeTerminal() -> Bool {
  if isatty(1) == 0 { return false }
  let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? []
  let name = lowercased(locale).filter { $0 != 0x2d }
  return name.indices.contains { name[$0...].starts(with: "utf8".utf8) }
}

/// A line for each bucket: the label, a bar, and the counts.
private func bars(_ buckets: [aha_history_bucket], _ scale: aha_time_scale, isUnicode: Bool)
  -> [String]
{
  let isTimed = buckets.contains { $0.duration > 0 }
  let values = buckets.map { Double(isTimed ? $0.duration : $0.count) }
  let highest = values.reduce(0) { max($0, $1) }
  let tails = buckets.map { $0.words }
  let longest = tails.reduce(0) { max($0, $1.utf8.count) }
  // The label, and two spaces on each side of the bar.
  let room = max(8, Int(cli_columns(1)) - 1 - 10 - 4 - longest)
  return buckets.indices.map { index in
    let bar = bar(highest > 0 ? values[index] / highest : 0, room, isUnicode)
    let line = padded(buckets[index].label(scale), 10) + "  " + bar
    return tails[index].isEmpty ? line : line + "  " + tails[index]
  }
}

/// A bar with spaces up to the width of the room.
private func bar(_ fraction: Double, _ room: Int, _ isUnicode: Bool) -> String {
  let parts = isUnicode ? 8 : 1
  var filled = Int((fraction * Double(room * parts)).rounded())
  if fraction > 0 { filled = max(1, filled) }
  let (whole, rest) = (filled / parts, filled % parts)
  var bar = String(repeating: isUnicode ? "\u{2588}" : "#", count: whole)
  // Block characters from seven eighths down to one.
  if rest > 0, let block = Unicode.Scalar(UInt32(0x2590 - rest)) {
    bar.unicodeScalars.append(block)
  }
  return bar + String(repeating: " ", count: max(0, room - whole - (rest > 0 ? 1 : 0)))
}
