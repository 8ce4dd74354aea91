let historyVerb = Verb(
  "history", synopsis: "", summary: "Show plays, recordings, bounces and drops by time",
  details: """
    Bars show minutes, or counts if no activity has a length. Days are those of the
    local time at that moment; weeks are of ISO 8601, from Monday to Sunday.
    --export and --import write and read a file with all activities. The form of a file
    to import is detected; importing it again adds nothing. Plays of sounds that are not
    in the library stay as text, until a later import finds them there.
    """, operands: (0...0, "history takes options alone"),
  options: [
    Option("--by SCALE", "day, week or month; else day", kind: .word(scaleNames)),
    Option("--count N", "how many; else 14 days, or 12 weeks or months", kind: .whole(1, 100_000)),
    Option("--back N", "end so many before now", kind: .whole(0, 100_000)),
    Option("--png FILE", "draw them into a PNG file of 1600 x 400 pixels"),
    Option("--export FILE", "write all activities into a file"),
    Option("--form FORM", "json, listenbrainz or scrobbler-log", kind: .word(historyForms)),
    Option("--import FILE", "add the activities of a file"), .library, .json,
  ],
  exclusive: [["--export", "--import"], ["--form", "--import"]]
) { (arguments, _) throws(Failure) in
  if let path = arguments.value("--import") { return try importHistory(path, arguments) }
  if let path = arguments.value("--export") { return try exportHistory(path, arguments) }
  var cursor = aha_history_cursor_init()
  cursor.scale = arguments.whole("--by")
  try check(aha_history_cursor_move(&cursor, -arguments.whole("--back"), nil), .input)
  let (scale, last) = (cursor.scale, [cursor.day, cursor.week, cursor.month][Int(cursor.scale)])
  let count = arguments.number("--count") ?? (Int(scale) == AHA_SCALE_DAY ? 14 : 12)
  let first = max(0, last - Int64(count) + 1)
  let library = try LibraryFile(known: arguments)
  if let path = arguments.value("--png") {
    let result = aha_history_draw(library.pointer, scale, first, last, path.c, nil)
    return try check(result, .output, about: path)
  }
  var buckets = [aha_history_bucket](repeating: aha_history_bucket(), count: Int(last - first) + 1)
  var found: UInt32 = 0
  let result = aha_history_copy(
    library.pointer, scale, first, last, &buckets, UInt32(buckets.count), &found)
  try check(result, .input, about: library.path)
  let bars = HistoryBars(Array(buckets.prefix(Int(found))))
  for bucket in bars.buckets {
    console.print(bucket.record(in: scale), or: bars.line(of: bucket, scale: scale))
  }
}

/// In the order of AHA_HISTORY_...
private let historyForms = ["json", "listenbrainz", "scrobbler-log"]

private func exportHistory(_ path: Bytes, _ arguments: Arguments) throws(Failure) {
  let library = try LibraryFile(known: arguments)
  var count: Int64 = 0
  try check(
    aha_history_export(library.pointer, path.c, arguments.whole("--form"), &count), .output,
    about: path)
  console.print(
    ["event": .text("exported"), "file": .name(path), "activities": .count(count)],
    or: "\(shown(path)): \(count) activities")
}

private func importHistory(_ path: Bytes, _ arguments: Arguments) throws(Failure) {
  let library = try LibraryFile(from: arguments)
  var info = aha_history_import_info_init()
  let result = aha_history_import(library.pointer, path.c, &info)
  let counts: [(count: Int64, key: String, words: String)] = [
    (info.added, "added", "new"), (info.unmatched, "unmatched", "of them not in the library"),
    (info.known, "known", "known"), (info.skipped, "skipped", "skipped"),
  ]
  let facts = counts.filter { $0.count > 0 }.map { "\($0.count) " + $0.words }
  let record: Record = ["event": .text("imported"), "file": .name(path)]
  if result >= 0 || !facts.isEmpty {
    console.print(
      record + counts.map { Field($0.key, .count($0.count)) },
      or: "\(shown(path)): " + (facts.isEmpty ? "nothing there" : joined(facts)))
  }
  try check(result, .input, about: path)
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

  fileprivate func label(in scale: aha_time_scale) -> String {
    shown(copiedText { aha_history_copy_label(scale, number, $0, $1, $2) })
  }

  fileprivate func record(in scale: aha_time_scale) -> Record {
    let counts = parts.flatMap { part in
      [
        Field(part.name + "s", .count(part.count)),
        Field(part.name + "_minutes", .real(Double(part.duration) / 60_000, decimals: 3)),
      ]
    }
    return ["scale": .text(scaleNames[Int(scale)]), "label": .text(label(in: scale))] + counts
  }

  /// As in "3 plays, 1 take, 12 min".
  fileprivate var words: String {
    let counts = parts.filter { $0.count > 0 }.map { part in
      "\(part.count) " + part.name + (part.count == 1 ? "" : "s")
    }
    let minutes = fixed(Double(duration) / 60_000, decimals: 1) + " min"
    return joined(duration > 0 ? counts + [minutes] : counts)
  }
}

/// A line for each bucket: the label, a bar, and the counts.
private struct HistoryBars {
  let buckets: [aha_history_bucket]
  private let isTimed: Bool
  private let highest: Double
  /// Columns of a bar.
  private let columns: Int
  private let isUnicode = isUnicodeTerminal()

  init(_ buckets: [aha_history_bucket]) {
    let isTimed = buckets.contains { $0.duration > 0 }
    (self.buckets, self.isTimed) = (buckets, isTimed)
    highest = buckets.reduce(1) { max($0, Double(isTimed ? $1.duration : $1.count)) }
    // The label, and two spaces on each side of the bar.
    let longest = buckets.reduce(0) { max($0, $1.words.utf8.count) }
    columns = max(8, Int(cli_columns(1)) - 1 - 10 - 4 - longest)
  }

  func line(of bucket: aha_history_bucket, scale: aha_time_scale) -> String {
    let bar = bar(filling: Double(isTimed ? bucket.duration : bucket.count) / highest)
    let line = padded(bucket.label(in: scale), to: 10) + "  " + bar
    return bucket.words.isEmpty ? line : line + "  " + bucket.words
  }

  /// A bar with spaces up to the width of the columns.
  private func bar(filling fraction: Double) -> String {
    let parts = isUnicode ? 8 : 1
    let filled = max(fraction > 0 ? 1 : 0, Int((fraction * Double(columns * parts)).rounded()))
    let (whole, rest) = (filled / parts, filled % parts)
    var bar = String(repeating: isUnicode ? "\u{2588}" : "#", count: whole)
    // Block characters from seven eighths down to one.
    if rest > 0, let block = Unicode.Scalar(UInt32(0x2590 - rest)) {
      bar.unicodeScalars.append(block)
    }
    return bar + String(repeating: " ", count: max(0, columns - whole - (rest > 0 ? 1 : 0)))
  }
}

/// Whether standard output is a terminal with block characters.
private func isUnicodeTerminal() -> Bool {
  let locale = environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? []
  let name = locale.lowered.filter { $0 != 0x2d }
  return isatty(1) != 0 && name.indices.contains { name[$0...].begins(with: "utf8") }
}
