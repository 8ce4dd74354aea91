let plotVerb = Verb(
  "project plot", synopsis: "NAME.aha -o PNG", summary: "Draw a project",
  details: "Tracks with the waveforms of their sounds, automation, and markers, over time.",
  options: [.png] + options(of: plotSettings) + [.replace]
) { (arguments, _) throws(Failure) in
  let path = try arguments.project(isAlone: true)
  let output = try arguments.output(called: "PNG")
  var options = try arguments.read(plotSettings, into: aha_plot_options_init())
  try refuseEmptyRange(arguments)
  let project = try ProjectFile.forReading(path)
  try project.refuseReplacing(by: output)
  let job = try Handle(.output, about: output) {
    aha_plot_start(project.pointer, output.c, &options, $0)
  }
  let progress = Progress(rate: 1)
  defer { progress.clear() }
  let rest = "interrupted; \(output) is as it was"
  try console.finish(job, side: .output, about: output, interrupted: rest) {
    progress.tell("drawing", fraction: jobProgress(job).fraction)
  }
}

private let plotSettings: [Setting<aha_plot_options>] = [
  Setting("--width PIXELS", "320 to 8192; else 1600", kind: .whole(320, 8192)) {
    $0.width = $1.whole()
  },
  Setting("--height PIXELS", "120 to 8192; else as high as the content", kind: .whole(120, 8192)) {
    $0.height = $1.whole()
  },
  Setting("--from SECONDS", "where to begin; else at 0", kind: .time) { $0.begin_us = $1.whole() },
  Setting("--to SECONDS", "where to end; else at the end", kind: .time) { $0.end_us = $1.whole() },
  Setting("--dark", "light on a dark background") { $0.dark = $1.whole() },
]
