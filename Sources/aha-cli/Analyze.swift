import CAha

let analyzeVerb = Verb(
  name: "analyze", synopsis: "FILE...",
  summary: "Tell what sounds say of themselves: loudness, tempo, key, loops",
  details: """
    A file that can't be read does not keep the others from being told about;
    the exit code says whether there was one.
    """,
  ownOptions: [.json], run: runAnalyze)

@Sendable
private func runAnalyze(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.isEmpty { throw analyzeVerb.usage("analyze needs a file") }
  let listening = Listening(arguments.operands)
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

  private struct Started {
    let path: Bytes
    var analysis: OpaquePointer?
    var job: OpaquePointer?
    var result = aha_result(AHA_OK)
  }

  init(_ paths: [Bytes]) { waiting = paths[...] }

  /// The next analysis, when it is done.
  func next(_ console: Console) throws(Failure) -> Handle {
    while started.count < Listening.ahead, let path = waiting.popFirst() { start(path) }
    let one = started.removeFirst()
    let handle = try Handle(
      one.analysis, aha_analysis_release, one.result, .input, about: one.path)
    let work = try Handle(one.job, aha_job_release, one.result, .input, about: one.path)
    try check(console.wait(for: work) {}, .input, about: one.path)
    return handle
  }

  private func start(_ path: Bytes) {
    var one = Started(path: path)
    one.result = withCString(path) { aha_analysis_start($0, &one.analysis, &one.job) }
    started.append(one)
  }

  /// Ends what nobody waits for any more.
  func cancel() {
    for one in started { aha_job_cancel(one.job) }
    for one in started {
      _ = aha_job_wait(one.job, -1)
      aha_job_release(one.job)
      aha_analysis_release(one.analysis)
    }
    started = []
  }
}
