import CAha
import CCli

let historyVerb = Verb(
  name: "history", synopsis: "",
  summary: "Show what was played, recorded, bounced and dropped, by time",
  details: """
    Bars are of minutes, or of how often where nothing took time. Weeks are those
    of ISO 8601, from Monday to Sunday. --back leaves out the latest ones.
    """,
  ownOptions: [
    Option(name: "--by", value: "SCALE", help: "day, week or month; else day"),
    Option(name: "--count", value: "N", help: "how many of them; else 14 days or 12 others"),
    Option(name: "--back", value: "N", help: "end so many before now"),
    Option(name: "--png", value: "FILE", help: "draw them into a PNG file"),
    .library, .json,
  ], run: runHistory)

private let scaleNames = ["day", "week", "month"]

@Sendable
private func runHistory(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if !arguments.operands.isEmpty { throw historyVerb.usage("history takes options alone") }
  let span = try HistorySpan(arguments)
  let library = try LibraryFile(known: arguments)
  if let path = arguments.value("--png") {
    let result = withCString(path) {
      aha_library_draw_history(library.pointer, span.scale, span.first, span.last, $0, nil)
    }
    return try check(result, .output, about: path)
  }
  let buckets = try span.buckets(of: library)
  if console.isJSON {
    for bucket in buckets { console.print(span.object(bucket).text) }
  } else {
    HistoryBars(span, buckets, isUnicode: isUnicodeTerminal()).lines.forEach { console.print($0) }
  }
}

/// Which pieces of time are shown.
struct HistorySpan {
  let scale: aha_time_scale
  let first: Int64
  let last: Int64

  fileprivate init(_ arguments: Arguments) throws(Failure) {
    let word = arguments.value("--by") ?? Bytes("day".utf8)
    let scale = aha_time_scale(try choice(word, scaleNames, "--by", historyVerb))
    let counts = Quantity(name: "--count", lowest: 1, highest: 100_000, isWhole: true)
    let backs = Quantity(name: "--back", lowest: 0, highest: 100_000, isWhole: true)
    let usual = Int(scale) == AHA_SCALE_DAY ? 14.0 : 12
    let count = Int64(try arguments.number(counts.name, counts) ?? usual)
    let back = Int64(try arguments.number(backs.name, backs) ?? 0)
    var cursor = aha_history_cursor_init()
    cursor.scale = scale
    try check(aha_history_cursor_move(&cursor, -back, nil), .input, about: [])
    last = [cursor.day, cursor.week, cursor.month][Int(scale)]
    first = max(0, last - count + 1)
    self.scale = scale
  }

  fileprivate func buckets(of library: LibraryFile) throws(Failure) -> [aha_history_bucket] {
    var found = [aha_history_bucket](
      repeating: aha_history_bucket(), count: Int(last - first) + 1)
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
    var object = JSONObject()
    object.add("scale", text: scaleNames[Int(scale)])
    object.add("label", text: label(bucket.number))
    for (name, count, duration) in bucket.parts {
      object.add(name + "s", number: UInt64(clamping: count))
      object.add(name + "_minutes", number: Double(duration) / 60_000, decimals: 3)
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
