import AhaBase
import Synchronization

extension Device {
  /// State and counters of a device.
  public struct Status {
    public var state = DeviceState.stopped
    public var blockFrames = 0
    public var latencySeconds = 0.0
    public var frames: Int64 = 0
    public var blocks: Int64 = 0
    public var underruns: Int64 = 0
    public var overruns: Int64 = 0
    public var gaps: Int64 = 0
    public var longestGapNanoseconds: Int64 = 0
    public var late: Int64 = 0
    public var lost: Int64 = 0
    public var renderMaxNanoseconds: Int64 = 0
    public var renderMeanNanoseconds: Int64 = 0
    public var renderShare999: Float = 0
  }

  public var id: String { lock.locked { shown.id } }

  public var status: Status {
    var now = Status()
    lock.locked {
      now.state = state
      now.blockFrames = shown.blockFrames
      now.latencySeconds = shown.latencySeconds
      now.lost = lostCount
    }
    let last = Int(counters.value.lastBlock.load(ordering: .relaxed))
    if now.blockFrames == 0 { now.blockFrames = last }
    now.frames = counters.value.frames.load(ordering: .relaxed)
    now.blocks = counters.value.blocks.load(ordering: .relaxed)
    now.underruns = counters.value.underruns.load(ordering: .relaxed)
    now.overruns = counters.value.overruns.load(ordering: .relaxed)
    now.gaps = counters.value.gaps.load(ordering: .relaxed)
    now.longestGapNanoseconds = counters.value.longestGap.load(ordering: .relaxed)
    now.late = counters.value.late.load(ordering: .relaxed)
    now.renderMaxNanoseconds = counters.value.renderMax.load(ordering: .relaxed)
    now.renderMeanNanoseconds =
      now.blocks > 0 ? counters.value.renderSum.load(ordering: .relaxed) / now.blocks : 0
    now.renderShare999 = counters.value.share999
    return now
  }
}
