import AhaBase
import AhaDSP

/// Host's move of a speed that is not reported yet.
struct HostMove: BitwiseCopyable {
  /// The speed before the move.
  let from: Double
  /// Frames of the ramp.
  let ramp: Int
}

// The lane of a speed, and the host's moves that replace and record it. A *pass* is a time in which
// the host's moves replace the lane. It belongs to one *interval* of the timeline: the time between
// two starts, stops, seeks or jumps.
extension SpeedDrive {
  // MARK: Requests

  /// Ramps the base to a speed that the host set.
  @_noLocks
  mutating func move(to goal: Double, over fade: Fade, isHeard: Bool) {
    endCell()
    if isHeard, let lane, lane.value.mode.records {
      pendingMove = HostMove(from: pendingMove?.from ?? base.value, ramp: Int(fade.frames))
    }
    base.go(to: goal, over: isHeard ? Int(fade.frames) : 0, shape: fade.shape)
    isFollowing = false
  }

  /// Returns the lane that is no longer used.
  @_noLocks
  mutating func apply(_ command: LaneCommand) -> Reference<AutomationLane>? {
    guard let lane else { return nil }
    switch command {
    case .set(let new): return replaceLane(by: new)
    case .remove: return removeLane()
    case .setMode(let mode):
      if lane.value.mode == mode { return nil }
      endPass()
      hold()
      lane.value.mode = mode
      lane.value.isNew = true
    case .release:
      if lane.value.mode == .touch { endPass() }
    }
    return nil
  }

  /// A pass continues if id and mode are the same. Returns the old lane.
  @_noLocks
  mutating func replaceLane(by new: Reference<AutomationLane>) -> Reference<AutomationLane>? {
    if let lane, lane.value.id == new.value.id, lane.value.mode == new.value.mode {
      new.value.isOverridden = lane.value.isOverridden
      new.value.passInterval = lane.value.passInterval
    } else {
      endPass()
      pendingMove = nil
    }
    hold()
    let old = lane
    lane = new
    return old
  }

  @_noLocks
  mutating func removeLane() -> Reference<AutomationLane>? {
    endPass()
    hold()
    let old = lane
    (lane, laneMaximum, pendingMove) = (nil, 0, nil)
    return old
  }

  /// Ends the ramp of a cell; the speed stays.
  @_noLocks
  private mutating func hold() {
    if isFollowing { base.go(to: base.value, over: 0) }
    isFollowing = false
  }

  // MARK: Passes

  /// Starts, continues or ends the lane's control and its passes at the begin of a cell. Returns
  /// the position from which the base follows the lane; nil: it does not.
  @_noLocks
  mutating func updateLane(at now: Int64, over ramp: Int, isFresh: Bool) -> Int64? {
    guard let lane else { return nil }
    let seen = seenInterval
    let interval = interval(at: now)
    reportMoves(lane, interval: interval)
    let begins = isFresh || seen != seenInterval && interval.label == now
    let isNew = lane.value.isNew
    lane.value.isNew = false
    isFollowing = interval.isRunning && lane.value.plays && !lane.value.isOverridden
    guard isFollowing else { return nil }
    let position = interval.position(at: now)
    if begins { joinEnd = now }
    if isNew, !begins { join(lane, at: position, now: now, over: ramp) }
    return now < joinEnd ? nil : position
  }

  @_noLocks
  private mutating func interval(at now: Int64) -> Interval {
    if isClockEngine { return Interval(isRunning: true) }
    _ = timeline.nextLabel(after: seenInterval, before: now + 1)
    seenInterval = timeline.value.index(at: now, after: seenInterval)
    return timeline.value.interval(seenInterval)
  }

  /// Ends a pass of an earlier interval; begins one for a pending move, and in write mode.
  @_noLocks
  private mutating func reportMoves(_ lane: Reference<AutomationLane>, interval: Interval) {
    if lane.value.isOverridden, lane.value.passInterval != seenInterval { reportEnd(lane) }
    let move = pendingMove
    pendingMove = nil
    guard interval.isRunning, lane.value.mode.records else { return }
    if move == nil, lane.value.mode != .write { return }
    let from = move?.from ?? base.value
    if !lane.value.isOverridden {
      if move == nil { hold() }
      lane.value.isOverridden = true
      lane.value.passInterval = seenInterval
      report(.begin, lane: lane, at: label, from: from, to: from)
    }
    if let move {
      report(.move, lane: lane, at: label, from: from, to: base.target, ramp: move.ramp)
    }
  }

  /// Ends a pass: the lane plays again.
  @_noLocks
  mutating func endPass() {
    guard let lane else { return }
    if pendingMove != nil { reportMoves(lane, interval: interval(at: label)) }
    guard lane.value.isOverridden else { return }
    reportEnd(lane)
    lane.value.isNew = true
  }

  /// The pass ends now, or earlier where the timeline left its interval.
  @_noLocks
  private mutating func reportEnd(_ lane: Reference<AutomationLane>) {
    let now = label
    let left = timeline.nextLabel(after: lane.value.passInterval, before: now + 1)
    report(.end, lane: lane, at: min(left, now), from: base.value, to: base.value)
    lane.value.isOverridden = false
  }

  /// Reports a move in the lane's speeds, without the ratio of the sample rates.
  @_noLocks
  private func report(
    _ kind: LaneMove.Kind, lane: Reference<AutomationLane>, at label: Int64, from: Double,
    to: Double, ramp: Int = 0
  ) {
    let interval = timeline.value.interval(lane.value.passInterval)
    reports.tell(
      LaneMove(
        id: lane.value.id, kind: kind, frame: label, position: interval.position(at: label),
        from: Float(SpeedDrive.limited(from / ratio)),
        value: Float(SpeedDrive.limited(to / ratio)), ramp: Int64(ramp)))
  }
}

extension LaneMode {
  /// True if the host's moves replace the lane.
  fileprivate var records: Bool {
    @_noLocks get { self == .touch || self == .latch || self == .write }
  }
}

extension AutomationLane {
  /// True if the lane moves its parameter while no pass replaces it.
  fileprivate var plays: Bool {
    @_noLocks get { mode == .off ? false : mode == .write ? false : points.count > 0 }
  }
}
