/// The name that the program was started by: a package may install it under another one.
let program = shown(cli_program_name())

/// The process's console. Thread: main.
nonisolated(unsafe) let console = Console()

/// Standard output and standard error.
final class Console {
  /// Whether standard output gets JSON lines, of results and errors: with --json alone.
  var isJSON = false
  /// errno of the first write to standard output that failed, else 0.
  private(set) var outputError: Int32 = 0

  private var hasBlock = false

  /// True after a signal, or after the reader closed the output.
  var isInterrupted: Bool { cli_caught_signal() != 0 || outputError != 0 }

  /// Throws if the program is to end. `main` reports a standard output that fails.
  func refuseInterrupted(_ message: String = "interrupted") throws(Failure) {
    if outputError != 0 { throw .reported(.output) }
    if cli_caught_signal() != 0 { throw .interrupted(message) }
  }

  func print(_ line: String) { write(Array(line.utf8) + [0x0a]) }

  func print(_ record: Record) { print(record.json) }

  func print(_ record: @autoclosure () -> Record, or text: @autoclosure () -> String) {
    print(isJSON ? record().json : text())
  }

  /// Prints an object, or a block, with an empty line between blocks.
  func print(_ record: Record, under title: Bytes, width: Int = 12) {
    if !isJSON, hasBlock { print("") }
    hasBlock = true
    print(record, or: record.block(title, width: width))
  }

  /// Works on each item. A failure is reported, and the work continues with the next item.
  func each<Items: Sequence>(
    _ items: Items, file: ((Items.Element) -> Bytes)? = nil, interrupted: String = "interrupted",
    body: (Items.Element) throws(Failure) -> Void
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

  func write(_ bytes: Bytes) {
    if outputError == 0 { outputError = cli_write(1, bytes, bytes.count) }
  }

  func say(_ line: String) { drawOnError(line + "\n") }

  /// A line about the work, with the program's name in front.
  func note(_ message: String) { say(program + ": " + message.shownLine) }

  func warn(_ message: String) { note("warning: " + message) }

  func drawOnError(_ text: String) {
    let bytes = Array(text.utf8)
    // A failure of standard error cannot be reported anywhere.
    _ = cli_write(2, bytes, bytes.count)
  }

  /// Reports a failure once: as one line on standard error or, for programs, as an object on
  /// standard output.
  func tell(_ failure: Failure, file: Bytes? = nil) {
    if failure.isReported { return }
    if isJSON {
      let file = file.map { [Field("file", .text($0.text.hidingSecrets))] } ?? []
      return print(Record([Field("event", .text("error"))] + file + failure.fields))
    }
    note(failure.message + (failure.hint.isEmpty ? "" : "; " + failure.hint))
  }
}

extension Console {
  /// Waits until the job has ended and returns its result. An interruption cancels it.
  func wait(for job: Handle, tick: () -> Void = {}) -> aha_result {
    while true {
      let result = aha_job_wait(job.pointer, 100)
      if Int(result) != AHA_PENDING { return result }
      if isInterrupted { aha_job_cancel(job.pointer) }
      tick()
    }
  }

  /// Waits until the job has ended. Errors: it was interrupted, or failed.
  func finish(
    _ job: Handle, side: Side, about: Bytes, interrupted: String = "interrupted",
    tick: () -> Void = {}
  ) throws(Failure) {
    let result = wait(for: job, tick: tick)
    if result < 0 { try refuseInterrupted(interrupted) }
    try check(result, side, about: about)
  }

  func run(_ side: Side, about: Bytes, start: (Handle.Out) -> aha_result) throws(Failure) {
    try finish(Handle(side, about: about, make: start), side: side, about: about)
  }

  /// Downloads a file: a bar on a terminal, JSON lines for programs.
  /// - Parameter total: Bytes; nil if not known.
  func transfer(
    _ stage: String, subject: Field, total: Int64?, to path: Bytes,
    start: (Handle.Out) -> aha_result
  ) throws(Failure) {
    let bar = StatusLine()
    var rate = ByteRate()
    defer { bar.clear() }
    let job = try Handle(.output, about: path, make: start)
    let rest = "interrupted; run the same command again to resume"
    let tell = { (isLast: Bool) in
      let done = Int64(jobProgress(job).bytes_done)
      let perSecond = rate.perSecond(done)
      let counts = [Field("bytes_done", .number(done)), Field("bytes_total", .number(total))]
      bar.tell(
        Record([Field("event", .text("progress")), subject] + counts),
        or: byteLine(stage, done: done, total: total ?? 0, perSecond: perSecond), at: Double(done),
        isUrgent: isLast && bar.lastPosition != Double(done))
    }
    try finish(job, side: .output, about: path, interrupted: rest) { tell(false) }
    if isJSON { tell(true) }
  }
}

func jobProgress(_ job: Handle) -> aha_job_progress {
  filled(aha_job_progress_init()) { aha_job_get_progress(job.pointer, &$0) }
}
