import CAha

final class Take {
  let recorder: Handle
  private let bus: Handle?
  private let input: Handle?

  init(_ request: RecordRequest, _ devices: LiveDevices) throws(Failure) {
    var bus: Handle?
    var input: Handle?
    if let device = devices.input {
      let made = try Handle.bus(devices.engine)
      input = try Handle.input(devices.engine, made, device)
      bus = made
    }
    self.bus = bus
    self.input = input
    var options = aha_recorder_options_init()
    options.replace = request.isReplacing ? 1 : 0
    var encode = request.file.encodeOptions
    do throws(Failure) {
      recorder = try Handle(aha_recorder_release, .output, about: request.output) {
        aha_recorder_create(
          devices.engine.pointer, bus?.pointer, request.output.c, &options, &encode, $0)
      }
    } catch {
      var failure = error
      if Int(error.result) == AHA_ERROR_EXISTS { failure.hint = "--replace would overwrite it" }
      throw failure
    }
  }

  /// Before the engine's clock moves: what is played at its frame 0 comes in so much later.
  func start(seconds: Double?, rate: UInt32) throws(Failure) {
    let first = input.map { aha_input_latency_frames($0.pointer) } ?? 0
    try check(aha_recorder_start_at_frame(recorder.pointer, first), .output, about: [])
    guard let seconds else { return }
    let frames = max(1, UInt64((seconds * Double(rate)).rounded()))
    try check(aha_recorder_stop_at_frame(recorder.pointer, first + frames), .output, about: [])
  }

  var status: aha_recorder_status {
    filled(aha_recorder_status_init()) { aha_recorder_get_status(recorder.pointer, &$0) }
  }

  var inputStatus: aha_input_status {
    var status = aha_input_status_init()
    if let input { _ = aha_input_get_status(input.pointer, &status) }
    return status
  }

  /// The highest level since the last reading, in decibels of full scale.
  func readPeak() -> Double {
    var meter = aha_recorder_meter_init()
    _ = aha_recorder_get_meter(recorder.pointer, &meter)
    return Double(max(meter.peak_left_db, meter.peak_right_db))
  }
}

extension Handle {
  fileprivate static func bus(_ engine: Handle) throws(Failure) -> Handle {
    return try Handle(aha_bus_release, .input, about: []) {
      aha_bus_create(engine.pointer, nil, $0)
    }
  }

  /// A device that is recorded, and not heard: a loudspeaker beside a microphone would howl.
  fileprivate static func input(_ engine: Handle, _ bus: Handle, _ device: Handle) throws(Failure)
    -> Handle
  {
    let input = try Handle(aha_input_release, .input, about: []) {
      aha_input_create(engine.pointer, bus.pointer, device.pointer, nil, $0)
    }
    try check(aha_input_set_monitored(input.pointer, 0), .input, about: [])
    return input
  }
}

let recoverVerb = Verb(
  "recover", "DIR", "Complete recordings that were cut short",
  details: """
    Looks through DIR, without its subfolders, for takes that a crash or a power
    failure has cut short, and completes their files in place. Takes that are being
    recorded are left alone. A file without one frame is deleted, with exit code 4.
    """, options: [.json]
) { (arguments, console) throws(Failure) in
  let folder = try arguments.only("recover takes one folder")
  let recovery = try Handle(aha_recovery_release, .input, about: folder) {
    aha_recovery_open(folder.c, $0)
  }
  let count = aha_recovery_count(recovery.pointer)
  if count == 0, !console.isJSON { console.print(shown(folder) + ": nothing was cut short") }
  try console.each(0..<count, file: { path($0, of: recovery) }) { (index) throws(Failure) in
    let path = path(index, of: recovery)
    var take = aha_recovered_take_init()
    try check(aha_recovery_get_take(recovery.pointer, index, &take), .input, about: path)
    if take.result < 0 { throw unreadable(path, take) }
    console.print(object(path, take), or: line(path, take))
  }
}

/// The take's own error, which no call of this thread has left behind.
private func unreadable(_ path: Bytes, _ take: aha_recovered_take) -> Failure {
  let isDeleted = Int(take.result) == AHA_ERROR_EMPTY
  let what =
    isDeleted
    ? ": the recording ended before its first frame was stored; the empty file was deleted"
    : ": nothing can be read from it; it is left as it is"
  return Failure(exit: .format, result: take.result, message: shown(path) + what)
}

private func path(_ index: UInt32, of recovery: Handle) -> Bytes {
  copiedText { aha_recovery_copy_path(recovery.pointer, index, $0, $1, $2) }
}

private func line(_ path: Bytes, _ take: aha_recovered_take) -> String {
  let facts = [
    shown(aha_container_name(take.container)), shown(aha_encoding_name(take.encoding)),
    "\(take.sample_rate) Hz", "\(take.channels) channels", clockTime(take.seconds),
  ]
  let lost = take.lost_frames == 0 ? "" : "; \(take.lost_frames) frames are lost"
  return shown(path) + ": " + joined(facts) + lost
}

private func object(_ path: Bytes, _ take: aha_recovered_take) -> JSONObject {
  [
    "file": .name(path), "container": .text(token(container: take.container)),
    "encoding": .text(token(encoding: take.encoding)), "sample_rate": .number(take.sample_rate),
    "channels": .number(take.channels), "frames": .number(take.frames),
    "seconds": .real(take.seconds, 6), "lost_frames": .number(take.lost_frames),
  ]
}
