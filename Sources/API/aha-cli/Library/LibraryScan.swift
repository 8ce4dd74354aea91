let libraryScanVerb = Verb(
  "library scan", synopsis: "FOLDER...", summary: "Update the library from folders",
  details: """
    Adds new sounds, recognizes moved files by their content, and marks deleted
    ones as missing. An interruption keeps the items found so far.
    """, operands: (oneOrMore, "scan needs a folder"),
  options: [Option("--ignore PATTERN", "skip these names", isRepeated: true)]
    + options(of: scanSettings)
    + [Option("--watch", "keep scanning folders that change, until Ctrl-C"), .library, .json]
) { (arguments, _) throws(Failure) in
  let (roots, ignored) = (arguments.operands, arguments.values("--ignore"))
  var options = try arguments.read(scanSettings, into: aha_scan_options_init())
  (options.roots, options.root_count) = (permanent(roots), UInt32(roots.count))
  (options.ignored, options.ignored_count) = (permanent(ignored), UInt32(ignored.count))
  let library = try LibraryFile(from: arguments)
  try update(doing: "scanning", done: "scanned", of: roots[0]) {
    aha_scan_start(library.pointer, &options, $0, $1)
  }
  if arguments.has("--watch") { try watch(foldersOf: library, options: &options, of: roots[0]) }
}

private let scanSettings: [Setting<aha_scan_options>] = [
  Setting("--hidden", "include names that begin with a dot") { $0.include_hidden = $1.whole() },
  Setting("--depth N", "folders in folders; 1: those alone; else 33", kind: .whole(1, 65)) {
    $0.max_depth = $1.whole()
  },
  Setting("--most N", "fail for more sounds", kind: .whole(1, 1e15)) { $0.max_files = $1.whole() },
  Setting("--follow-links", "follow links to folders, each once") { $0.follow_links = $1.whole() },
  Setting("--no-hashes", "faster; moved files become new items") { $0.skip_hashes = $1.whole() },
  Setting("--reread", "read unchanged files again too") { $0.reread = $1.whole() },
  Setting("--threads N", "files read at once; else 2", kind: .whole(1, 64)) {
    $0.threads = $1.whole()
  },
]

let librarySyncVerb = Verb(
  "library sync", synopsis: "SOURCE...", summary: "Update the library from a remote catalogue",
  details: """
    SOURCE is a destination of \(program) drop, whose drops or tracks are listed, or with
    --feed the URL of an RSS, Atom or JSON feed, as of a podcast. The next sync
    resumes an interrupted one.
    """, operands: (oneOrMore, "sync needs a source"),
  options: [Option("--feed", "the URLs are of feeds")] + options(of: syncSettings)
    + networkOptions + [.library, .json],
  oneOff: destinationOptions.filter { $0.name != "--feed" }
) { (arguments, _) throws(Failure) in
  var options = try arguments.read(syncSettings, into: aha_sync_options_init())
  let online = try Online(arguments)
  let library = try LibraryFile(from: arguments)
  let rest = "interrupted; the next sync resumes"
  try console.each(arguments.operands, interrupted: rest) { (word) throws(Failure) in
    let destination =
      arguments.has("--feed")
      ? nil
      : try OnlineDestination(
        named: DestinationWord(word, for: librarySyncVerb), arguments: arguments, online: online)
    try update(doing: "syncing", done: "synced", of: word) {
      destination == nil
        ? aha_sync_start_feed(library.pointer, online.pointer, word.c, &options, $0, $1)
        : aha_sync_start(library.pointer, destination?.pointer, &options, $0, $1)
    }
  }
}

private let syncSettings: [Setting<aha_sync_options>] = [
  Setting("--whole", "request everything again") { $0.whole = $1.whole() },
  Setting("--send", "also send edited texts back to the drops") { $0.send = $1.whole() },
  Setting("--most N", "fail for more items", kind: .whole(1, 1e15)) { $0.max_items = $1.whole() },
]

/// Runs a scan or a sync. Errors: the job's; the report is printed before.
private func update(
  doing: String, done: String, of word: Bytes, start: (Handle.Out, Handle.Out) -> aha_result
) throws(Failure) {
  let source = word.text.hidingSecrets.array
  let (bar, begin) = (StatusLine(), cli_clock_seconds())
  let (report, job) = try Handle.withJob(.input, about: source, start: start)
  let result = console.wait(for: job) {
    let items = jobProgress(job).frames_done
    let perSecond = Double(items) / max(1e-3, cli_clock_seconds() - begin)
    bar.tell(
      [
        "event": .text("progress"), "source": .name(source), "stage": .text(doing),
        "items": .number(items), "items_per_second": .real(perSecond, decimals: 0),
      ], or: doing + "  \(items) items  " + fixed(perSecond, decimals: 0) + "/s", at: Double(items))
  }
  let failure = result < 0 ? Failure.library(result, side: .input, about: source) : nil
  bar.clear()
  tell(report, of: source, done: done, seconds: cli_clock_seconds() - begin)
  try console.refuseInterrupted("interrupted; the items found so far stay")
  if let failure { throw failure }
}

private func tell(_ report: Handle, of source: Bytes, done: String, seconds: Double) {
  var info = aha_report_info_init()
  if aha_report_get_info(report.pointer, &info) < 0 { return }
  let lines = (0..<info.line_count).map { index in
    shown(copiedText { aha_report_copy_line(report.pointer, index, $0, $1, $2) })
  }
  let counts: [(count: Int64, key: String, words: String)] = [
    (info.added, "added", "new"), (info.changed, "changed", "changed"),
    (info.moved, "moved", "moved"), (info.unchanged, "unchanged", "as they were"),
    (info.missing, "missing", "missing"), (info.undecodable, "undecodable", "undecodable"),
    (info.conflicts, "conflicts", "conflicts"), (info.sent, "sent", "sent"),
  ]
  let record: Record = ["event": .text(done), "source": .name(source), "seen": .count(info.seen)]
  let rest = [
    Field("is_unchanged", .flag(info.is_unchanged)), Field("seconds", .real(seconds, decimals: 3)),
    Field("lines", .texts(lines)),
  ]
  let facts = counts.filter { $0.count > 0 }.map { "\($0.count) " + $0.words }
  let known = facts.isEmpty ? "nothing there" : joined(facts)
  if !console.isJSON { for line in lines { console.note(line) } }
  console.print(
    record + counts.map { Field($0.key, .count($0.count)) } + rest,
    or: "\(source): " + (info.is_unchanged != 0 ? "as it was" : known))
}

/// Keeps the library up to date with its folders until a signal, which is no failure.
/// Errors: the watch failed, or the output's reader is gone.
private func watch(
  foldersOf library: LibraryFile, options: inout aha_scan_options, of source: Bytes
)
  throws(Failure)
{
  try check(aha_scan_start_watch(library.pointer, &options), .input, about: source)
  var last = aha_watch_status_init()
  while !console.isInterrupted {
    _ = cli_wait(-1, 200, nil, 0)
    var status = aha_watch_status_init()
    guard aha_scan_get_watch(library.pointer, &status) >= 0 else { continue }
    if status.is_limited != 0, last.is_limited == 0 {
      console.warn("the kernel watches no more folders; all are scanned each minute")
    }
    if status.scans != last.scans || status.result != last.result {
      tell(status, after: last, of: source)
    }
    last = status
  }
  try check(aha_scan_stop_watch(library.pointer), .input, about: source)
  if cli_caught_signal() == 0 { try console.refuseInterrupted() }
}

private func tell(_ status: aha_watch_status, after last: aha_watch_status, of source: Bytes) {
  if status.result < 0 {
    return console.tell(.library(status.result, side: .input, about: source), file: source)
  }
  let record: Record = [
    "event": .text("watched"), "source": .name(source), "scans": .count(status.scans),
    "changes": .count(status.changes), "is_limited": .flag(status.is_limited),
  ]
  let changes = status.changes - last.changes
  if console.isJSON || last.scans == 0 {
    console.print(record, or: "\(source): watching")
  } else if changes > 0 {
    console.print("\(source): changed items: \(changes)")
  }
}
