import CAha

let bounceVerb = Verb(
  "bounce", "PROJECT -o OUT", "Render a project to a file",
  details: """
    OUT is written under another name, and there when it is whole. Tracks whose
    files are missing are silent, and told about. The samples are the same for any
    number of threads. Stems begin where OUT does, and --lufs leaves them alone.
    """, options: bounceOptions,
  exclusive: [["--track", "--bus", "--stems"], ["--lufs", "--no-limiter"]]
) { (arguments, console) throws(Failure) in
  let request = try BounceRequest(arguments)
  let run = try BounceRun(request, console)
  try run.warnAboutFiles()
  let written = try run.run()
  if let info = written.info, !request.toStandardOutput {
    LibraryNotes().bounce(request.file.path, seconds: info.seconds)
  }
  written.report(
    request.hasOutput ? request.file : nil, stemsIn: request.stems, isQuiet: request.isQuiet,
    console)
}

private let bounceOptions =
  [
    Option("--output", short: "-o", "OUT", "the file to write; - is standard output"),
    Option("--from", "SECONDS", "where to begin; else at 0", .time),
    Option("--to", "SECONDS", "where to end; else when all is over", .time),
    Option("--no-tail", "end there, though effects still ring"),
    Option("--track", "TRACK", "this one alone, without effects of buses"),
    Option("--bus", "BUS", "what goes through this bus alone"),
    Option("--stems", "DIR", "also a file for each track and bus, into DIR"),
    Option("--lufs", "N", "loudness of OUT, -70 to -0.1; else as it is", .real(-70, -0.1)),
    Option("--ceiling", "DB", "its highest true peak, -20 to -0.1; else -1", .real(-20, -0.1)),
    Option("--threads", "N", "1 to 64; else one for each processor", .whole(1, 64)),
    Option("--rate", "HZ", "sample rate; else the project's", .rate),
  ] + encodingOptions + [
    Option("--no-limiter", "let peaks go over full scale"), .json,
    Option("--quiet", "print nothing but errors, and with --json the result"),
  ]

struct BounceRequest {
  let arguments: Arguments
  let project: Bytes
  /// Where there are only stems, its format is theirs.
  let file: OutputFile
  private var options = aha_bounce_options_init()

  /// nil: none.
  var stems: Bytes? { arguments.value("--stems") }
  /// Whether there is OUT, not only stems.
  var hasOutput: Bool { arguments.has("--output") || stems == nil }
  var isQuiet: Bool { arguments.has("--quiet") }
  var toStandardOutput: Bool { hasOutput && file.isStandardOutput }
  var rate: UInt32? { options.sample_rate == 0 ? nil : options.sample_rate }
  var isEndless: Bool { options.end_us == 0 }

  init(_ arguments: Arguments) throws(Failure) {
    self.arguments = arguments
    project = try arguments.project(isAlone: true)
    let hasOutput = arguments.has("--output") || !arguments.has("--stems")
    file =
      hasOutput
      ? try OutputFile(arguments, of: bounceVerb, called: "OUT")
      : try OutputFile(arguments, "-".bytes)
    if stems?.isEmpty == true { throw arguments.usage("--stems needs a value: DIR") }
    if arguments.has("--ceiling"), !arguments.has("--lufs") {
      throw arguments.usage("--ceiling goes with --lufs")
    }
    if arguments.has("--lufs"), !hasOutput {
      throw arguments.usage("--lufs is for OUT, and there is no -o OUT")
    }
    (options.begin_us, options.end_us) = try timeRange(arguments)
    options.loudness_lufs = arguments.number("--lufs") ?? 0
    options.ceiling_db = Float(arguments.number("--ceiling") ?? 0)
    options.threads = arguments.whole("--threads")
    options.sample_rate = arguments.whole("--rate")
    options.no_tail = arguments.flag("--no-tail")
    options.no_limiter = arguments.flag("--no-limiter")
    if hasOutput { try file.refuseMixedOutput(arguments) }
  }

  /// - Parameter stem: A stem's loudness is the one that it has in the mix.
  func options(for target: Target?, isStem: Bool) -> aha_bounce_options {
    var options = options
    if isStem { options.loudness_lufs = 0 }
    guard let target else { return options }
    options.scope = aha_scope(target.kind == .track ? AHA_SCOPE_TRACK : AHA_SCOPE_BUS)
    options.scope_id = target.id
    return options
  }
}
