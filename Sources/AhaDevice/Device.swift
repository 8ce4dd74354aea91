import AhaBase
import Synchronization

/// An output or an input of an engine, and the watch over it.
///
/// Threads: any. `control` puts start, stop and close in a row; what `lock` guards, everybody
/// reads. The backend belongs to the watch while that runs, else to who holds `control`.
public final class Device: AttachedDevice, @unchecked Sendable {
  public let settings: DeviceSettings
  /// What an input recorded; nil for an output.
  public let capture: Capture?
  /// What the layer above calls it.
  public let tag = Atomic<UInt>(0)

  let host: any DeviceHost
  let call: DeviceCall
  let counters: UnsafeMutablePointer<DeviceCounters>
  /// Kept alive for the call's context.
  private let keeper: AnyObject?
  private let control = Lock()
  var backend: (any Backend)?
  /// The backend when it is stepped.
  private var stepper: Stepper?
  private var watch: Thread?

  let lock = Lock()
  let changed: Condition
  // Under the lock.
  var state = DeviceState.stopped
  var isStopping = false
  var holdsOutput = false
  var shown = Shown()
  var lostCount: Int64 = 0

  struct Shown {
    var id = ""
    var blockFrames = 0
    var latencySeconds = 0.0
  }

  /// Opens it; it is stopped. Errors: `noDevice`, `deviceFormat`, `device`, `limit`, `outOfMemory`.
  public init(
    host: any DeviceHost, call: DeviceCall, _ settings: DeviceSettings, capture: Capture? = nil,
    keeping keeper: AnyObject? = nil
  ) throws(AhaError) {
    self.host = host
    self.call = call
    self.settings = settings
    self.capture = capture
    self.keeper = keeper
    changed = Condition(lock)
    counters = .allocate(capacity: 1)
    counters.initialize(to: DeviceCounters())
    let backend = try makeBackend(settings.id)
    self.backend = backend
    show(backend)
  }

  public func plays(for host: any DeviceHost) -> Bool { self.host === host }

  deinit {
    counters.deinitialize(count: 1)
    counters.deallocate()
  }

  func makeBackend(_ id: String) throws(AhaError) -> any Backend {
    var wanted = settings
    wanted.id = id
    if id == SoftDevice.null { return try NullClock(call, counters, wanted) }
    guard id == SoftDevice.stepped else {
      return try PortAudioStream(call, counters, wanted)
    }
    let new = try Stepper(call, counters, wanted)
    stepper = new
    return new
  }

  func show(_ backend: any Backend) {
    lock.locked {
      shown = Shown(
        id: backend.id, blockFrames: backend.blockFrames, latencySeconds: backend.latencySeconds)
    }
  }

  // MARK: Control

  /// Begins to play or record; one that was lost is opened again.
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
      giveOutputBack()
      throw error
    }
    lock.locked { state = .running }
    tellOpened()
    try startWatch()
  }

  func startBackend() throws(AhaError) {
    let backend = if let backend { backend } else { try makeBackend(settings.id) }
    self.backend = backend
    show(backend)
    counters.pointee.lastCall.store(Instant.now().nanoseconds, ordering: .relaxed)
    try backend.start()
  }

  /// Ends playing or recording; the engine's clock stands still. Again is no error.
  public func stop() {
    control.lock()
    defer { control.unlock() }
    halt()
  }

  /// `control` is held.
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
    giveOutputBack()
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

  func giveOutputBack() {
    let held = lock.locked {
      defer { holdsOutput = false }
      return holdsOutput
    }
    if held { host.endOutput() }
  }

  private func startWatch() throws(AhaError) {
    if stepper != nil { return }
    watch = try Thread(name: "aha-device") { [unowned(unsafe) self] in keepWatch() }
  }

  /// Makes the calls of a stepped device. Errors: `state`, `unsupported` (another device).
  public func step(
    _ input: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>?, frames: Int
  ) throws(AhaError) {
    control.lock()
    defer { control.unlock() }
    let (state, id) = lock.locked { (self.state, shown.id) }
    guard let stepper else {
      throw AhaError(.unsupported, "\(id) goes by itself; only the device stepped is stepped")
    }
    guard state == .running else { throw AhaError(.state, "the device is not started") }
    stepper.step(input, output, frames: frames)
  }
}
