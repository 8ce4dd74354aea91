import CAha

/// One recording that is under way.
final class Take {
  let recorder: Handle
  /// The bus that the microphone is on.
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
    var pointer: OpaquePointer?
    let result = withCString(request.output) {
      aha_recorder_create(devices.engine.pointer, bus?.pointer, $0, &options, &encode, &pointer)
    }
    guard Int(result) != AHA_ERROR_EXISTS else { throw exists(request.output, result) }
    recorder = try Handle(pointer, aha_recorder_release, result, .output, about: request.output)
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
    var status = aha_recorder_status_init()
    _ = aha_recorder_get_status(recorder.pointer, &status)
    return status
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

private func exists(_ path: Bytes, _ result: aha_result) -> Failure {
  var failure = Failure.library(result, .output, about: path)
  failure.hint = "--replace would overwrite it"
  return failure
}

extension Handle {
  fileprivate static func bus(_ engine: Handle) throws(Failure) -> Handle {
    var pointer: OpaquePointer?
    let result = aha_bus_create(engine.pointer, nil, &pointer)
    return try Handle(pointer, aha_bus_release, result, .input, about: [])
  }

  /// A device that is recorded, and not heard: a loudspeaker beside a microphone would howl.
  fileprivate static func input(
    _ engine: Handle, _ bus: Handle, _ device: Handle
  ) throws(Failure) -> Handle {
    var pointer: OpaquePointer?
    let result = aha_input_create(engine.pointer, bus.pointer, device.pointer, nil, &pointer)
    let input = try Handle(pointer, aha_input_release, result, .input, about: [])
    try check(aha_input_set_monitored(input.pointer, 0), .input, about: [])
    return input
  }
}
