import CAha
import CCli

/// A scan or a sync under way: tells how far it is, and what came of it.
final class LibraryUpdate {
  typealias Start = (
    UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<OpaquePointer?>
  ) -> aha_result

  private let console: Console
  private let doing: String
  private let done: String
  private let about: Bytes
  private let bar: StatusLine
  private let draws: Bool
  private let begin = cli_clock_seconds()
  private var lastTold = 0.0

  init(_ console: Console, _ doing: String, _ done: String, about: Bytes) {
    (self.console, self.doing, self.done, self.about) = (console, doing, done, about)
    bar = StatusLine(console)
    draws = !console.isJSON && cli_is_terminal(2) != 0
  }

  /// Errors: what the job came to; what was found until then is told before.
  func run(_ start: Start) throws(Failure) {
    var (first, second): (OpaquePointer?, OpaquePointer?)
    let started = start(&first, &second)
    let report = try Handle(first, aha_report_release, started, .input, about: about)
    let job = try Handle(second, aha_job_release, started, .input, about: about)
    let result = console.wait(for: job) { tell(jobProgress(job)) }
    let failure = result < 0 ? Failure.library(result, .input, about: about) : nil
    bar.clear()
    tellEnd(report)
    try console.refuseInterrupted("interrupted; what was found stays")
    if let failure { throw failure }
  }

  private func tell(_ progress: aha_job_progress) {
    let now = cli_clock_seconds()
    if now - lastTold < 0.1 { return }
    lastTold = now
    let perSecond = now > begin ? Double(progress.frames_done) / (now - begin) : 0
    if console.isJSON {
      var object = JSONObject()
      object.add("event", text: "progress")
      object.add("source", name: about)
      object.add("stage", text: doing)
      object.add("items", number: progress.frames_done)
      object.add("items_per_second", number: perSecond, decimals: 0)
      console.print(object.text)
    } else if draws {
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
    var object = JSONObject()
    object.add("event", text: done)
    object.add("source", name: about)
    for (name, count) in [
      ("seen", info.seen), ("added", info.added), ("changed", info.changed), ("moved", info.moved),
      ("unchanged", info.unchanged), ("missing", info.missing),
      ("undecodable", info.undecodable), ("conflicts", info.conflicts),
    ] { object.add(name, number: UInt64(clamping: count)) }
    object.add("is_unchanged", isTrue: info.is_unchanged != 0)
    object.add("seconds", number: cli_clock_seconds() - begin, decimals: 3)
    object.add("lines", texts: lines.map { shown($0) })
    return object
  }
}
