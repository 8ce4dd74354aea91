import AhaArguments
import AhaBase
import AhaDevice
import AhaEngine
import CAha

extension Engine {
  func createInput(
    into bus: Bus, of device: Device?, options: UnsafePointer<aha_input_options>?
  ) throws(AhaError) -> LiveInput {
    let fields = try Sized.read(options, "options", default: aha_input_options_init())
    let (capture, settings) = try source(device, fields: fields, of: self)
    return try makeInput(of: capture, into: bus, options: settings, keeping: device)
  }
}

/// Source of an input: a device, or data that the host writes.
private func source(
  _ device: Device?, fields: aha_input_options, of engine: Engine
) throws(AhaError) -> (Capture, LiveInput.Options) {
  let rate = fields.sample_rate == 0 ? engine.settings.sampleRate : Int(fields.sample_rate)
  var options = LiveInput.Options(sampleRate: rate)
  options.hasOwnClock = fields.share_clock == 0
  if fields.latency_frames > 0 { options.latency = Int(fields.latency_frames) }
  guard let device else {
    let channels = try choose(
      fields.channels, range: 1...2, fallback: min(2, engine.settings.channels), name: "channels")
    try engine.check(options)
    return (try Capture(channels: channels, frames: 2 * rate), options)
  }
  guard let capture = device.capture else {
    throw AhaError(.invalidArgument, "the device is an output")
  }
  guard device.plays(for: engine) else {
    throw AhaError(.invalidArgument, "the device belongs to another engine")
  }
  options.sampleRate = device.settings.sampleRate
  return (capture, options)
}

@c @implementation
public func aha_input_write(
  _ input: OpaquePointer?, _ frames: UnsafePointer<Float>?, _ frameCount: UInt64
) -> aha_result {
  if Callback.isInLog { return RenderCall.refuseInCallback() }
  guard let slot = RenderCall.pin(input, kind: LiveInput.kind) else {
    return RenderCall.refuse(input, wanted: LiveInput.kind).rawValue
  }
  defer { HandleTable.unpin(slot) }
  return Unmanaged<LiveInput>.fromOpaque(slot.pointee.pointer)._withUnsafeGuaranteedRef {
    RenderCall.write($0, frames: frames, count: frameCount)
  }
}

extension RenderCall {
  fileprivate static func write(
    _ input: LiveInput, frames: UnsafePointer<Float>?, count: UInt64
  ) -> aha_result {
    guard count <= 1 << 31 else {
      return RenderCall.refuse(.invalidArgument, "frame_count is over 2147483648")
    }
    guard input.isWritable else {
      return RenderCall.refuse(.unsupported, "the input has a device")
    }
    input.write(
      frames.map { Floats($0, count: Int(count) * input.channels) }, count: Int(count))
    return ResultCode.ok.rawValue
  }
}

extension LiveInput {
  func setOffset(_ frames: Int64) throws(AhaError) {
    guard frames.magnitude <= 1 << 31 else {
      throw AhaError(.invalidArgument, "offset_frames \(frames) is over 2^31")
    }
    latencyOffset = frames
  }
}

extension aha_input_status {
  init(_ input: LiveInput) {
    let stats = input.stats
    self = aha_input_status_init()
    frames = UInt64(stats.frames)
    underruns = UInt64(stats.underruns)
    skips = UInt64(stats.skips)
    held_frames = UInt64(max(0, stats.latency))
    drift_ppm = Float(stats.drift * 1e6)
    is_monitored = input.monitored ? 1 : 0
    latency_frames = UInt64(input.latency)
    offset_frames = input.latencyOffset
  }
}
