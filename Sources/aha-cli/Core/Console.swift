import CAha
import CCli

/// Standard output and standard error.
final class Console {
  /// Whether standard output gets JSON lines, of results and errors: with --json alone.
  let isJSON: Bool
  /// errno of the first write to standard output that failed; 0 while all went well.
  private(set) var outputError: Int32 = 0

  private var hasBlock = false

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// True after a signal, or after the reader closed the output.
  var isInterrupted: Bool { cli_caught_signal() != 0 || outputError != 0 }

  /// Throws when the work is to end. A standard output that fails is told of at the very end.
  func refuseInterrupted(_ message: String) throws(Failure) {
    if outputError != 0 { throw .told(.output) }
    if cli_caught_signal() != 0 { throw .interrupted(message) }
  }

  /// A line on standard output.
  func print(_ line: String) { write(Array(line.utf8) + [0x0a]) }

  func print(_ object: JSONObject) { print(object.text) }

  /// One record: for programs, or for people.
  func print(_ object: @autoclosure () -> JSONObject, or text: @autoclosure () -> String) {
    print(isJSON ? object().text : text())
  }

  /// The same, with an empty line between the texts.
  func print(_ object: @autoclosure () -> JSONObject, orBlock text: @autoclosure () -> String) {
    if !isJSON, hasBlock { print("") }
    hasBlock = true
    print(object(), or: text())
  }

  /// Does something with each; one that fails is told, and does not keep the others.
  /// - Parameter file: What the error is about, for programs.
  func each<Items: Sequence>(
    _ items: Items, file: ((Items.Element) -> Bytes)? = nil, interrupted: String = "interrupted",
    _ body: (Items.Element) throws(Failure) -> Void
  ) throws(Failure) {
    var tally = Tally()
    for item in items {
      try refuseInterrupted(interrupted)
      do throws(Failure) { try body(item) } catch {
        try refuseInterrupted(interrupted)
        tally.add(error)
        tell(error, file: file?(item))
      }
    }
    try tally.end()
  }

  /// Bytes on standard output.
  func write(_ bytes: Bytes) {
    if outputError == 0 { outputError = cli_write(1, bytes, bytes.count) }
  }

  /// A line on standard error.
  func say(_ line: String) { drawOnError(line + "\n") }

  /// Text on standard error as it is.
  func drawOnError(_ text: String) {
    let bytes = Array(text.utf8)
    // There is nowhere left to tell that standard error fails.
    _ = cli_write(2, bytes, bytes.count)
  }

  /// Tells of a failure, on standard error and, for programs, on standard output.
  func tell(_ failure: Failure, file: Bytes? = nil) {
    if failure.isTold { return }
    if isJSON { print(errorObject(failure, file).text) }
    say("aha: " + failure.message)
    if !failure.hint.utf8.isEmpty { say("aha: " + failure.hint) }
  }

  private func errorObject(_ failure: Failure, _ file: Bytes?) -> JSONObject {
    var object: JSONObject = ["event": .text("error")]
    if let file { object.add("file", .name(file)) }
    object.add("code", .number(failure.result))
    object.add("name", .text(shown(aha_result_name(failure.result))))
    object.add("message", .text(failure.message))
    return object
  }
}

extension Console {
  /// Waits until the job has ended and gives what it came to. An interruption cancels it.
  func wait(for job: Handle, tick: () -> Void) -> aha_result {
    var isCancelled = false
    while true {
      let result = aha_job_wait(job.pointer, 100)
      if Int(result) != AHA_PENDING { return result }
      if isInterrupted, !isCancelled {
        isCancelled = true
        aha_job_cancel(job.pointer)
      }
      tick()
    }
  }
}

extension Console {
  /// Starts a job and waits for its end. Errors: it was interrupted; what it came to.
  func run(
    _ side: Side, about: Bytes, interrupted: String = "interrupted",
    _ start: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result,
    tick: (aha_job_progress) -> Void = { _ in }
  ) throws(Failure) {
    let job = try Handle(aha_job_release, side, about: about, start)
    let result = wait(for: job) { tick(jobProgress(job)) }
    if result < 0 { try refuseInterrupted(interrupted) }
    try check(result, side, about: about)
  }
}

extension Console {
  /// Brings a file here: a bar on a terminal, JSON lines for programs.
  /// - Parameter subject: Which file, for programs.
  /// - Parameter total: nil where the size is not known.
  func transfer(
    _ stage: String, _ subject: (key: String, value: JSONValue), _ total: Int64?, to path: Bytes,
    _ start: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result
  ) throws(Failure) {
    let bar = StatusLine(self)
    var rate = ByteRate()
    defer { bar.clear() }
    try run(.output, about: path, interrupted: "interrupted; the same command goes on", start) {
      progress in
      if isJSON {
        return print([
          "event": .text("progress"), subject.key: subject.value,
          "bytes_done": .number(progress.bytes_done), "bytes_total": .number(total),
        ])
      }
      if cli_is_terminal(2) == 0 { return }
      rate.add(Int64(progress.bytes_done), cli_clock_seconds())
      bar.draw(byteLine(stage, Int64(progress.bytes_done), total ?? 0, rate.perSecond))
    }
  }
}

func jobProgress(_ job: Handle) -> aha_job_progress {
  filled(aha_job_progress_init()) { aha_job_get_progress(job.pointer, &$0) }
}

extension TrackSession {
  func refuseInterrupted() throws(Failure) {
    try console.refuseInterrupted("interrupted" + afterInterruption)
  }
}
