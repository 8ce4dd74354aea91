import AhaArguments
import AhaBase
import AhaDevice
import AhaEngine
import CAha

extension Device {
  static func scan() throws(AhaError) { try DevicePool.load() }

  static var devices: [DeviceInfo] { DevicePool.devices }
}

extension Engine {
  func openDevice(_ options: UnsafePointer<aha_device_options>?) throws(AhaError) -> Device {
    let device = try device(DeviceSettings(options: options, of: self))
    do throws(AhaError) { try attach(device) } catch {
      device.close()
      throw error
    }
    return device
  }

  /// Keeps two seconds of an input's signal.
  private func device(_ settings: DeviceSettings) throws(AhaError) -> Device {
    if settings.direction == .output {
      return try Device(host: self, call: outputCall, settings: settings)
    }
    let capture = try Capture(channels: settings.channels, frames: 2 * settings.sampleRate)
    let input = inputCall(into: capture)
    return try Device(
      host: self, call: input.call, settings: settings, capture: capture, keeping: input)
  }
}

extension DeviceSettings {
  /// Reads the host's options. Errors: `invalidArgument`, `unsupported`.
  init(
    options: UnsafePointer<aha_device_options>?, of engine: Engine
  ) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_device_options_init())
    try requireZero(fields.reserved, "options")
    let direction: DeviceDirection = try known(fields.direction, "direction")
    let loss: LossPolicy = try known(fields.on_loss, "on_loss")
    let missing: MissingChannels = try known(fields.missing, "missing")
    (self.direction, self.loss, self.missing) = (direction, loss, missing)
    if let text = fields.id { id = String(cString: text) }
    if id == "default" { id = "" }
    sampleRate = engine.settings.sampleRate
    try chooseChannels(
      fields.channels, first: fields.first_channel, all: engine.settings.channels)
    blockFrames = try choose(
      fields.block_frames, range: 16...8192, fallback: 0, name: "block_frames")
    guard blockFrames & (blockFrames - 1) == 0 else {
      throw AhaError(.invalidArgument, "block_frames \(blockFrames) is not a power of two")
    }
    latencyMilliseconds = try choose(
      fields.latency_ms, range: 1...2000, fallback: 0, name: "latency_ms")
  }
}

extension DeviceSettings {
  /// - Parameter all: Channels of the engine.
  private mutating func chooseChannels(
    _ wanted: UInt32, first: UInt32, all: Int
  ) throws(AhaError) {
    guard first <= 62 else {
      throw AhaError(.invalidArgument, "first_channel \(first) is over 62")
    }
    if direction == .input {
      channels = try choose(wanted, range: 1...2, fallback: min(2, all), name: "channels")
      firstChannel = Int(first)
      return
    }
    guard first == 0 else {
      throw AhaError(
        .unsupported, "first_channel \(first): an output begins at its first channel")
    }
    hostChannels = all
    channels = try choose(wanted, range: 1...32, fallback: all > 2 ? 0 : all, name: "channels")
    let fits = channels == all || (channels < all && channels.isMultiple(of: 2))
    guard fits else {
      throw AhaError(.invalidArgument, "channels \(channels): the engine has \(all)")
    }
  }
}

@c @implementation
public func aha_device_step(
  _ device: OpaquePointer?, _ input: UnsafePointer<Float>?,
  _ output: UnsafeMutablePointer<Float>?, _ frameCount: UInt64
) -> aha_result {
  guarded { () throws(AhaError) in
    let device = try Handle.object(device, as: Device.self)
    guard frameCount <= 1 << 31 else {
      throw AhaError(.invalidArgument, "frame_count \(frameCount) is over 2^31")
    }
    let count = Int(frameCount) * device.channels
    try device.step(
      input.map { Floats($0, count: count) }, to: output.map { Floats($0, count: count) },
      frames: Int(frameCount))
  }
}

extension aha_device_status {
  init(_ device: Device) {
    let now = device.status
    self = aha_device_status_init()
    state = now.state.rawValue
    sample_rate = UInt32(device.settings.sampleRate)
    channels = UInt32(device.channels)
    block_frames = UInt32(now.blockFrames)
    frames = UInt64(now.frames)
    blocks = UInt64(now.blocks)
    underruns = UInt64(now.underruns)
    overruns = UInt64(now.overruns)
    gaps = UInt64(now.gaps)
    late_blocks = UInt64(now.late)
    losses = UInt64(now.lost)
    latency_ms = Float(now.latencySeconds * 1000)
    longest_gap_ms = Float(now.longestGapNanoseconds) / 1_000_000
    render_mean_ms = Float(now.renderMeanNanoseconds) / 1_000_000
    render_max_ms = Float(now.renderMaxNanoseconds) / 1_000_000
    render_share_999 = now.renderShare999
  }
}
