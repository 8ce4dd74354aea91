let recordVerb = Verb(
  "record", synopsis: "-o FILE [TRACK...]", summary: "Record a microphone, or the played tracks",
  details: """
    Records until q or Ctrl-C, for --seconds, or with --source master until the
    last track ends. Space pauses and resumes the recording. TRACK is as in
    \(program) help mix, and is heard while the microphone is recorded; the microphone is
    not. A station is recorded with --source master and its URL; with --split a new file,
    NAME-2, begins without a gap after that time.
    """,
  options: [
    Option("-o, --output FILE", "the file to write"),
    Option(
      "--source SOURCE", "mic, the default, or master: the played tracks",
      kind: .word(["master", "mic"])),
    Option("--device ID", "mic: the recorded one; master: the playing one"),
    Option("--output-device ID", "plays the tracks, with mic"),
    Option("--seconds N", "length, pauses included", kind: .seconds),
    Option("--split N", "seconds of each file, as 3600 for an hour", kind: .seconds),
    Option(
      "--channels N", "1, 2 or an even number up to 32; else 2, or as out= needs",
      kind: .whole(1, 32)),
    Option("--first-channel N", "of the microphones; else 1", kind: .whole(1, 63)),
    missingOption, panLawOption, bpmOption, metronomeOption, countInOption,
  ] + encodingOptions + options(of: loadSettings)
    + [.replace]
) { (arguments, _) throws(Failure) in
  let file = try OutputFile(arguments, called: "FILE")
  if file.isStandardOutput {
    throw .usage("a take can't go to standard output", hint: "its header is put right at the end")
  }
  let tracks = try readTracks(arguments.operands)
  let wish = try deviceWish(arguments, hasTracks: !tracks.isEmpty)
  let devices = try LiveDevices(wish, tracks: tracks, arguments: arguments)
  let session = try TrackSession(
    tracks, engine: devices.engine, arguments: arguments, isRealTime: true,
    interrupted: "; \(file.path) was not made")
  try session.prepare()
  var options = aha_recorder_options_init()
  options.replace = arguments.has("--replace") ? 1 : 0
  let split = (arguments.number("--split") ?? 0) * session.rate
  options.split_frames = UInt64(min(split.rounded(.up), 0x1p53))
  let take = try Take(file, devices: devices, of: wish, options: options)
  try take.start(
    at: session.begin, seconds: arguments.number("--seconds"), rate: session.rate)
  try devices.start(wish)
  let loop = RecordLoop(session, devices: devices, take: take)
  try loop.run()
  let result = aha_recorder_wait(take.pointer, -1)
  let failure = result < 0 ? Failure.library(result, side: .output, about: file.path) : nil
  loop.close()
  take.report(devices.engine)
  if let failure { throw failure }
  LibraryNotes().note(take: file.path, seconds: Double(take.status.frames) / session.rate)
  try loop.tally.end()
  // Ctrl-C ends a take. Any other signal asks the program to end.
  if cli_caught_signal() == 0 || cli_caught_signal() == SIGINT { return }
  throw .interrupted("interrupted; \(file.path) is complete")
}

/// The null device is the clock if nothing is heard.
private func deviceWish(_ arguments: Arguments, hasTracks: Bool) throws(Failure) -> DeviceWish {
  let clicks = arguments.has("--metronome") || arguments.has("--count-in")
  let device = arguments.value("--device") ?? []
  let first: UInt32 = arguments.whole("--first-channel")
  let output = arguments.value("--output-device")
  if arguments.number("--source") != 0 {
    let channels: UInt32 = arguments.whole("--channels")
    let plays = hasTracks || clicks
    let wish = DeviceWish(
      output: output ?? (plays ? [] : "null".array), input: device, inputChannels: channels,
      firstInput: max(first, 1) - 1)
    if wish.recordsOutput, plays || output != nil {
      throw .usage("--channels \(channels) of a microphone: no track plays meanwhile")
    }
    return wish
  }
  if first > 0 { throw arguments.usage("--first-channel goes with --source mic") }
  if !hasTracks { throw arguments.usage("--source master records tracks, and needs one") }
  if clicks {
    throw .usage(
      "with --source master the clicks would be in the take", hint: "use --source mic")
  }
  if output == nil { return DeviceWish(output: device) }
  throw arguments.usage("--output-device goes with --source mic; use --device")
}

private final class RecordLoop: LiveLoop {
  private let take: Take
  private var isStopped = false

  init(_ session: TrackSession, devices: LiveDevices, take: Take) {
    self.take = take
    super.init(session, devices: devices)
  }

  override func step() throws(Failure) -> Bool {
    // A microphone records on after the tracks have ended.
    if console.isInterrupted || (devices.inputs.isEmpty && areTracksOver) { stop() }
    return Int(take.status.state) < AHA_RECORDER_FINISHED
  }

  override func press(_ key: Key) throws(Failure) {
    if key == .quit { stop() }
    if key != .space { return }
    let isPaused = Int(take.status.state) == AHA_RECORDER_PAUSED
    _ = isPaused ? aha_recorder_resume(take.pointer) : aha_recorder_pause(take.pointer)
  }

  override func line() -> String {
    let status = take.status
    var notes: [String] = []
    if status.remaining_seconds >= 0 {
      let isLong = status.remaining_seconds >= 360_000
      let left = isLong ? "over 99 h" : ClockText.short(Int64(status.remaining_seconds) * 1_000_000)
      notes.append(left + " left on disk")
    }
    let meter = filled(aha_recorder_meter_init()) { aha_recorder_read_meter(take.pointer, &$0) }
    // In the order of AHA_RECORDER_...
    let states = ["waiting", "waiting", "recording", "paused"]
    return liveLine(
      word(states, at: status.state, otherwise: "finishing"), seconds: Double(status.frames) / rate,
      peak: Double(max(meter.peak_left_db, meter.peak_right_db)),
      notes: notes + [megabytes(Double(status.bytes)) + " MB"])
  }

  /// A take that has already ended refuses to be stopped, which is no failure.
  private func stop() {
    if !isStopped { _ = aha_recorder_stop(take.pointer, nil) }
    isStopped = true
  }
}

private final class Take: Handle {
  private var inputs: [Handle] = []
  private var buses: [Handle] = []

  init(
    _ file: OutputFile, devices: LiveDevices, of wish: DeviceWish,
    options settings: aha_recorder_options
  ) throws(Failure) {
    let engine = devices.engine.pointer
    for (pair, device) in devices.inputs.enumerated() {
      let bus = try Handle(.input, about: []) { aha_bus_create(engine, nil, $0) }
      let input = try Handle(.input, about: []) {
        aha_input_create(engine, bus.pointer, device.pointer, nil, $0)
      }
      if pair > 0 { try check(aha_bus_set_output(bus.pointer, UInt32(2 * pair)), .input) }
      // A loudspeaker beside a microphone would howl.
      try check(aha_input_set_monitored(input.pointer, wish.recordsOutput ? 1 : 0), .input)
      buses.append(bus)
      inputs.append(input)
    }
    var (options, encode) = (settings, file.encode)
    let bus = wish.recordsOutput ? nil : buses.first?.pointer
    try super.init(.output, about: file.path) {
      aha_recorder_create(engine, bus, file.path.c, &options, &encode, $0)
    }
  }

  /// Call before the engine's clock moves. The input's latency delays the take, so that samples
  /// played at the first frame are its first.
  func start(at frame: UInt64, seconds: Double?, rate: Double) throws(Failure) {
    var begin = aha_ramp_init()
    let first = frame + UInt64(inputStatus.map { $0.latency_frames }.max() ?? 0)
    begin.at_frame = first
    try check(aha_recorder_start(pointer, &begin), .output)
    guard let seconds else { return }
    let frames = max(1, UInt64((seconds * rate).rounded()))
    var end = aha_ramp_init()
    end.at_frame = first + frames
    try check(aha_recorder_stop(pointer, &end), .output)
  }

  var status: aha_recorder_status {
    filled(aha_recorder_status_init()) { aha_recorder_get_status(pointer, &$0) }
  }

  private var inputStatus: [aha_input_status] {
    inputs.map { input in
      filled(aha_input_status_init()) { aha_input_get_status(input.pointer, &$0) }
    }
  }

  func report(_ engine: Handle) {
    for index in 0..<status.file_count {
      let path = copiedText { aha_recorder_copy_path(pointer, index, $0, $1, $2) }
      guard let info = try? fileInfo(path, engine: engine) else { continue }
      console.print("\(path): " + info.line + ", \(info.file_bytes) bytes")
    }
    let dropouts = inputStatus.reduce(0) { $0 + $1.underruns + $1.skips }
    if dropouts > 0 { console.warn("the input was late \(dropouts) times") }
  }
}
