import CAha

let plotVerb = Verb(
  "project plot", "NAME.aha -o PNG", "Draw a project",
  details: """
    Tracks with the waveforms of their sounds, automation, and markers, over time.
    PNG is there when it is whole.
    """,
  options: [
    Option("--output", short: "-o", "PNG", "the file to write"),
    Option("--width", "PIXELS", "320 to 8192; else 1600", .whole(320, 8192)),
    Option("--height", "PIXELS", "120 to 8192; else as is needed", .whole(120, 8192)),
    Option("--from", "SECONDS", "where to begin; else at 0", .time),
    Option("--to", "SECONDS", "where to end; else when all is over", .time),
    Option("--dark", "light on a dark background"),
  ]
) { (arguments, console) throws(Failure) in
  let path = try arguments.project(isAlone: true)
  guard let output = arguments.value("--output"), !output.isEmpty else {
    throw arguments.usage("project plot needs -o PNG, the file to write")
  }
  var options = try plotOptions(arguments)
  let project = try ProjectFile.forReading(path)
  try project.refuseReplacing(output)
  let job = try Handle(aha_job_release, .output, about: output) {
    aha_project_plot(project.pointer, output.c, &options, $0)
  }
  let progress = Progress(console, rate: 1, isQuiet: false)
  defer { progress.clear() }
  let result = console.wait(for: job) { progress.tell("drawing", jobProgress(job).fraction) }
  if Int(result) == AHA_ERROR_CANCELLED {
    try console.refuseInterrupted("interrupted; " + shown(output) + " is as it was")
  }
  try check(result, .output, about: output)
}

private func plotOptions(_ arguments: Arguments) throws(Failure) -> aha_plot_options {
  var options = aha_plot_options_init()
  options.width = arguments.whole("--width")
  options.height = arguments.whole("--height")
  options.dark = arguments.flag("--dark")
  (options.begin_us, options.end_us) = try timeRange(arguments)
  return options
}
