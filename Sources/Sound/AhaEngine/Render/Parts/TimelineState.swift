import AhaBase
import Synchronization

/// State of the timeline from a label on: its position, and whether it runs.
struct Interval: BitwiseCopyable {
  /// The engine frame at which `position` is heard.
  var label: Int64 = 0
  var position: Int64 = 0
  var isRunning = false
  /// The interval begins with a jump back to the start of the loop.
  var isLoop = false

  @_noLocks
  func position(at label: Int64) -> Int64 {
    isRunning ? position + (label - self.label) : position
  }

  @_noLocks
  func label(of position: Int64) -> Int64 { label + (position - self.position) }
}

/// Request of the host to the timeline.
struct TimelineOrder: BitwiseCopyable {
  enum Kind: UInt8 { case start, stop, seek }

  var kind = Kind.stop
  /// A position; -1: the present one.
  var position: Int64 = -1
  var frame: Int64 = 0
}

/// Renderer's state of the timeline: intervals in the order of labels, derived on demand.
///
/// Invariant: intervals up to the horizon (the greatest label that any bus or voice has read) never
/// change. Later intervals follow from these, the pending orders and the loop; they are derived
/// again when one of those changes. So the result does not depend on the distance at which a reader
/// looks ahead.
struct TimelineState {
  static let maxIntervals: Int64 = 64
  static let maxOrders = 64

  private let intervals: Buffer<Interval>
  private let orders: Buffer<TimelineOrder>
  /// Count of intervals derived so far; only the last `maxIntervals` are stored.
  private(set) var count: Int64 = 1
  /// Index of the first stored interval.
  private(set) var oldest: Int64 = 0
  private var orderCount = 0
  /// Index of the first order that no interval has been derived from.
  private var nextOrder = 0
  private var loopBegin: Int64 = 0
  private var loopEnd: Int64 = 0
  private(set) var loops = false
  /// Index of the audible interval.
  private var heard: Int64 = 0
  /// Greatest label that any bus or voice had read at the last update.
  private var horizon: Int64 = 0

  /// Errors: `outOfMemory`.
  init(in memory: MemoryBlocks) throws(AhaError) {
    intervals = try memory.claim(
      repeating: Interval(), count: Int(TimelineState.maxIntervals), of: "intervals")
    orders = try memory.claim(
      repeating: TimelineOrder(), count: TimelineState.maxOrders, of: "orders")
  }

  // MARK: Looking

  @_noLocks
  func interval(_ index: Int64) -> Interval { intervals[Int(index % TimelineState.maxIntervals)] }

  var last: Interval {
    @_noLocks get { interval(count - 1) }
  }

  /// Label of the first interval after `seen`; .max: none has been derived.
  @_noLocks
  fileprivate func nextLabel(after seen: Int64) -> Int64 {
    let next = max(seen + 1, oldest)
    return next < count ? interval(next).label : .max
  }

  /// Index of the interval in effect at a label. Precondition: `seen` is an index, or -1.
  @_noLocks
  func index(at label: Int64, after seen: Int64) -> Int64 {
    var index = max(seen, oldest)
    while index + 1 < count, interval(index + 1).label <= label { index += 1 }
    return index
  }

  /// Count of frames from a label to the next interval; at most `limit`.
  @_noLocks
  mutating func framesToInterval(from label: Int64, limit: Int) -> Int {
    derive(to: label + Int64(limit) - 1)
    var found = limit
    var index = count - 1
    while index >= oldest, interval(index).label > label {
      found = min(found, Int(min(Int64(limit), interval(index).label - label)))
      index -= 1
    }
    return found
  }

  // MARK: Orders

  /// Derives the intervals up to a label.
  @_noLocks
  mutating func derive(to label: Int64) {
    while true {
      let jump = nextJump
      let due = nextOrder < orderCount ? orders[nextOrder].frame : .max
      if min(jump, due) > label { return }
      if jump <= due {
        push(Interval(label: jump, position: loopBegin, isRunning: true, isLoop: true))
      } else {
        nextOrder += 1
        obey(orders[nextOrder - 1], at: due)
      }
    }
  }

  /// True if no interval begins after a label.
  @_noLocks
  func isSteady(from label: Int64) -> Bool {
    last.label <= label && nextJump == .max && nextOrder == orderCount
  }

  /// True if all intervals up to a label are derived.
  @_noLocks
  fileprivate func isDerived(to label: Int64) -> Bool {
    let due = nextOrder < orderCount ? orders[nextOrder].frame : .max
    return min(nextJump, due) > label
  }

  private var nextJump: Int64 {
    @_noLocks get {
      let last = last
      guard loops, last.isRunning, last.position < loopEnd else { return .max }
      return last.label(of: loopEnd)
    }
  }

  @_noLocks
  private mutating func push(_ interval: Interval) {
    intervals[Int(count % TimelineState.maxIntervals)] = interval
    count += 1
    oldest = max(oldest, count - TimelineState.maxIntervals)
  }

  @_noLocks
  private mutating func obey(_ order: TimelineOrder, at label: Int64) {
    let before = last
    let position = order.position >= 0 ? order.position : before.position(at: label)
    let runs: Bool =
      switch order.kind {
      case .start: true
      case .stop: false
      case .seek: before.isRunning
      }
    if runs == before.isRunning, position == before.position(at: label) { return }
    push(Interval(label: label, position: position, isRunning: runs))
  }

  /// Queues an order for its frame; a past frame moves to the horizon. Returns true if the order is
  /// pending.
  @_noLocks
  mutating func add(_ order: TimelineOrder, horizon now: Int64) -> Bool {
    settle(now)
    if order.frame <= horizon {
      obey(order, at: horizon)
      return false
    }
    guard orderCount < TimelineState.maxOrders else { return false }
    var index = orderCount
    while index > nextOrder, orders[index - 1].frame > order.frame {
      orders[index] = orders[index - 1]
      index -= 1
    }
    orders[index] = order
    orderCount += 1
    return true
  }

  /// Sets the loop from the horizon on.
  @_noLocks
  mutating func setLoop(begin: Int64, end: Int64, isOn: Bool, horizon now: Int64) {
    settle(now)
    loopBegin = begin
    loopEnd = end
    loops = isOn
  }

  /// Derives the intervals up to the horizon and discards later ones.
  @_noLocks
  private mutating func settle(_ now: Int64) {
    horizon = max(horizon, now)
    derive(to: horizon)
    while count - 1 > oldest, last.label > horizon { count -= 1 }
    while nextOrder > 0, orders[nextOrder - 1].frame > horizon { nextOrder -= 1 }
  }

  /// Removes orders that are already audible; returns their count.
  @_noLocks
  private mutating func forget(before clock: Int64) -> Int {
    var gone = 0
    while gone < nextOrder, orders[gone].frame < clock { gone += 1 }
    guard gone > 0 else { return 0 }
    for index in gone..<orderCount { orders[index - gone] = orders[index] }
    orderCount -= gone
    nextOrder -= gone
    return gone
  }

  // MARK: Reports

  /// Publishes the timeline's audible state from a frame on to the control threads.
  @_noLocks
  mutating func publish(at clock: Int64, to reports: Reports) {
    derive(to: clock)
    var before = interval(heard)
    let now = index(at: clock, after: heard)
    var index = max(heard + 1, oldest)
    while index <= now {
      let next = interval(index)
      tell(before, interval: next, to: reports)
      before = next
      index += 1
    }
    heard = now
    let counters = reports.counters
    counters.value.timelinePosition.store(before.position(at: clock), ordering: .relaxed)
    counters.value.timelineRuns.store(before.isRunning, ordering: .relaxed)
    if orderCount > 0 { reports.countOrdersDone(forget(before: clock)) }
  }

  @_noLocks
  private func tell(_ before: Interval, interval: Interval, to reports: Reports) {
    if interval.isLoop {
      reports.announce(
        .timelineLooped, index: 0, serial: 0, at: interval.label, value: interval.position)
    } else if interval.isRunning != before.isRunning {
      let kind: RenderEvent.Kind = interval.isRunning ? .timelineStarted : .timelineStopped
      reports.announce(kind, index: 0, serial: 0, at: interval.label, value: interval.position)
    }
  }
}

extension Reference<TimelineState> {
  /// Label of the first interval after `seen`; .max: none before `limit`. Threads of a team only
  /// read, so this does not mutate the state itself: their intervals are derived beforehand.
  @_noLocks
  func nextLabel(after seen: Int64, before limit: Int64) -> Int64 {
    if !value.isDerived(to: limit - 1) { value.derive(to: limit - 1) }
    return value.nextLabel(after: seen)
  }
}
