import CAha

let bounceVerb = Verb(
  name: "bounce", synopsis: "PROJECT -o OUT", summary: "Render a project to a file",
  details: """
    OUT is written under another name, and there when it is whole. Tracks whose
    files are missing are silent, and told about. The samples are the same for any
    number of threads. Stems begin where OUT does, and --lufs leaves them alone.
    """,
  ownOptions: bounceOptions, run: runBounce)

private let bounceOptions =
  [
    Option(
      name: "--output", short: "-o", value: "OUT", help: "the file to write; - is standard output"),
    Option(name: "--from", value: "SECONDS", help: "where to begin; else at 0"),
    Option(name: "--to", value: "SECONDS", help: "where to end; else when all is over"),
    Option(name: "--no-tail", help: "end there, though effects still ring"),
    Option(name: "--track", value: "TRACK", help: "this one alone, without effects of buses"),
    Option(name: "--bus", value: "BUS", help: "what goes through this bus alone"),
    Option(name: "--stems", value: "DIR", help: "also a file for each track and bus, into DIR"),
    Option(name: "--lufs", value: "N", help: "loudness of OUT, -70 to -0.1; else as it is"),
    Option(name: "--ceiling", value: "DB", help: "its highest true peak, -20 to -0.1; else -1"),
    Option(name: "--threads", value: "N", help: "1 to 64; else one for each processor"),
    Option(name: "--rate", value: "HZ", help: "sample rate; else the project's"),
  ] + encodingOptions + [
    Option(name: "--no-limiter", help: "let peaks go over full scale"),
    .json,
    Option(name: "--quiet", help: "print nothing but errors, and with --json the result"),
  ]

@Sendable
private func runBounce(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let request = try BounceRequest(arguments)
  let run = try BounceRun(request, console)
  try run.warnAboutFiles()
  let written = try run.run()
  if let info = written.info, !request.toStandardOutput {
    LibraryNotes().bounce(request.file.path, seconds: info.seconds)
  }
  report(written, of: request, console)
}
