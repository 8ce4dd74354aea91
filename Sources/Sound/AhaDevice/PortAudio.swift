import AhaBase
import CPortAudio
import CShims
import Synchronization

/// One loaded copy of PortAudio with its device list, which never changes after loading.
///
/// Invariant: access holds `DevicePool.lock`, except by streams.
final class PortAudio {
  /// Timeout of calls that wait for a server. Units: ms.
  static let timeoutMilliseconds: Int64 = 5000
  /// A call that hangs longer no longer blocks a new attempt. Units: ns.
  static let longestHang: Int64 = 60_000_000_000

  let isCopy: Bool
  let api: Reference<pa_api>
  private(set) var devices: [DeviceInfo] = []
  var streams = 0
  /// A stream cannot be closed, so this copy must not be called any more.
  var isDead = false
  /// The call that searched for devices, if it timed out.
  private(set) var hangingCall: Call?

  /// Errors: `noDevice` (no PortAudio).
  init(copy: Bool) throws(AhaError) {
    isCopy = copy
    api = Reference(holding: pa_api())
    guard pa_api_load(api.base, copy ? 1 : 0) == 0 else {
      api.deallocate()
      throw AhaError(.noDevice, "libportaudio.so.2 cannot be loaded")
    }
  }

  /// Searches for devices. Errors: `device` (dead, or unloaded), `system` (unloaded).
  func begin() throws(AhaError) {
    pa_api_redirect(api.base) { line in
      guard let line else { return }
      Log.debug(String(cString: line))
    }
    let call = Call(api)
    let isBack: Bool
    do throws(AhaError) {
      isBack = try returnsInTime(milliseconds: PortAudio.timeoutMilliseconds) {
        call.run { $0.initialize() }
      }
    } catch {
      unload()
      throw error
    }
    guard isBack else {
      isDead = true
      hangingCall = call
      throw AhaError(.device, "the sound system does not answer")
    }
    guard call.result == 0 else {
      let failure = error(call.result, what: "the sound system")
      unload()
      throw failure
    }
    // PortAudio has loaded the libraries of sound systems.
    shim_guard_exit_after_loads()
    readDevices()
  }

  /// Terminates a copy without streams; marks it dead if the call times out or has no thread.
  func end() {
    let call = Call(api)
    let isBack = try? returnsInTime(milliseconds: PortAudio.timeoutMilliseconds) {
      call.run { $0.terminate() }
    }
    if isBack == true { unload() } else { isDead = true }
  }

  func unload() {
    pa_api_unload(api.base)
    api.deallocate()
  }

  /// A call and its result; lives as long as the thread that makes it.
  final class Call {
    private let api: Reference<pa_api>
    private(set) var result: PaError = 0
    private let hasReturned = Atomic<Bool>(false)
    private let stays = pa_api_stays()
    private let begin = Instant.now()

    init(_ api: Reference<pa_api>) { self.api = api }

    func run(_ body: (pa_api) -> PaError) {
      result = body(api.value)
      hasReturned.store(true, ordering: .releasing)
    }

    /// Waits until the call has returned, or certainly never will.
    func hasEnded(within milliseconds: Int64) -> Bool {
      let deadline = Instant.after(milliseconds: milliseconds)
      while mayReturn, Instant.now() < deadline { Instant.pause(milliseconds: 5) }
      return !mayReturn
    }

    /// Whether the call may still return, and a new call would wait for the same server.
    private var mayReturn: Bool {
      let age = Instant.now().nanoseconds - begin.nanoseconds
      return !hasReturned.load(ordering: .acquiring) && pa_api_stays() == stays
        && age < PortAudio.longestHang
    }
  }

  // MARK: The list

  private func readDevices() {
    let count = api.value.device_count()
    let defaultInput = api.value.default_input()
    let defaultOutput = api.value.default_output()
    for index in 0..<max(0, count) {
      guard var info = read(index) else { continue }
      info.isDefaultInput = index == defaultInput
      info.isDefaultOutput = index == defaultOutput
      info.number(among: devices)
      devices.append(info)
    }
  }

  private func read(_ index: PaDeviceIndex) -> DeviceInfo? {
    guard let device = api.value.device_info(index)?.pointee,
      let system = api.value.host_api_info(device.hostApi)?.pointee
    else { return nil }
    var info = DeviceInfo()
    info.index = index
    info.name = String(cString: device.name)
    info.hostApi = PortAudio.shortName(system)
    info.setsBlock = system.type == paJACK
    info.id = info.hostApi + ":" + DeviceInfo.stable(info.name)
    info.maxInputs = Int(device.maxInputChannels)
    info.maxOutputs = Int(device.maxOutputChannels)
    info.defaultSampleRate = Int(device.defaultSampleRate)
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

  func error(_ code: PaError, what: String) -> AhaError {
    AhaError(.device, "\(what): \(reason(of: code))")
  }

  /// PortAudio's own text only where it is about the device.
  private func reason(of code: PaError) -> String {
    switch code {
    case paDeviceUnavailable.rawValue:
      return "another program uses it, or it was unplugged. Close the program, or choose another"
    case paTimedOut.rawValue: return "it does not answer"
    case paInsufficientMemory.rawValue: return "no memory is left"
    case paInternalError.rawValue, paUnanticipatedHostError.rawValue:
      let host = api.value.last_host_error().flatMap { $0.pointee.errorText }
      let text = host.map { String(cString: $0) } ?? ""
      return "the sound system refused it" + (text.isEmpty ? "" : " (\(text))")
    default: return api.value.error_text(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }

  /// The error for an unsupported rate, with the supported ones.
  func formatError(
    _ parameters: PaStreamParameters, info: DeviceInfo, settings: DeviceSettings
  ) -> AhaError {
    let usual = [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]
    var text = ""
    for rate in usual where accepts(parameters, direction: settings.direction, rate: rate) {
      text += text.isEmpty ? "\(rate)" : ", \(rate)"
    }
    if text.isEmpty { text = "\(info.defaultSampleRate)" }
    return AhaError(
      .deviceFormat,
      "\(info.id) does not support the engine's \(settings.sampleRate) Hz, only \(text)")
  }

  func accepts(
    _ parameters: PaStreamParameters, direction: DeviceDirection, rate: Int
  ) -> Bool {
    var parameters = parameters
    let isOutput = direction == .output
    return withUnsafePointer(to: &parameters) {
      api.value.is_format_supported(isOutput ? nil : $0, isOutput ? $0 : nil, Double(rate)) == 0
    }
  }
}
