import AhaDSP

/// Host's move of a speed that is not reported yet.
struct HostMove: BitwiseCopyable {
  /// The speed before the move.
  let from: Double
  /// Frames of the ramp.
  let ramp: Int
}

// The lane of a speed, and the host's moves that replace and record it.
extension SpeedDrive {
  // MARK: Requests

  /// Ramps the base to a speed that the host set.
  @_noLocks
  mutating func move(to goal: Double, over fade: Fade, isHeard: Bool) {
    endCell()
    if isHeard, let lane, lane.pointee.mode.records {
      pendingMove = HostMove(from: pendingMove?.from ?? base.value, ramp: Int(fade.frames))
    }
    base.go(to: goal, over: isHeard ? Int(fade.frames) : 0, shape: fade.shape)
    isFollowing = false
  }

  /// Returns the lane that is no longer used.
  @_noLocks
  mutating func apply(_ command: LaneCommand) -> UnsafeMutablePointer<AutomationLane>? {
    guard let lane else { return nil }
    switch command {
    case .set(let new): return replaceLane(by: new)
    case .remove: return removeLane()
    case .setMode(let mode):
      if lane.pointee.mode == mode { return nil }
      endPass()
      hold()
      lane.pointee.mode = mode
      lane.pointee.isNew = true
    case .release:
      if lane.pointee.mode == .touch { endPass() }
    }
    return nil
  }

  /// A pass continues if id and mode are the same. Returns the old lane.
  @_noLocks
  mutating func replaceLane(
    by new: UnsafeMutablePointer<AutomationLane>
  ) -> UnsafeMutablePointer<AutomationLane>? {
    if let lane, lane.pointee.id == new.pointee.id, lane.pointee.mode == new.pointee.mode {
      new.pointee.isOverridden = lane.pointee.isOverridden
      new.pointee.passInterval = lane.pointee.passInterval
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
  mutating func removeLane() -> UnsafeMutablePointer<AutomationLane>? {
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
    let isNew = lane.pointee.isNew
    lane.pointee.isNew = false
    isFollowing = interval.isRunning && lane.pointee.plays && !lane.pointee.isOverridden
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
    seenInterval = timeline.pointee.index(at: now, after: seenInterval)
    return timeline.pointee.interval(seenInterval)
  }

  /// Ends a pass of an earlier interval; begins one for a pending move, and in write mode.
  @_noLocks
  private mutating func reportMoves(
    _ lane: UnsafeMutablePointer<AutomationLane>, interval: Interval
  ) {
    if lane.pointee.isOverridden, lane.pointee.passInterval != seenInterval { tellEnd(lane) }
    let move = pendingMove
    pendingMove = nil
    guard interval.isRunning, lane.pointee.mode.records else { return }
    if move == nil, lane.pointee.mode != .write { return }
    let from = move?.from ?? base.value
    if !lane.pointee.isOverridden {
      if move == nil { hold() }
      lane.pointee.isOverridden = true
      lane.pointee.passInterval = seenInterval
      tell(.begin, lane: lane, at: label, from: from, to: from)
    }
    if let move { tell(.move, lane: lane, at: label, from: from, to: base.target, ramp: move.ramp) }
  }

  /// Ends a pass: the lane plays again.
  @_noLocks
  mutating func endPass() {
    guard let lane else { return }
    if pendingMove != nil { reportMoves(lane, interval: interval(at: label)) }
    guard lane.pointee.isOverridden else { return }
    tellEnd(lane)
    lane.pointee.isNew = true
  }

  /// The pass ends now, or earlier where the timeline left its interval.
  @_noLocks
  private mutating func tellEnd(_ lane: UnsafeMutablePointer<AutomationLane>) {
    let now = label
    let left = timeline.nextLabel(after: lane.pointee.passInterval, before: now + 1)
    tell(.end, lane: lane, at: min(left, now), from: base.value, to: base.value)
    lane.pointee.isOverridden = false
  }

  /// Reports a move in the lane's speeds, without the ratio of the sample rates.
  @_noLocks
  private func tell(
    _ kind: LaneMove.Kind, lane: UnsafeMutablePointer<AutomationLane>, at label: Int64,
    from: Double, to: Double, ramp: Int = 0
  ) {
    let interval = timeline.pointee.interval(lane.pointee.passInterval)
    reports.tell(
      LaneMove(
        id: lane.pointee.id, kind: kind, frame: label, position: interval.position(at: label),
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
