import AhaBase
import CPortAudio

/// One loaded PortAudio with its list of devices, which stays as it was when it was loaded.
///
/// Threads: under `StaticLock.devices`, but for what streams do.
final class PortAudio {
  /// Longest waits for calls that ask a server, in milliseconds.
  static let patience: Int64 = 5000

  let isCopy: Bool
  let api: UnsafeMutablePointer<pa_api>
  private(set) var devices: [DeviceInfo] = []
  /// Streams that are open in it.
  var streams = 0
  /// A stream of it can't be closed: nothing may call it any more.
  var isDead = false

  /// Errors: `noDevice` (no PortAudio).
  init(copy: Bool) throws(AhaError) {
    isCopy = copy
    api = .allocate(capacity: 1)
    api.initialize(to: pa_api())
    guard pa_api_load(api, copy ? 1 : 0) == 0 else {
      api.deallocate()
      throw AhaError(.noDevice, "libportaudio.so.2 cannot be loaded")
    }
  }

  /// Looks for devices. Errors: `device`; it is dead then, or can be ended.
  func begin() throws(AhaError) {
    pa_api_redirect(api) { line in
      guard let line else { return }
      Log.debug(String(cString: line))
    }
    let call = Call(api)
    let isBack = returnsInTime(milliseconds: PortAudio.patience) { call.run { $0.initialize() } }
    guard isBack else {
      isDead = true
      throw AhaError(.device, "the sound system does not answer")
    }
    guard call.result == 0 else {
      let failure = error(call.result, "the sound system")
      unload()
      throw failure
    }
    readDevices()
  }

  /// Ends what has no streams; dead when that does not come back.
  func end() {
    let call = Call(api)
    let isBack = returnsInTime(milliseconds: PortAudio.patience) { call.run { $0.terminate() } }
    if isBack { unload() } else { isDead = true }
  }

  func unload() {
    pa_api_unload(api)
    api.deallocate()
  }

  /// A call and what came of it; it lives as long as the thread that makes it.
  final class Call {
    private let api: UnsafeMutablePointer<pa_api>
    private(set) var result: PaError = 0

    init(_ api: UnsafeMutablePointer<pa_api>) { self.api = api }

    func run(_ body: (pa_api) -> PaError) { result = body(api.pointee) }
  }

  // MARK: The list

  private func readDevices() {
    let count = api.pointee.device_count()
    let defaultInput = api.pointee.default_input()
    let defaultOutput = api.pointee.default_output()
    for index in 0..<max(0, count) {
      guard var info = read(index) else { continue }
      info.isDefaultInput = index == defaultInput
      info.isDefaultOutput = index == defaultOutput
      info.number(among: devices)
      devices.append(info)
    }
  }

  private func read(_ index: PaDeviceIndex) -> DeviceInfo? {
    guard let device = api.pointee.device_info(index)?.pointee,
      let system = api.pointee.host_api_info(device.hostApi)?.pointee
    else { return nil }
    var info = DeviceInfo()
    info.index = index
    info.name = String(cString: device.name)
    info.hostApi = PortAudio.shortName(system)
    info.setsBlock = system.type == paJACK
    info.id = info.hostApi + ":" + DeviceInfo.stable(info.name)
    info.inputs = Int(device.maxInputChannels)
    info.outputs = Int(device.maxOutputChannels)
    info.sampleRate = Int(device.defaultSampleRate)
    let isOutput = device.maxOutputChannels > 0
    info.lowLatency = isOutput ? device.defaultLowOutputLatency : device.defaultLowInputLatency
    info.highLatency = isOutput ? device.defaultHighOutputLatency : device.defaultHighInputLatency
    return info
  }

  private static func shortName(_ system: PaHostApiInfo) -> String {
    if system.type == paJACK { return "jack" }
    if system.type == paALSA { return "alsa" }
    if system.type == paOSS { return "oss" }
    return DeviceInfo.small(String(cString: system.name))
  }

  // MARK: Errors

  func error(_ code: PaError, _ what: String) -> AhaError {
    let text = api.pointee.error_text(code).map { String(cString: $0) } ?? "error \(code)"
    var more = ""
    if code == paUnanticipatedHostError.rawValue, let host = api.pointee.last_host_error() {
      more = host.pointee.errorText.map { ": " + String(cString: $0) } ?? ""
    }
    return AhaError(.device, "\(what): \(text)\(more)")
  }

  /// Why a format is refused, with the rates that would not be.
  func formatError(
    _ parameters: PaStreamParameters, _ info: DeviceInfo, _ settings: DeviceSettings
  ) -> AhaError {
    let usual = [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]
    var text = ""
    for rate in usual where takes(parameters, settings.direction, rate: rate) {
      text += text.isEmpty ? "\(rate)" : ", \(rate)"
    }
    if text.isEmpty { text = "\(info.sampleRate)" }
    return AhaError(
      .deviceFormat, "\(info.id) has not the engine's \(settings.sampleRate) Hz, but \(text)")
  }

  func takes(
    _ parameters: PaStreamParameters, _ direction: DeviceDirection, rate: Int
  ) -> Bool {
    var parameters = parameters
    let isOutput = direction == .output
    return withUnsafePointer(to: &parameters) {
      api.pointee.is_format_supported(isOutput ? nil : $0, isOutput ? $0 : nil, Double(rate)) == 0
    }
  }
}

/// A stream of PortAudio's.
final class PortAudioStream: Backend {
  let id: String
  let isClock = false
  private(set) var blockFrames: Int
  private(set) var latencySeconds = 0.0

  private let system: PortAudio
  private let info: DeviceInfo
  private let settings: DeviceSettings
  private let gate: UnsafeMutablePointer<StreamGate>
  private var stream: UnsafeMutableRawPointer?
  private var isStarted = false
  /// Some call has not come back, or would not.
  private var isStuck = false

  /// Errors: `noDevice`, `deviceFormat`, `device`, `limit`.
  init(
    _ call: DeviceCall, _ counters: UnsafeMutablePointer<DeviceCounters>,
    _ settings: DeviceSettings
  ) throws(AhaError) {
    let (system, info) = try DevicePool.lease(settings)
    (self.system, self.info, self.settings) = (system, info, settings)
    id = info.id
    blockFrames = info.setsBlock ? 0 : settings.blockFrames == 0 ? 256 : settings.blockFrames
    let slack = settings.latencyMilliseconds > 0 ? settings.latencyMilliseconds : 20
    gate = .allocate(capacity: 1)
    gate.initialize(to: StreamGate(call, counters, settings, slack: Int64(slack) * 3_000_000))
    do throws(AhaError) {
      try StaticLock.devices.held { () throws(AhaError) in try open() }
    } catch {
      close(isLost: isStuck)
      throw error
    }
  }

  deinit {
    if isStuck { return }
    gate.deinitialize(count: 1)
    gate.deallocate()
  }

  private var parameters: PaStreamParameters {
    let isOutput = settings.direction == .output
    let asked = Double(settings.latencyMilliseconds) / 1000
    let usual = info.setsBlock ? info.lowLatency : max(0.02, info.lowLatency)
    return PaStreamParameters(
      device: info.index, channelCount: Int32(settings.channels),
      sampleFormat: PaSampleFormat(pa_float_samples),
      suggestedLatency: asked > 0 ? asked : isOutput || info.setsBlock ? usual : max(0.02, usual),
      hostApiSpecificStreamInfo: nil)
  }

  /// The lock is held.
  private func open() throws(AhaError) {
    let most = info.channels(settings.direction)
    guard settings.channels <= most else {
      throw AhaError(
        .deviceFormat, "\(id) has \(most) channels that way, not \(settings.channels)")
    }
    let parameters = parameters
    guard system.takes(parameters, settings.direction, rate: settings.sampleRate) else {
      throw system.formatError(parameters, info, settings)
    }
    let opening = Opening(parameters, settings, UInt(blockFrames), gate)
    try ask("open") { opening.open($0) }
    stream = opening.stream
    if let now = system.api.pointee.stream_info(stream) {
      let isOutput = settings.direction == .output
      latencySeconds = isOutput ? now.pointee.outputLatency : now.pointee.inputLatency
    }
  }

  /// What the call that opens needs; it lives as long as the thread that makes it.
  private final class Opening {
    private var parameters: PaStreamParameters
    private let settings: DeviceSettings
    private let block: UInt
    private let gate: UnsafeMutablePointer<StreamGate>
    private(set) var stream: UnsafeMutableRawPointer?

    init(
      _ parameters: PaStreamParameters, _ settings: DeviceSettings, _ block: UInt,
      _ gate: UnsafeMutablePointer<StreamGate>
    ) {
      (self.parameters, self.settings, self.block, self.gate) = (parameters, settings, block, gate)
    }

    func open(_ api: pa_api) -> PaError {
      let isOutput = settings.direction == .output
      return withUnsafePointer(to: &parameters) {
        api.open_stream(
          &stream, isOutput ? nil : $0, isOutput ? $0 : nil, Double(settings.sampleRate), block,
          PaStreamFlags(pa_neither_clip_nor_dither), streamCallback, gate)
      }
    }
  }

  /// Makes a call that may wait for a server. Errors: `device`.
  private func ask(_ what: String, _ body: @escaping (pa_api) -> PaError) throws(AhaError) {
    let call = PortAudio.Call(system.api)
    let isBack = returnsInTime(milliseconds: PortAudio.patience) { call.run(body) }
    guard isBack else {
      isStuck = true
      throw AhaError(.device, "\(what) \(id): no answer")
    }
    guard call.result == 0 else { throw system.error(call.result, "\(what) \(id)") }
  }

  var isAlive: Bool {
    guard let stream, !isStuck else { return false }
    return system.api.pointee.is_stream_active(stream) == 1
  }

  func start() throws(AhaError) {
    guard let stream, !isStuck else { throw AhaError(.device, "\(id) is gone") }
    isStarted = true
    try StaticLock.devices.held { () throws(AhaError) in
      try ask("start") { $0.start_stream(stream) }
    }
  }

  func stop() {
    guard let stream, isStarted, !isStuck else { return }
    isStarted = false
    if !isAlive, info.setsBlock {
      // PortAudio 19 would wait ten minutes for a JACK server that is gone.
      isStuck = true
      return
    }
    StaticLock.devices.lock()
    _ = try? ask("stop") { $0.abort_stream(stream) }
    StaticLock.devices.unlock()
  }

  func close(isLost: Bool) {
    if isLost, info.setsBlock { isStuck = true }
    stop()
    if let stream, !isStuck {
      StaticLock.devices.lock()
      _ = try? ask("close") { $0.close_stream(stream) }
      StaticLock.devices.unlock()
    }
    stream = nil
    gate.pointee.shut()
    DevicePool.giveBack(system, isDead: isStuck)
  }
}

private let streamCallback: @convention(c) (
  UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt, UnsafePointer<PaStreamCallbackTimeInfo>?,
  PaStreamCallbackFlags, UnsafeMutableRawPointer?
) -> Int32 = { input, output, frames, _, flags, context in
  guard let context else { return 0 }
  let gate = context.assumingMemoryBound(to: StreamGate.self)
  gate.pointee.count(
    underrun: flags & PaStreamCallbackFlags(pa_lacked_output) != 0,
    overrun: flags & PaStreamCallbackFlags(pa_lost_input) != 0)
  gate.pointee.pass(
    input?.assumingMemoryBound(to: Float.self), output?.assumingMemoryBound(to: Float.self),
    frames: Int(frames))
  return 0
}
