import AhaBase
import Synchronization

/// Statistics of a device. Written on the audio thread; kept when the stream is reopened.
struct DeviceCounters: ~Copyable {
  /// Bins of the histogram of render times; `binsInBlock` of them are the duration of a block.
  static let bins = 256
  static let binsInBlock: Int64 = 128

  let frames = Atomic<Int64>(0)
  let blocks = Atomic<Int64>(0)
  let underruns = Atomic<Int64>(0)
  let overruns = Atomic<Int64>(0)
  let gaps = Atomic<Int64>(0)
  let longestGap = Atomic<Int64>(0)
  let late = Atomic<Int64>(0)
  let lastBlock = Atomic<Int64>(0)
  /// Units: ns.
  let renderMax = Atomic<Int64>(0)
  let renderSum = Atomic<Int64>(0)
  /// End of the last callback, or start of the stream. Units: ns on the monotonic clock.
  let lastCall = Atomic<Int64>(0)
  let timeBins: Buffer<Atomic<Int64>>

  init() {
    timeBins = Buffer(uninitialized: DeviceCounters.bins)
    for bin in 0..<DeviceCounters.bins { timeBins.initialize(bin, to: Atomic(0)) }
  }

  deinit { timeBins.deallocate() }

  @_noLocks
  func note(render time: Int64, of block: Int64) {
    renderSum.store(renderSum.load(ordering: .relaxed) + time, ordering: .relaxed)
    if time > renderMax.load(ordering: .relaxed) { renderMax.store(time, ordering: .relaxed) }
    if time > block { late.wrappingAdd(1, ordering: .relaxed) }
    let step = block > 0 ? time * DeviceCounters.binsInBlock / block : 0
    let bin = step < Int64(DeviceCounters.bins) ? Int(step) : DeviceCounters.bins - 1
    timeBins[bin].wrappingAdd(1, ordering: .relaxed)
  }

  @_noLocks
  func note(gap: Int64) {
    gaps.wrappingAdd(1, ordering: .relaxed)
    if gap > longestGap.load(ordering: .relaxed) { longestGap.store(gap, ordering: .relaxed) }
  }

  /// The 99.9th percentile of render time per block duration, in steps of 1/128.
  var share999: Float {
    let all = (0..<DeviceCounters.bins).reduce(Int64(0)) {
      $0 + timeBins[$1].load(ordering: .relaxed)
    }
    var rest = all / 1000
    for bin in (0..<DeviceCounters.bins).reversed() {
      rest -= timeBins[bin].load(ordering: .relaxed)
      if rest < 0 { return Float(bin + 1) / Float(DeviceCounters.binsInBlock) }
    }
    return 0
  }
}
