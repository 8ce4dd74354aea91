import AhaBase
import Synchronization

/// A device without hardware: a thread renders blocks in real time and discards them.
final class NullClock: Backend {
  let id = SoftDevice.null
  let blockFrames: Int
  let channels: Int
  var latencySeconds: Double { Double(blockFrames) / Double(sampleRate) }
  var isAlive: Bool { true }
  let isClock = true

  private let sampleRate: Int
  private let gate: Reference<StreamGate>
  private let hasOutput: Bool
  private let block: SampleBuffer
  private let lock = Lock()
  private let changed: Condition
  // Invariant: access holds `lock`.
  private var isStopping = false
  private var thread: Thread?

  /// If the clock is further behind, as after a suspend, it skips the missed blocks. Units: ns.
  private static let catchUp: Int64 = 100_000_000

  init(
    _ call: DeviceCall, counters: Reference<DeviceCounters>, settings: DeviceSettings
  ) throws(AhaError) {
    var settings = settings
    try settings.fit(max: nil, of: SoftDevice.null)
    channels = settings.streamChannels
    blockFrames = settings.blockFrames == 0 ? 256 : settings.blockFrames
    sampleRate = settings.sampleRate
    hasOutput = settings.direction == .output
    block = try SampleBuffer(channels: 1, frames: blockFrames * settings.streamChannels)
    changed = Condition(lock)
    gate = Reference(holding: StreamGate(call, counters: counters, settings: settings, slack: 0))
  }

  deinit {
    gate.deallocate()
  }

  func start() throws(AhaError) {
    isStopping = false
    thread = try Thread(name: "aha-null-device") { [unowned(unsafe) self] in run() }
  }

  func stop() {
    lock.locked {
      isStopping = true
      changed.signalAll()
    }
    thread?.join()
    thread = nil
  }

  func close(isLost: Bool) { stop() }

  private func run() {
    let length = Int64(blockFrames) * 1_000_000_000 / Int64(sampleRate)
    var begin = Instant.now().nanoseconds
    var blocks: Int64 = 0
    while waits(until: begin + blocks * length) {
      let behind = Instant.now().nanoseconds - (begin + blocks * length)
      if behind > NullClock.catchUp { begin += behind }
      gate.value.pass(nil, to: hasOutput ? block.plane(0) : nil, frames: blockFrames)
      blocks += 1
      if blocks * Int64(blockFrames) % Int64(sampleRate) == 0 {
        // Whole seconds are exact, so that rounding errors of the block length do not accumulate.
        begin += blocks * Int64(blockFrames) / Int64(sampleRate) * 1_000_000_000
        blocks = 0
      }
    }
  }

  /// Returns false when the clock must stop.
  private func waits(until moment: Int64) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while !isStopping {
      if !changed.wait(until: Instant(nanoseconds: moment)) { break }
    }
    return !isStopping
  }
}
