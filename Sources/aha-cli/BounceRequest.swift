import CAha

/// What `aha bounce` was asked to do.
struct BounceRequest {
  let project: Bytes
  /// Where there are only stems, its format is theirs.
  let file: OutputFile
  /// nil: none.
  let stems: Bytes?
  /// Whether there is OUT, not only stems.
  let hasOutput: Bool
  let track: Bytes?
  let bus: Bytes?
  let isQuiet: Bool
  private var options = aha_bounce_options_init()

  init(_ arguments: Arguments) throws(Failure) {
    project = try bounceVerb.projectPath(arguments)
    _ = try bounceVerb.operands(arguments, most: 0)
    stems = arguments.value("--stems")
    hasOutput = arguments.has("--output") || stems == nil
    file =
      hasOutput
      ? try OutputFile(arguments, of: bounceVerb, called: "OUT")
      : try OutputFile(arguments, Bytes("-".utf8))
    track = arguments.value("--track")
    bus = arguments.value("--bus")
    isQuiet = arguments.has("--quiet")
    try refuse(arguments)
    try read(arguments)
    if hasOutput { try file.refuseMixedOutput(arguments) }
  }

  var toStandardOutput: Bool { hasOutput && file.isStandardOutput }
  var rate: UInt32? { options.sample_rate == 0 ? nil : options.sample_rate }
  var isEndless: Bool { options.end_us == 0 }

  /// - Parameter stem: A stem's loudness is the one that it has in the mix.
  func options(for target: Target?, isStem: Bool) -> aha_bounce_options {
    var options = options
    if isStem { options.loudness_lufs = 0 }
    guard let target else { return options }
    options.scope = aha_scope(target.kind == .track ? AHA_SCOPE_TRACK : AHA_SCOPE_BUS)
    options.scope_id = target.id
    return options
  }

  private func refuse(_ arguments: Arguments) throws(Failure) {
    let pairs = [("--track", "--bus"), ("--track", "--stems"), ("--bus", "--stems")]
    for (one, other) in pairs where arguments.has(one) && arguments.has(other) {
      throw bounceVerb.usage(one + " and " + other + " don't go together")
    }
    if let stems, stems.isEmpty { throw bounceVerb.usage("--stems needs a value: DIR") }
    if arguments.has("--ceiling"), !arguments.has("--lufs") {
      throw bounceVerb.usage("--ceiling goes with --lufs")
    }
    if arguments.has("--lufs"), !hasOutput {
      throw bounceVerb.usage("--lufs is for OUT, and there is no -o OUT")
    }
    if arguments.has("--lufs"), arguments.has("--no-limiter") {
      throw bounceVerb.usage("--lufs and --no-limiter don't go together")
    }
  }

  private mutating func read(_ arguments: Arguments) throws(Failure) {
    (options.begin_us, options.end_us) = try timeRange(arguments)
    options.loudness_lufs = try arguments.number("--lufs", loudnessQuantity) ?? 0
    options.ceiling_db = Float(try arguments.number("--ceiling", ceilingQuantity) ?? 0)
    options.threads = UInt32(try arguments.number("--threads", threadsQuantity) ?? 0)
    options.sample_rate = UInt32(try arguments.number("--rate", rateQuantity) ?? 0)
    options.no_tail = arguments.has("--no-tail") ? 1 : 0
    options.no_limiter = arguments.has("--no-limiter") ? 1 : 0
  }
}

private let loudnessQuantity = Quantity(name: "--lufs", lowest: -70, highest: -0.1)
private let ceilingQuantity = Quantity(name: "--ceiling", lowest: -20, highest: -0.1)
private let threadsQuantity = Quantity(name: "--threads", lowest: 1, highest: 64, isWhole: true)
