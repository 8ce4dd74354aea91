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
  private var started: [(path: Bytes, analysis: OpaquePointer?, job: OpaquePointer?, aha_result)] = []

  init(_ paths: [Bytes]) { waiting = paths[...] }

  /// The next analysis, when it is done.
  func next(_ console: Console) throws(Failure) -> Handle {
    while started.count < Listening.ahead, let path = waiting.popFirst() { start(path) }
    let (path, analysis, job, result) = started.removeFirst()
    let handle = try Handle(analysis, aha_analysis_release, result, .input, about: path)
    let work = try Handle(job, aha_job_release, result, .input, about: path)
    try check(console.wait(for: work) {}, .input, about: path)
    return handle
  }

  private func start(_ path: Bytes) {
    var (analysis, job): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    let result = withCString(path) { aha_analysis_start($0, &analysis, &job) }
    started.append((path, analysis, job, result))
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
