import CAha

let plotVerb = Verb(
  name: "project plot", synopsis: "NAME.aha -o PNG", summary: "Draw a project",
  details: """
    Tracks with the waveforms of their sounds, automation, and markers, over time.
    PNG is there when it is whole.
    """,
  ownOptions: [
    Option(name: "--output", short: "-o", value: "PNG", help: "the file to write"),
    Option(name: "--width", value: "PIXELS", help: "320 to 8192; else 1600"),
    Option(name: "--height", value: "PIXELS", help: "120 to 8192; else as is needed"),
    Option(name: "--from", value: "SECONDS", help: "where to begin; else at 0"),
    Option(name: "--to", value: "SECONDS", help: "where to end; else when all is over"),
    Option(name: "--dark", help: "light on a dark background"),
  ], run: runPlot)

@Sendable
private func runPlot(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let path = try plotVerb.projectPath(arguments)
  _ = try plotVerb.operands(arguments, most: 0)
  guard let output = arguments.value("--output"), !output.isEmpty else {
    throw plotVerb.usage("project plot needs -o PNG, the file to write")
  }
  var options = try plotOptions(arguments)
  let project = try ProjectFile.forReading(path)
  try project.refuseReplacing(output)
  var pointer: OpaquePointer?
  let started = withCString(output) { aha_project_plot(project.pointer, $0, &options, &pointer) }
  let job = try Handle(pointer, aha_job_release, started, .output, about: output)
  let progress = Progress(console, rate: 1, isQuiet: false)
  defer { progress.clear() }
  let result = console.wait(for: job) { progress.tell("drawing", jobProgress(job).fraction) }
  if Int(result) == AHA_ERROR_CANCELLED {
    try console.refuseInterrupted("interrupted; " + shown(output) + " is as it was")
  }
  try check(result, .output, about: output)
}

private func plotOptions(_ arguments: Arguments) throws(Failure) -> aha_plot_options {
  let width = Quantity(name: "--width", lowest: 320, highest: 8192, isWhole: true)
  let height = Quantity(name: "--height", lowest: 120, highest: 8192, isWhole: true)
  var options = aha_plot_options_init()
  options.width = UInt32(try arguments.number("--width", width) ?? 0)
  options.height = UInt32(try arguments.number("--height", height) ?? 0)
  options.dark = arguments.has("--dark") ? 1 : 0
  (options.begin_us, options.end_us) = try timeRange(arguments)
  return options
}
