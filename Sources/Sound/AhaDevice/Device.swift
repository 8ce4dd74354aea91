import AhaBase
import Synchronization

/// An output or an input of an engine, with a thread that watches for its loss.
///
/// Threads: any. `control` serializes start, stop and close; `lock` guards the shown state. The
/// backend belongs to the watch thread while that runs, otherwise to the holder of `control`.
public final class Device: AttachedDevice, @unchecked Sendable {
  public let settings: DeviceSettings
  /// The ring of an input; nil for an output.
  public let capture: Capture?
  /// Handle of the device in the layer above.
  public let tag = Atomic<UInt>(0)

  let host: any DeviceHost
  let call: DeviceCall
  let counters: Reference<DeviceCounters>
  /// Keeps the context of `call` alive.
  private let keeper: AnyObject?
  private let control = Lock()
  var backend: (any Backend)?
  /// The backend of a stepped device.
  private var stepper: Stepper?
  private var watch: Thread?

  let lock = Lock()
  let changed: Condition
  // Invariant: access holds `lock`.
  var state = DeviceState.stopped
  var isStopping = false
  var holdsOutput = false
  var shown = Shown()
  var lostCount: Int64 = 0

  struct Shown {
    var id = ""
    var blockFrames = 0
    var latencySeconds = 0.0
    var channels = 0
  }

  /// Opens the device, stopped. Errors: `noDevice`, `deviceFormat`, `device`, `limit`,
  /// `outOfMemory`.
  public init(
    host: any DeviceHost, call: DeviceCall, settings: DeviceSettings, capture: Capture? = nil,
    keeping keeper: AnyObject? = nil
  ) throws(AhaError) {
    self.host = host
    self.call = call
    self.settings = settings
    self.capture = capture
    self.keeper = keeper
    changed = Condition(lock)
    counters = Reference(holding: DeviceCounters())
    let backend = try makeBackend(settings.id)
    self.backend = backend
    show(backend)
  }

  public func plays(for host: any DeviceHost) -> Bool { self.host === host }

  deinit {
    counters.deallocate()
  }

  func makeBackend(_ id: String) throws(AhaError) -> any Backend {
    var wanted = settings
    wanted.id = id
    if id == SoftDevice.null { return try NullClock(call, counters: counters, settings: wanted) }
    guard id == SoftDevice.stepped else {
      return try PortAudioStream(call, counters: counters, settings: wanted)
    }
    let new = try Stepper(call, counters: counters, settings: wanted)
    stepper = new
    return new
  }

  func show(_ backend: any Backend) {
    lock.locked {
      shown = Shown(
        id: backend.id, blockFrames: backend.blockFrames, latencySeconds: backend.latencySeconds,
        channels: backend.channels)
    }
  }

  /// Channels of the stream, which can change after a loss.
  public var channels: Int { lock.locked { shown.channels } }

  // MARK: Control

  /// Starts to play or record; reopens a lost device.
  /// Errors: `state`, `released`, `device`, `noDevice`, `deviceFormat`, `system`.
  public func start() throws(AhaError) {
    control.lock()
    defer { control.unlock() }
    switch lock.locked({ state }) {
    case .running: return
    case .closed: throw AhaError(.released, "the device is closed")
    case .lost: halt()
    case .stopped: break
    }
    if settings.direction == .output { try host.beginOutput() }
    lock.locked { holdsOutput = settings.direction == .output }
    do throws(AhaError) { try startBackend() } catch {
      backend?.close(isLost: false)
      backend = nil
      releaseOutput()
      throw error
    }
    lock.locked { state = .running }
    reportOpened()
    try startWatch()
  }

  func startBackend() throws(AhaError) {
    let backend = if let backend { backend } else { try makeBackend(settings.id) }
    self.backend = backend
    show(backend)
    counters.value.lastCall.store(Instant.now().nanoseconds, ordering: .relaxed)
    try backend.start()
  }

  /// Stops playing or recording; the engine's clock stops. No error if already stopped.
  public func stop() {
    control.lock()
    defer { control.unlock() }
    halt()
  }

  /// Invariant: the caller holds `control`.
  private func halt() {
    let wasRunning = lock.locked {
      isStopping = true
      changed.signalAll()
      return state == .running
    }
    watch?.join()
    watch = nil
    if wasRunning { backend?.stop() }
    lock.locked {
      isStopping = false
      if state != .closed { state = .stopped }
    }
    releaseOutput()
  }

  public func close() {
    control.lock()
    halt()
    let wasClosed = lock.locked {
      defer { state = .closed }
      return state == .closed
    }
    if !wasClosed { backend?.close(isLost: false) }
    backend = nil
    control.unlock()
    if !wasClosed { host.forget(self) }
  }

  func releaseOutput() {
    let held = lock.locked {
      defer { holdsOutput = false }
      return holdsOutput
    }
    if held { host.endOutput() }
  }

  private func startWatch() throws(AhaError) {
    if stepper != nil { return }
    watch = try Thread(name: "aha-device") { [unowned(unsafe) self] in watchDevice() }
  }

  /// Runs the callback of a stepped device. Errors: `state`, `unsupported` (another device).
  public func step(_ input: Floats?, to output: Floats?, frames: Int) throws(AhaError) {
    control.lock()
    defer { control.unlock() }
    let (state, id) = lock.locked { (self.state, shown.id) }
    guard let stepper else {
      throw AhaError(.unsupported, "\(id) has its own clock; only the device stepped has steps")
    }
    guard state == .running else { throw AhaError(.state, "the device is not started") }
    stepper.step(input, to: output, frames: frames)
  }
}
