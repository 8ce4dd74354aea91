import AhaBase
import AhaDSP
import Synchronization

/// What is captured now, as a source on a bus. The control side.
public final class LiveInput {
  public struct Options {
    /// Hz of the capture.
    public var sampleRate: Int
    /// Frames, at the capture's rate, that it stays behind; nil: as short as holds.
    public var latency: Int?
    /// The capture is written by another clock than the one that renders.
    public var hasOwnClock = true

    public init(sampleRate: Int) { self.sampleRate = sampleRate }
  }

  /// What was counted since it was made; `drift` in parts of one.
  public struct Stats {
    public let frames, underruns, skips, latency: Int64
    public let drift: Double
  }

  public let engine: Engine
  public let bus: Bus
  public let capture: Capture
  /// What the layer above calls it; 0 when it does not any more.
  public let tag = Atomic<UInt>(0)
  let reader: UnsafeMutablePointer<InputReader>
  private let memory: SampleBuffer
  private let status: UnsafeMutablePointer<InputStatus>
  private var isMonitored = true
  private var isReleased = false

  init(
    _ capture: Capture, engine: Engine, bus: Bus, options: Options
  ) throws(AhaError) {
    (self.engine, self.bus, self.capture) = (engine, bus, capture)
    memory = try SampleBuffer(channels: 3, frames: InputReader.memoryFrames)
    status = .allocate(capacity: 1)
    status.initialize(to: InputStatus())
    reader = .allocate(capacity: 1)
    let rate = options.sampleRate
    // By default the blocks of both sides, and some delay of their threads.
    let distance = options.latency ?? (options.hasOwnClock ? rate / 50 : 0)
    let follows = options.hasOwnClock || rate != engine.settings.sampleRate
    do throws(AhaError) {
      reader.initialize(
        to: try InputReader(
          capture.ring, rate: rate, settings: engine.settings, distance: distance,
          follows: follows, memory: memory, status: status))
    } catch {
      reader.deallocate()
      status.deallocate()
      throw error
    }
  }

  deinit {
    reader.pointee.free()
    reader.deallocate()
    status.deinitialize(count: 1)
    status.deallocate()
  }

  public var stats: Stats {
    Stats(
      frames: status.pointee.frames.load(ordering: .relaxed),
      underruns: status.pointee.underruns.load(ordering: .relaxed),
      skips: status.pointee.skips.load(ordering: .relaxed),
      latency: status.pointee.latency.load(ordering: .relaxed),
      drift: Double(status.pointee.drift.load(ordering: .relaxed)) * 1e-9)
  }

  public var monitored: Bool { engine.lock.locked { isMonitored } }

  /// Whether its bus is heard, and not only measured and recorded.
  public func setMonitored(_ monitored: Bool) throws(AhaError) {
    if bus.isMaster {
      throw AhaError(.invalidArgument, "an input of the master bus is always heard")
    }
    try engine.locked { () throws(AhaError) in
      if isReleased { throw AhaError(.released, "the input was released") }
      isMonitored = monitored
      try engine.send(
        Command(kind: .setMonitor, index: bus.index, left: monitored ? 1 : 0))
    }
  }

  /// The host is done with it: it fades out.
  public func release() {
    try? engine.locked { () throws(AhaError) in
      guard !isReleased else { return }
      isReleased = true
      try engine.send(Command(kind: .removeInput, index: bus.index))
    }
  }
}
