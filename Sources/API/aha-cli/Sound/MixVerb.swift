let mixVerb = Verb(
  "mix", synopsis: "-o OUT TRACK...", summary: "Mix tracks into one file",
  details: """
    TRACK is FILE[,KEY=VALUE]..., and FILE may be -, for standard input. A track
    goes through pitch, filter and reverb, then through the effects of fx=. SHAPE is
    linear, equal_power, exponential or smooth. A track that --seconds cuts fades
    out before the cut.
    Write \\, for a comma in a file name that reads like one of the keys.
    """, operands: (oneOrMore, "mix needs a track"),
  options: [
    Option("-o, --output OUT", "the file to write; - is standard output"),
    Option("--seconds N", "length; else until the last track ends", kind: .seconds),
    Option("--rate HZ", "sample rate, 8000 to 192000", kind: .rate),
  ] + encodingOptions + levelOptions.dropFirst() + options(of: loadSettings) + [
    outputsOption, panLawOption, threadsOption, bpmOption, metronomeOption,
    Option("--gain DB", "gain of the whole mix", kind: .gain),
    Option("--no-limiter", "let peaks of the mix go over full scale"), .replace, .json,
    Option("--quiet", "print only errors, and with --json the result"),
  ], exclusive: [["--lufs", "--no-limiter"], ["--lufs", "--peak"]], keys: options(of: keys(.mix))
) { (arguments, _) throws(Failure) in
  let file = try OutputFile(arguments, called: "OUT")
  let tracks = try readTracks(arguments.operands)
  let endless = tracks.first { $0.fields.track.loop_count == foreverLoop }
  if !arguments.has("--seconds"), let track = endless {
    throw .usage(
      "track \"\(track.path)\" loops for ever, so the mix would never end",
      hint: "say how long with --seconds N, or how often with loop=N")
  }
  try file.refuseMixedOutput(arguments)
  let mix = try MixSession(file, tracks: tracks, arguments: arguments)
  try mix.prepare()
  try mix.render().report(file, isQuiet: arguments.has("--quiet"))
}

private final class MixSession: TrackSession {
  private let file: OutputFile
  private let arguments: Arguments
  private let gain: Float

  init(_ file: OutputFile, tracks: [Track], arguments: Arguments) throws(Failure) {
    (self.file, self.arguments) = (file, arguments)
    gain = Float(arguments.number("--gain") ?? 0)
    var rate: UInt32 = arguments.whole("--rate")
    if rate == 0 { rate = try usualRate(of: tracks) }
    let engine = try trackEngine(
      tracks, rate: rate, arguments: arguments,
      isLimited: !arguments.has("--no-limiter") && file.levelOption == nil, isOffline: true,
      channels: engineChannels(tracks, arguments))
    let rest = file.isStandardOutput ? "" : "; \(file.path) is as it was"
    try super.init(
      tracks, engine: engine, arguments: arguments, isRealTime: false, interrupted: rest)
  }

  func render() throws(Failure) -> Written {
    defer { progress.clear() }
    try check(setGain(gain), .input, about: "--gain".array)
    // 0: until all players have ended.
    var frames: UInt64 = 0
    if let seconds = arguments.number("--seconds") {
      frames = max(1, UInt64((seconds * rate).rounded()))
    }
    var options = file.encode
    var written = try file.write(engine) { (stream) throws(Failure) in
      let job = try Handle(.output, about: file.path) {
        stream == nil
          ? aha_render_save(engine.pointer, file.path.c, frames, &options, $0)
          : aha_render_save_stream(engine.pointer, stream?.pointer, frames, &options, $0)
      }
      try finish(job)
    }
    let peak = peak()
    progress.clear()
    if !arguments.has("--quiet") { warn(file.levelOption == nil ? peak : 0) }
    written.peak = peak
    written.elapsedSeconds = progress.elapsedSeconds
    return written
  }

  private func finish(_ job: Handle) throws(Failure) {
    var streamFailure: Failure?
    let result = console.wait(for: job) {
      let now = jobProgress(job)
      progress.tell(shown(now.stage), fraction: now.fraction, frames: now.frames_done)
      if streamFailure == nil { streamFailure = self.nextStreamFailure() }
      if streamFailure != nil { aha_job_cancel(job.pointer) }
    }
    if let failure = streamFailure ?? nextStreamFailure() { throw failure }
    if Int(result) == AHA_ERROR_CANCELLED { try refuseInterrupted() }
    try check(result, .output, about: file.path)
  }

  private func nextStreamFailure() -> Failure? {
    while let event = nextEvent() {
      if Int(event.kind) == AHA_EVENT_STREAM_FAILED { return streamFailure(event) }
    }
    return nil
  }

  private func warn(_ peak: Double) {
    if peak > 0, Int(file.encode.encoding) != AHA_ENCODING_FLOAT_32 {
      // Rounded away from full scale, so that the suggested gain is enough.
      let enough = ((Double(gain) - peak) * 10).rounded(.down) / 10
      let over = fixed(peak, decimals: 1) + " dB over full scale"
      console.warn(
        "the mix goes " + over + "; --gain " + fixed(enough, decimals: 1) + " keeps it below")
    }
    let stats = filled(aha_engine_stats_init()) { aha_engine_get_stats(engine.pointer, &$0) }
    if stats.nonfinite_samples > 0 {
      console.warn("\(stats.nonfinite_samples) samples were not numbers and became silence")
    }
  }
}
