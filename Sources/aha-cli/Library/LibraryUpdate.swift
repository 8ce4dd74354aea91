import CAha
import CCli

/// A scan or a sync under way: tells how far it is, and what came of it.
final class LibraryUpdate {
  typealias Start = (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<OpaquePointer?>) ->
    aha_result

  private let console: Console
  private let doing: String
  private let done: String
  private let about: Bytes
  private let bar: StatusLine
  private let begin = cli_clock_seconds()

  init(_ console: Console, _ doing: String, _ done: String, about: Bytes) {
    (self.console, self.doing, self.done, self.about) = (console, doing, done, about)
    bar = StatusLine(console)
  }

  /// Errors: what the job came to; what was found until then is told before.
  func run(_ start: Start) throws(Failure) {
    let (report, job) = try Handle.withJob(aha_report_release, .input, about: about, start)
    let result = console.wait(for: job) { tell(jobProgress(job)) }
    let failure = result < 0 ? Failure.library(result, .input, about: about) : nil
    bar.clear()
    tellEnd(report)
    try console.refuseInterrupted("interrupted; what was found stays")
    if let failure { throw failure }
  }

  private func tell(_ progress: aha_job_progress) {
    let now = cli_clock_seconds()
    if !bar.isDue() { return }
    let perSecond = now > begin ? Double(progress.frames_done) / (now - begin) : 0
    if console.isJSON {
      console.print([
        "event": .text("progress"), "source": .name(about), "stage": .text(doing),
        "items": .number(progress.frames_done), "items_per_second": .real(perSecond, 0),
      ])
    } else if bar.isShown {
      bar.draw(doing + "  \(progress.frames_done) items  " + fixed(perSecond, 0) + "/s")
    }
  }

  private func tellEnd(_ report: Handle) {
    var info = aha_report_info_init()
    guard aha_report_get_info(report.pointer, &info) >= 0 else { return }
    let lines = (0..<info.line_count).map { index in
      copiedText { aha_report_copy_line(report.pointer, index, $0, $1, $2) }
    }
    if console.isJSON { return console.print(object(info, lines).text) }
    for line in lines { console.say("aha: " + shown(line)) }
    console.print(shown(about) + ": " + words(info))
  }

  private func words(_ info: aha_report_info) -> String {
    if info.is_unchanged != 0 { return "as it was" }
    let counts = [
      (info.added, "new"), (info.changed, "changed"), (info.moved, "moved"),
      (info.unchanged, "as they were"), (info.missing, "missing"),
      (info.undecodable, "undecodable"), (info.conflicts, "conflicts"),
    ]
    let said = counts.filter { $0.0 > 0 }.map { "\($0.0) " + $0.1 }
    return said.isEmpty ? "nothing there" : joined(said)
  }

  private func object(_ info: aha_report_info, _ lines: [Bytes]) -> JSONObject {
    var object: JSONObject = ["event": .text(done), "source": .name(about)]
    for (name, count) in [
      ("seen", info.seen), ("added", info.added), ("changed", info.changed), ("moved", info.moved),
      ("unchanged", info.unchanged), ("missing", info.missing), ("undecodable", info.undecodable),
      ("conflicts", info.conflicts),
    ] { object.add(name, .count(count)) }
    object.add("is_unchanged", .flag(info.is_unchanged != 0))
    object.add("seconds", .real(cli_clock_seconds() - begin, 3))
    object.add("lines", .texts(lines.map { shown($0) }))
    return object
  }
}

/// Keeps a library as folders are, until a signal comes: tells each time that they were scanned.
final class LibraryWatch {
  private let library: LibraryFile
  private let console: Console
  private let about: Bytes
  private var last = aha_watch_status_init()

  /// Ends the watch when there are no owners. Errors: those of the watch.
  init(_ library: LibraryFile, _ options: aha_scan_options, _ console: Console, about: Bytes)
    throws(Failure)
  {
    (self.library, self.console, self.about) = (library, console, about)
    var options = options
    try check(aha_library_start_watch(library.pointer, &options), .input, about: about)
  }

  /// A signal is how a watch is ended: that is no failure. Errors: nobody takes the output.
  func run() throws(Failure) {
    while !console.isInterrupted {
      _ = cli_wait(-1, 200, nil, 0)
      tellChanges()
    }
    try check(aha_library_stop_watch(library.pointer), .input, about: about)
    if cli_caught_signal() == 0 { try console.refuseInterrupted("") }
  }

  private func tellChanges() {
    var status = aha_watch_status_init()
    guard aha_library_get_watch(library.pointer, &status) >= 0 else { return }
    if status.is_limited != 0, last.is_limited == 0 {
      console.say("aha: warning: the kernel watches no more folders; all are scanned each minute")
    }
    let isNew = status.scans != last.scans || status.result != last.result
    if isNew { tell(status) }
    last = status
  }

  private func tell(_ status: aha_watch_status) {
    if status.result < 0 {
      return console.tell(.library(status.result, .input, about: about), file: about)
    }
    if console.isJSON {
      console.print([
        "event": .text("watched"), "source": .name(about), "scans": .count(status.scans),
        "changes": .count(status.changes), "is_limited": .flag(status.is_limited != 0),
      ])
    } else if last.scans == 0 {
      console.print(shown(about) + ": watching")
    } else if status.changes > last.changes {
      console.print(shown(about) + ": changed items: \(status.changes - last.changes)")
    }
  }
}
