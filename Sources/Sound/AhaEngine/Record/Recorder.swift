import AhaBase
import AhaCodec
import Synchronization

/// Records the output of a bus to a file on its own thread: one take.
///
/// Threads: any. `control` is accessed with the engine's lock held; the comments name fields of the
/// writing thread.
public final class Recorder {
  public struct Options {
    public var ringMilliseconds = 5000
    public var preRollMilliseconds = 0
    public var replaces = false
    /// 0: never.
    public var splitFrames: Int64 = 0
    public var splitBytes: Int64 = 0
    public var warnSeconds: Int64 = 300
    public var minimumFree: Int64 = 50_000_000
    /// Usable share of the initially free space.
    public var freeShare: Double = 0.9
    var world = RecorderWorld()

    public init() {}
  }

  /// The numbers of aha/recorder.h.
  public enum State: UInt32 {
    case ready = 0
    case waiting, recording, paused, finishing, finished
  }

  /// Why a take ended; the numbers of aha/recorder.h.
  public enum Reason: UInt32 {
    case none = 0
    case stopped, diskLow, diskFull, fileGone, failed, closed
  }

  struct Control {
    var isStarted = false
    var isPaused = false
    var isStopped = false
  }

  /// How a take ended.
  struct Ending {
    var reason: Reason
    var error: AhaError?
  }

  public let engine: Engine
  public let path: FilePath
  let bus: Bus
  let settings: EncodeSettings
  let options: Options
  /// Handle of the layer above; 0 after release.
  public let tag = Atomic<UInt>(0)

  let tap: Reference<RecorderTap>
  let ring: SampleBuffer
  private let memory = MemoryBlocks()
  var control = Control()
  var thread: Thread?

  let lock = Lock()
  let changed: Condition
  // Invariant: accessed with `lock` held.
  var ending: Ending?
  var paths: [FilePath] = []
  var isClosing = false
  /// Frames in the files, after the take has ended.
  var framesStored: Int64 = 0

  /// Held while frames are read from the ring, by the recorder's thread or an offline renderer.
  let drainLock = Lock()
  // Invariant: accessed with `drainLock` held.
  var file: TakeFile?
  var finished: [TakeFile] = []
  var failure: Ending?
  var pendingGap: TapGap?
  var hasBegun = false
  /// Frames in the files, gaps included.
  var framesFiled: Int64 = 0
  /// Frames of all gaps so far.
  var gapFrames: Int64 = 0
  var partLeft = Int64.max
  var partNumber = 1
  let silence: SampleBuffer

  // Used by the recorder's thread.
  let freeAtFirst: Disk.Space?
  var hasWarned = false

  // Thread: any reader.
  let remaining = Atomic<Int64>(-1)
  let lost = Atomic<Int64>(0)
  let bytesFiled = Atomic<Int64>(0)

  /// Makes the file. Errors: those of `TakeFile`, `diskFull`, `outOfMemory`.
  init(
    of bus: Bus, to path: FilePath, settings: EncodeSettings, options: Options
  ) throws(AhaError) {
    engine = bus.engine
    self.bus = bus
    self.path = path
    self.settings = settings
    self.options = options
    changed = Condition(lock)
    let rate = settings.sampleRate
    let preRoll = options.preRollMilliseconds * rate / 1000
    let capacity = options.ringMilliseconds * rate / 1000 + preRoll + Renderer.block
    ring = try SampleBuffer(channels: 1, frames: capacity * settings.channels)
    silence = try SampleBuffer(channels: 1, frames: Recorder.portion * settings.channels)
    let gaps = try Ring<TapGap>(capacity: 256, in: memory)
    freeAtFirst = options.world.space(path.folder)
    try Recorder.requireSpace(freeAtFirst, options: options, path: path)
    file = try TakeFile(path, settings: settings, replaces: options.replaces, world: options.world)
    paths = [path]
    tap = Reference(
      holding: RecorderTap(
        samples: ring.plane(0), capacity: capacity, channels: settings.channels, preRoll: preRoll,
        gaps: gaps))
    setPartLimit()
  }

  /// Capacity of the ring in frames: a copy, because the tap belongs to the renderer.
  var capacity: Int64 { Int64(ring.frames / settings.channels) }

  deinit {
    tap.deallocate()
  }

  /// Frames handled at a time.
  static let portion = 4096

  private static func requireSpace(
    _ space: Disk.Space?, options: Options, path: FilePath
  ) throws(AhaError) {
    guard let space, space.free < options.minimumFree else { return }
    throw AhaError(
      .diskFull,
      "\(path.text): \(space.free) bytes are free, and \(options.minimumFree) are to stay so")
  }

  // MARK: Requests of the host

  /// Errors: `state` (already started).
  public func start(at frame: Int64?) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireUnstopped()
      if tap.value.begin.load(ordering: .acquiring) >= 0 {
        throw AhaError(.state, "\(path.text) is being recorded already")
      }
      try send(.start(at: frame ?? RecorderTap.now))
      control.isStarted = true
    }
  }

  public func stop(at frame: Int64?) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireUnstopped()
      try send(.stop(at: frame ?? RecorderTap.now))
      if frame == nil { control.isStopped = true }
    }
    wake()
  }

  public func pause() throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireUnstopped()
      guard tap.value.begin.load(ordering: .acquiring) >= 0 else {
        throw AhaError(.state, "\(path.text) is not being recorded yet")
      }
      try send(.pause)
      control.isPaused = true
    }
  }

  public func resume() throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireUnstopped()
      guard control.isPaused else { throw AhaError(.state, "\(path.text) is not paused") }
      try send(.resume)
      control.isPaused = false
    }
  }

  private func requireUnstopped() throws(AhaError) {
    let isOver = tap.value.hasEnded || lock.locked { ending != nil }
    if control.isStopped || isOver { throw AhaError(.state, "the take \(path.text) has ended") }
  }

  func send(_ command: TapCommand) throws(AhaError) {
    try engine.send(.tap(tap, bus: bus.index, command))
  }

  /// Ends the take at the host's release and completes the file.
  public func release() { try? stop(at: nil) }

  /// Waits for the take's end. Returns nil after the timeout; a negative value waits without limit.
  /// Errors: the reason if the take ended before it was stopped.
  public func wait(milliseconds: Int64) throws(AhaError) -> Reason? {
    let deadline = milliseconds >= 0 ? Instant.after(milliseconds: milliseconds) : nil
    lock.lock()
    while ending == nil { if !changed.waitUnlessEnding(until: deadline) { break } }
    let found = ending
    lock.unlock()
    if let error = found?.error { throw error }
    return found?.reason
  }

  func wake() { lock.locked { changed.signalAll() } }
}
