import CAha
import CCli

let mixVerb = Verb(
  "mix", "-o OUT TRACK...", "Mix tracks into one file",
  details: "TRACK is FILE[,KEY=VALUE]... with these keys:\n" + fieldHelp([.mix]) + """
    A track goes through pitch, filter and reverb, then through the effects of fx=.
    Write \\, for a comma in a file name that reads like one of the keys.
    """, options: mixOptions
) { (arguments, console) throws(Failure) in
  let request = try MixRequest(arguments)
  let session = try MixSession(request, console)
  try session.load()
  try session.stretch()
  try session.arrange()
  try session.render().report(request.file, isQuiet: request.isQuiet, console)
}

private let mixOptions =
  [
    Option("--output", short: "-o", "OUT", "the file to write; - is standard output"),
    Option("--seconds", "N", "how long; else until the last track ends", .seconds),
    Option("--rate", "HZ", "sample rate, 8000 to 192000", .rate),
  ] + encodingOptions + loadOptions + [
    Option("--gain", "DB", "gain of the whole mix", .gain),
    Option("--no-limiter", "let peaks of the mix go over full scale"), .json,
    Option("--quiet", "print nothing but errors, and with --json the result"),
  ]

struct MixRequest {
  let arguments: Arguments
  let file: OutputFile
  let tracks: [Track]

  /// nil: until the last track ends.
  var seconds: Double? { arguments.number("--seconds") }
  var gain: Float { Float(arguments.number("--gain") ?? 0) }
  var isQuiet: Bool { arguments.has("--quiet") }
  var output: Bytes { file.path }
  var toStandardOutput: Bool { file.isStandardOutput }

  init(_ arguments: Arguments) throws(Failure) {
    self.arguments = arguments
    file = try OutputFile(arguments, of: mixVerb, called: "OUT")
    tracks = try readTracks(arguments.operands)
    if tracks.isEmpty { throw mixVerb.usage("mix needs a track") }
    if seconds == nil, let track = tracks.first(where: { $0.isEndless }) {
      throw .usage(
        "track \"" + shown(track.path) + "\" loops for ever, so the mix would never end",
        hint: "say how long with --seconds N, or how often with loop=N")
    }
    try file.refuseMixedOutput(arguments)
  }
}

final class MixSession: TrackSession {
  let request: MixRequest

  init(_ request: MixRequest, _ console: Console) throws(Failure) {
    self.request = request
    let arguments = request.arguments
    var rate: UInt32 = arguments.whole("--rate")
    if rate == 0 { rate = try usualRate(of: request.tracks) }
    let engine = try trackEngine(
      request.tracks, rate: rate, isLimited: !arguments.has("--no-limiter"))
    let name = request.toStandardOutput ? "" : "; " + shown(request.output) + " is as it was"
    super.init(
      request.tracks, engine, console, arguments.soundOptions, isQuiet: request.isQuiet,
      isRealTime: false, interrupted: name)
    let master = aha_engine_master_bus(engine.pointer)
    try check(aha_bus_set_gain_db(master, request.gain), .input, about: "--gain".bytes)
  }
}

extension MixSession {
  func render() throws(Failure) -> Written {
    defer { progress.clear() }
    if request.toStandardOutput { return try renderToStandardOutput() }
    var options = request.file.encodeOptions
    try finish(
      try Handle(aha_job_release, .output, about: request.output) {
        aha_render_save(engine.pointer, request.output.c, frameCount(), &options, $0)
      })
    let info = try? fileInfo(request.output, engine)
    return mixResult(info)
  }

  private func renderToStandardOutput() throws(Failure) -> Written {
    let stream = try Handle.memory(about: request.output)
    var options = request.file.encodeOptions
    try finish(
      try Handle(aha_job_release, .output, about: request.output) {
        aha_render_save_stream(engine.pointer, stream.pointer, frameCount(), &options, $0)
      })
    let bytes = try bytes(of: stream, about: request.output)
    console.write(bytes)
    return mixResult(memoryInfo(stream, engine), bytes: UInt64(bytes.count))
  }

  /// 0, until nothing plays any more, when no length was asked for.
  private func frameCount() -> UInt64 {
    guard let seconds = request.seconds else { return 0 }
    let rate = Double(aha_engine_sample_rate(engine.pointer))
    return max(1, UInt64((seconds * rate).rounded()))
  }

  /// Waits for the job; a track that can't be read to its end fails the mix.
  private func finish(_ job: Handle) throws(Failure) {
    var streamFailure: Failure?
    let result = console.wait(for: job) {
      self.tell(job)
      if streamFailure == nil { streamFailure = self.nextStreamFailure() }
      if streamFailure != nil { aha_job_cancel(job.pointer) }
    }
    if let failure = streamFailure ?? nextStreamFailure() { throw failure }
    if Int(result) == AHA_ERROR_CANCELLED { try refuseInterrupted() }
    try check(result, .output, about: request.output)
  }

  private func tell(_ job: Handle) {
    let now = jobProgress(job)
    progress.tell(shown(aha_job_stage(job.pointer)), now.fraction, frames: now.frames_done)
  }

  private func nextStreamFailure() -> Failure? {
    var event = aha_event_init()
    while Int(aha_engine_next_event(engine.pointer, &event)) == AHA_OK {
      guard Int(event.kind) == AHA_EVENT_STREAM_FAILED else { continue }
      return streamFailure(event)
    }
    return nil
  }

  private func mixResult(_ info: aha_sound_info?, bytes: UInt64? = nil) -> Written {
    let meter = filled(aha_bus_meter_init()) {
      aha_bus_get_meter(aha_engine_master_bus(engine.pointer), &$0)
    }
    let peak = cli_decibels(Double(max(meter.peak_left, meter.peak_right)))
    if !request.isQuiet { warn(peak) }
    return Written(info: info, bytes: bytes, peak: peak, elapsedSeconds: progress.elapsedSeconds)
  }

  private func warn(_ peak: Double) {
    progress.clear()
    let isFloat = Int(request.file.encoding) == AHA_ENCODING_FLOAT_32
    if peak > 0, !isFloat {
      // Rounded up, so that the gain that is named is enough.
      let gain = ((Double(request.gain) - peak) * 10).rounded(.down) / 10
      console.say(
        "aha: warning: the mix goes " + fixed(peak, 1) + " dB over full scale; --gain "
          + fixed(gain, 1) + " keeps it below")
    }
    let stats = filled(aha_engine_stats_init()) { aha_engine_get_stats(engine.pointer, &$0) }
    if stats.nonfinite_samples > 0 {
      console.say(
        "aha: warning: \(stats.nonfinite_samples) samples were not numbers and became silence")
    }
  }
}
