import AhaBase
import CPortAudio

/// A stream of PortAudio.
final class PortAudioStream: Backend {
  let id: String
  let isClock = false
  private(set) var blockFrames: Int
  private(set) var latencySeconds = 0.0

  private let system: PortAudio
  private let info: DeviceInfo
  private let settings: DeviceSettings
  private let gate: Reference<StreamGate>
  var channels: Int { settings.streamChannels }
  private var stream: UnsafeMutableRawPointer?
  private var isStarted = false
  /// A call has not returned, or would not.
  private var isStuck = false

  /// Errors: `noDevice`, `deviceFormat`, `device`, `limit`.
  init(
    _ call: DeviceCall, counters: Reference<DeviceCounters>, settings: DeviceSettings
  ) throws(AhaError) {
    let (system, info) = try DevicePool.lease(settings)
    var settings = settings
    do throws(AhaError) {
      try settings.fit(max: info.channels(settings.direction), of: info.id)
    } catch {
      DevicePool.release(system, isDead: false)
      throw error
    }
    (self.system, self.info, self.settings) = (system, info, settings)
    id = info.id
    blockFrames = info.setsBlock ? 0 : settings.blockFrames == 0 ? 256 : settings.blockFrames
    let slack = settings.latencyMilliseconds > 0 ? settings.latencyMilliseconds : 20
    gate = Reference(
      holding: StreamGate(
        call, counters: counters, settings: settings, slack: Int64(slack) * 3_000_000))
    do throws(AhaError) {
      try DevicePool.lock.held { () throws(AhaError) in try open() }
    } catch {
      close(isLost: isStuck)
      throw error
    }
  }

  deinit {
    if isStuck { return }
    gate.deallocate()
  }

  private var parameters: PaStreamParameters {
    let isOutput = settings.direction == .output
    let wanted = Double(settings.latencyMilliseconds) / 1000
    let usual = info.setsBlock ? info.lowLatency : max(0.02, info.lowLatency)
    return PaStreamParameters(
      device: info.index, channelCount: Int32(settings.streamChannels),
      sampleFormat: PaSampleFormat(pa_float_samples),
      suggestedLatency: wanted > 0 ? wanted : isOutput || info.setsBlock ? usual : max(0.02, usual),
      hostApiSpecificStreamInfo: nil)
  }

  /// Invariant: the caller holds `DevicePool.lock`.
  private func open() throws(AhaError) {
    let parameters = parameters
    guard system.accepts(parameters, direction: settings.direction, rate: settings.sampleRate)
    else {
      throw system.formatError(parameters, info: info, settings: settings)
    }
    let opening = Opening(parameters, settings: settings, block: UInt(blockFrames), gate: gate)
    try ask("open") { opening.open($0) }
    stream = opening.stream
    if let now = system.api.value.stream_info(stream) {
      let isOutput = settings.direction == .output
      latencySeconds = isOutput ? now.pointee.outputLatency : now.pointee.inputLatency
    }
  }

  /// Arguments and result of the open call; lives as long as the thread that makes the call.
  private final class Opening {
    private var parameters: PaStreamParameters
    private let settings: DeviceSettings
    private let block: UInt
    private let gate: Reference<StreamGate>
    private(set) var stream: UnsafeMutableRawPointer?

    init(
      _ parameters: PaStreamParameters, settings: DeviceSettings, block: UInt,
      gate: Reference<StreamGate>
    ) {
      (self.parameters, self.settings, self.block, self.gate) = (parameters, settings, block, gate)
    }

    func open(_ api: pa_api) -> PaError {
      let isOutput = settings.direction == .output
      return withUnsafePointer(to: &parameters) {
        api.open_stream(
          &stream, isOutput ? nil : $0, isOutput ? $0 : nil, Double(settings.sampleRate), block,
          PaStreamFlags(pa_neither_clip_nor_dither), streamCallback, gate.base)
      }
    }
  }

  /// Makes a call that may wait for a server. Errors: `device`, `system`.
  private func ask(_ what: String, _ body: @escaping (pa_api) -> PaError) throws(AhaError) {
    let call = PortAudio.Call(system.api)
    let isBack = try returnsInTime(milliseconds: PortAudio.timeoutMilliseconds) { call.run(body) }
    guard isBack else {
      isStuck = true
      throw AhaError(.device, "\(what) \(id): no answer")
    }
    guard call.result == 0 else { throw system.error(call.result, what: "\(what) \(id)") }
  }

  var isAlive: Bool {
    guard let stream, !isStuck else { return false }
    return system.api.value.is_stream_active(stream) == 1
  }

  func start() throws(AhaError) {
    guard let stream, !isStuck else { throw AhaError(.device, "\(id) is gone") }
    isStarted = true
    try DevicePool.lock.held { () throws(AhaError) in
      try ask("start") { $0.start_stream(stream) }
    }
  }

  func stop() {
    guard let stream, isStarted, !isStuck else { return }
    isStarted = false
    if !isAlive, info.setsBlock {
      // PortAudio 19 would wait ten minutes for a dead JACK server.
      isStuck = true
      return
    }
    DevicePool.lock.lock()
    _ = try? ask("stop") { $0.abort_stream(stream) }
    DevicePool.lock.unlock()
  }

  func close(isLost: Bool) {
    if isLost, info.setsBlock { isStuck = true }
    stop()
    if let stream, !isStuck {
      DevicePool.lock.lock()
      _ = try? ask("close") { $0.close_stream(stream) }
      DevicePool.lock.unlock()
    }
    stream = nil
    gate.value.shut()
    DevicePool.release(system, isDead: isStuck)
  }
}

private let streamCallback:
  @convention(c) (
    UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt, UnsafePointer<PaStreamCallbackTimeInfo>?,
    PaStreamCallbackFlags, UnsafeMutableRawPointer?
  ) -> Int32 = { input, output, frames, _, flags, context in
    guard let context else { return 0 }
    let gate = Reference<StreamGate>(context)
    gate.value.count(
      underrun: flags & PaStreamCallbackFlags(pa_lacked_output) != 0,
      overrun: flags & PaStreamCallbackFlags(pa_lost_input) != 0)
    let count = Int(frames) * gate.value.channels
    gate.value.pass(
      input.map { Floats($0.assumingMemoryBound(to: Float.self), count: count) },
      to: output.map { Floats($0.assumingMemoryBound(to: Float.self), count: count) },
      frames: Int(frames))
    return 0
  }
