import AhaBase
import AhaDSP
import AhaDevice
import Synchronization

/// Live capture as a source on a bus; used by control threads.
public final class LiveInput {
  public struct Options {
    /// Hz of the capture.
    public var sampleRate: Int
    /// Frames, at the capture's rate, by which it lags the newest frame; nil: the shortest stable
    /// lag.
    public var latency: Int?
    /// Whether the capture runs on another clock than the renderer.
    public var hasOwnClock = true

    public init(sampleRate: Int) { self.sampleRate = sampleRate }
  }

  /// Counters since creation; `drift` is a ratio.
  public struct Stats {
    public let frames, underruns, skips, latency: Int64
    public let drift: Double
  }

  public let engine: Engine
  public let bus: Bus
  public let capture: Capture
  /// Handle of the layer above; 0 after release.
  public let tag = Atomic<UInt>(0)
  let reader: Reference<InputReader>
  /// The capture device; nil: the host writes.
  private let keeper: AnyObject?
  private let memory: SampleBuffer
  private let status: Reference<InputStatus>
  private let rate: Int
  private var isMonitored = true
  // Invariant: accessed with the engine's lock held.
  private var measured: Int64?
  private var offset: Int64 = 0
  private var isReleased = false

  init(
    _ capture: Capture, engine: Engine, bus: Bus, options: Options, keeper: AnyObject?
  ) throws(AhaError) {
    (self.engine, self.bus, self.capture) = (engine, bus, capture)
    self.keeper = keeper
    memory = try SampleBuffer(channels: 3, frames: InputReader.memoryFrames)
    status = Reference(holding: InputStatus())
    let rate = options.sampleRate
    self.rate = rate
    // By default the blocks of both sides, plus a margin for thread delays.
    let distance = options.latency ?? (options.hasOwnClock ? rate / 50 : 0)
    let follows = options.hasOwnClock || rate != engine.settings.sampleRate
    // With `reader` set, a throw would run deinit, which frees both.
    do throws(AhaError) {
      let made = try InputReader(
        capture.ring, rate: rate, settings: engine.settings, distance: distance,
        follows: follows, memory: memory, status: status)
      reader = Reference(holding: made)
    } catch {
      status.deallocate()
      throw error
    }
  }

  deinit {
    reader.value.free()
    reader.deallocate()
    status.deallocate()
  }

  public var stats: Stats {
    Stats(
      frames: status.value.frames.load(ordering: .relaxed),
      underruns: status.value.underruns.load(ordering: .relaxed),
      skips: status.value.skips.load(ordering: .relaxed),
      latency: status.value.latency.load(ordering: .relaxed),
      drift: Double(status.value.drift.load(ordering: .relaxed)) * 1e-9)
  }

  /// True if the host writes the samples; false if a device captures them.
  public var isWritable: Bool { keeper == nil }

  public var channels: Int { capture.ring.channels }

  /// Writes interleaved frames; nil is silence. Thread: one at a time, also an audio thread.
  public func write(_ frames: Floats?, count: Int) {
    var done = 0
    let limit = capture.ring.capacity / 2
    while done < count {
      let part = min(count - done, limit)
      capture.ring.write(
        frames.map { $0 + done * channels }, count: part, engineFrame: engine.position)
      done += part
    }
  }

  public var monitored: Bool { engine.lock.locked { isMonitored } }

  /// Whether its bus is audible, or only measured and recorded.
  public func setMonitored(_ monitored: Bool) throws(AhaError) {
    if bus.isMaster {
      throw AhaError(.invalidArgument, "an input of the master bus is always heard")
    }
    try engine.locked { () throws(AhaError) in
      if isReleased { throw AhaError(.released, "the input was released") }
      isMonitored = monitored
      try engine.send(.input(bus: bus.index, .setMonitor(monitored ? 1 : 0)))
    }
  }

  // MARK: Latency

  /// Round-trip latency in engine frames, from the output to the input's bus: measured or
  /// estimated, plus the offset.
  public var latency: Int64 {
    let held = stats.latency * Int64(engine.settings.sampleRate) / Int64(rate)
    return engine.lock.locked { max(0, (measured ?? held) + offset) }
  }

  /// Offset that the host adds to the latency.
  public var latencyOffset: Int64 {
    get { engine.lock.locked { offset } }
    set { engine.lock.locked { offset = newValue } }
  }

  /// Measures the round trip from the output to the bus. Errors: `state`, `notFound`,
  /// `unsupported`, `released`, `outOfMemory`.
  public func measureLatency() throws(AhaError) -> Int64 {
    guard rate == engine.settings.sampleRate else {
      throw AhaError(.unsupported, "the input has \(rate) Hz, not the engine's rate")
    }
    let found = try RoundTrip(engine, ring: capture.ring).measure()
    // Converts the burst's capture frame to an engine frame.
    let frames = found.arrival + status.value.offset.load(ordering: .relaxed) - found.start
    guard frames >= 0 else {
      throw AhaError(.notFound, "the burst came \(-frames) frames before it was played")
    }
    engine.lock.locked { measured = frames }
    return frames
  }

  /// Fades out and ends the input.
  public func release() {
    try? engine.locked { () throws(AhaError) in
      guard !isReleased else { return }
      isReleased = true
      try engine.send(.input(bus: bus.index, .remove))
    }
  }
}
