import CAha

let analyzeVerb = Verb(
  name: "analyze", synopsis: "FILE...",
  summary: "Tell what sounds say of themselves: loudness, tempo, key, loops",
  details: """
    A file that can't be read does not keep the others from being told about;
    the exit code says whether there was one.
    """,
  ownOptions: [
    Option(name: "--max-seconds", value: "N", help: "refuse longer sounds; else no limit"), .json,
  ], run: runAnalyze)

@Sendable
private func runAnalyze(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.isEmpty { throw analyzeVerb.usage("analyze needs a file") }
  let seconds = Quantity(name: "seconds", lowest: 0, highest: 1e9)
  let maxSeconds = try arguments.number("--max-seconds", seconds) ?? 0
  let listening = Listening(arguments.operands, maxSeconds: maxSeconds)
  defer { listening.cancel() }
  var tally = Tally()
  for (index, path) in arguments.operands.enumerated() {
    try console.refuseInterrupted("interrupted")
    do throws(Failure) {
      let found = try Found(try listening.next(console), path)
      if index > 0, !console.isJSON { console.print("") }
      console.print(console.isJSON ? found.object.text : found.lines)
    } catch {
      try console.refuseInterrupted("interrupted")
      tally.add(error)
      console.tell(error, file: path)
    }
  }
  try tally.end()
}

/// Jobs for files, a few of them ahead of what is told.
private final class Listening {
  private static let ahead = 16

  private var waiting: ArraySlice<Bytes>
  private var started: [Started] = []

  private let maxSeconds: Double

  private struct Started {
    let path: Bytes
    let work: Result<(analysis: Handle, job: Handle), Failure>
  }

  init(_ paths: [Bytes], maxSeconds: Double) {
    (waiting, self.maxSeconds) = (paths[...], maxSeconds)
  }

  /// The next analysis, when it is done.
  func next(_ console: Console) throws(Failure) -> Handle {
    while started.count < Listening.ahead, let path = waiting.popFirst() { start(path) }
    let one = started.removeFirst()
    let work = try one.work.get()
    try check(console.wait(for: work.job) {}, .input, about: one.path)
    return work.analysis
  }

  /// A failure is kept for its turn: calls for later files replace the library's last error.
  private func start(_ path: Bytes) {
    do throws(Failure) {
      started.append(Started(path: path, work: .success(try begin(path))))
    } catch {
      started.append(Started(path: path, work: .failure(error)))
    }
  }

  private func begin(_ path: Bytes) throws(Failure) -> (analysis: Handle, job: Handle) {
    var (analysis, job): (OpaquePointer?, OpaquePointer?)
    var result = aha_result(AHA_OK)
    if maxSeconds == 0 {
      result = withCString(path) { aha_analysis_start($0, &analysis, &job) }
    } else {
      var opened: OpaquePointer?
      result = withCString(path) { aha_stream_open($0, &opened) }
      let stream = try Handle(opened, aha_stream_release, result, .input, about: path)
      var options = aha_analysis_options_init()
      options.max_seconds = maxSeconds
      result = aha_analysis_start_with(stream.pointer, &options, &analysis, &job)
    }
    return (
      try Handle(analysis, aha_analysis_release, result, .input, about: path),
      try Handle(job, aha_job_release, result, .input, about: path)
    )
  }

  /// Ends what nobody waits for any more.
  func cancel() {
    let jobs = started.compactMap { try? $0.work.get().job }
    for job in jobs { aha_job_cancel(job.pointer) }
    for job in jobs { _ = aha_job_wait(job.pointer, -1) }
    started = []
  }
}
