import AhaBase
import AhaDSP

/// Request of the host to the musical clock.
struct TempoOrder: BitwiseCopyable {
  var frame: Int64 = 0
  /// Beats per minute.
  var tempo = BeatClock.usualTempo
  /// Of the ramp; nil: the shortest one that followers pass smoothly, or none before the first
  /// frame.
  var rampFrames: Int64?
}

/// Renderer's state of the musical clock: the beat of each label. Beat 0 is at label 0.
///
/// Invariant: beats up to the horizon (the greatest label that any bus or voice has read) never
/// change; an order takes effect at the horizon or later. So the result does not depend on the
/// distance at which a reader looks ahead.
struct BeatClock {
  static let usualTempo = 120.0
  /// Max count of orders that wait for their frames.
  static let maxOrders = 64

  private let segments: Buffer<BeatSegment>
  private var count = 1
  private let orders: Buffer<TempoOrder>
  private var orderCount = 0
  /// Frames of a ramp that followers pass smoothly.
  private let shortestRamp: Int64
  /// Changes with the segments.
  private(set) var version = 0

  /// Errors: `outOfMemory`.
  init(sampleRate: Int, in memory: MemoryBlocks) throws(AhaError) {
    shortestRamp = Int64(sampleRate) * 80 / 1000
    let first = BeatSegment(tempo: BeatClock.usualTempo, rate: sampleRate)
    segments = try memory.claim(
      repeating: first, count: 2 * BeatClock.maxOrders + 2, of: "tempos")
    orders = try memory.claim(repeating: TempoOrder(), count: BeatClock.maxOrders, of: "tempos")
  }

  // MARK: Looking

  /// The segment of a label. Precondition: the label is not before the audible frame.
  @_noLocks
  func segment(at label: Int64) -> BeatSegment {
    var index = count - 1
    while index > 0, segments[index].begin > label { index -= 1 }
    return segments[index]
  }

  /// Label of the next change of the curve; .max: none.
  @_noLocks
  func bend(after label: Int64) -> Int64 {
    var next = Int64.max
    var index = count - 1
    while index >= 0, segments[index].begin > label {
      next = segments[index].begin
      index -= 1
    }
    return next
  }

  /// The label nearest to a beat.
  @_noLocks
  func label(of beat: Double) -> Int64 {
    var index = count - 1
    while index > 0, segments[index].beat > beat { index -= 1 }
    return segments[index].label(of: beat)
  }

  /// The first multiple of a number of beats at or after a label.
  @_noLocks
  func next(_ step: Double, from label: Int64) -> (beat: Double, label: Int64) {
    var beat = Double(Int64(segment(at: label).beat(at: label) / step)) * step
    var found = self.label(of: beat)
    while found < label {
      beat += step
      found = self.label(of: beat)
    }
    return (beat, found)
  }

  // MARK: Orders

  /// Adds an order, in place of an earlier one for the same frame. Returns false if there was one.
  @_noLocks
  mutating func add(_ order: TempoOrder, horizon: Int64) -> Bool {
    var new = order
    new.frame = max(order.frame, horizon)
    if new.rampFrames == nil { new.rampFrames = new.frame == 0 ? 0 : shortestRamp }
    let isNew = insert(new)
    rebuild(from: horizon)
    return isNew
  }

  @_noLocks
  private mutating func insert(_ order: TempoOrder) -> Bool {
    var index = orderCount
    while index > 0, orders[index - 1].frame >= order.frame { index -= 1 }
    if index < orderCount, orders[index].frame == order.frame {
      orders[index] = order
      return false
    }
    guard orderCount < BeatClock.maxOrders else { return false }
    var last = orderCount
    while last > index {
      orders[last] = orders[last - 1]
      last -= 1
    }
    orders[index] = order
    orderCount += 1
    return true
  }

  /// Replaces the segments from the horizon on by those of the orders.
  @_noLocks
  private mutating func rebuild(from horizon: Int64) {
    version += 1
    while count > 1, segments[count - 1].begin >= horizon { count -= 1 }
    for index in 0..<orderCount where orders[index].frame >= horizon { obey(orders[index]) }
    endRamp(before: .max)
  }

  @_noLocks
  private mutating func obey(_ order: TempoOrder) {
    endRamp(before: order.frame)
    let before = segments[count - 1]
    if before.begin == order.frame { count -= 1 }
    segments[count] = before.next(
      at: order.frame, to: order.tempo, over: order.rampFrames ?? 0)
    count += 1
  }

  /// Holds the tempo that a ramp has reached before a label.
  @_noLocks
  private mutating func endRamp(before label: Int64) {
    let last = segments[count - 1]
    guard last.isRamp, last.end < label else { return }
    segments[count] = last.next(at: last.end, to: last.target, over: 0)
    count += 1
  }

  // MARK: Reports

  /// Publishes the segment of the next audible frame; removes everything before it.
  @_noLocks
  mutating func publish(at clock: Int64, to reports: Reports) {
    if orderCount == 0, count == 1 { return }
    var gone = 0
    while gone < orderCount, orders[gone].frame < clock { gone += 1 }
    for index in gone..<orderCount { orders[index - gone] = orders[index] }
    orderCount -= gone
    var past = 0
    while past + 1 < count, segments[past + 1].begin <= clock { past += 1 }
    for index in past..<count { segments[index - past] = segments[index] }
    count -= past
    reports.counters.value.beats.store(segments[0])
    reports.countTemposDone(gone)
  }
}
