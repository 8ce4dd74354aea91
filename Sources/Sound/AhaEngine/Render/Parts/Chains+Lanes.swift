import AhaDSP
import Synchronization

// Adds and removes lanes; reports the host's parameter moves that override a lane.
extension Chains {
  @_noLocks
  func apply(_ command: LaneCommand, toLaneOf index: Int, parameter: Int, isHeard: Bool) {
    let slot = effects + index
    let old = lane(of: slot, parameter: parameter)
    switch command {
    case .set(let new):
      if let old { adopt(old, over: new, slot: slot) }
      new.pointee.next = slot.pointee.lanes
      slot.pointee.lanes = new
    case .remove:
      guard let old else { return }
      _ = catchUp(slot, isHeard: isHeard)
      release(old, slot: slot)
      remove(old, slot: slot)
    case .setMode(let mode):
      guard let old, old.pointee.mode != mode else { return }
      endPass(old, slot: slot, at: catchUp(slot, isHeard: isHeard))
      old.pointee.mode = mode
      old.pointee.isNew = true
    case .release:
      guard let old, old.pointee.mode == .touch else { return }
      endPass(old, slot: slot, at: catchUp(slot, isHeard: isHeard))
      old.pointee.isNew = true
    }
  }

  @_noLocks
  private func lane(
    of slot: UnsafeMutablePointer<EffectSlot>, parameter: Int
  ) -> UnsafeMutablePointer<AutomationLane>? {
    var lane = slot.pointee.lanes
    while let present = lane, present.pointee.parameter != parameter {
      lane = present.pointee.next
    }
    return lane
  }

  /// Replaces a lane by one with other points; keeps the state of a pass if id and mode are the
  /// same.
  @_noLocks
  private func adopt(
    _ old: UnsafeMutablePointer<AutomationLane>, over new: UnsafeMutablePointer<AutomationLane>,
    slot: UnsafeMutablePointer<EffectSlot>
  ) {
    new.pointee.isDriving = old.pointee.isDriving
    if old.pointee.mode == new.pointee.mode, old.pointee.id == new.pointee.id {
      new.pointee.isOverridden = old.pointee.isOverridden
      new.pointee.passInterval = old.pointee.passInterval
      old.pointee.isOverridden = false
    }
    remove(old, slot: slot)
  }

  @_noLocks
  private func remove(
    _ lane: UnsafeMutablePointer<AutomationLane>, slot: UnsafeMutablePointer<EffectSlot>
  ) {
    endPass(lane, slot: slot, at: max(reports.clock, slot.pointee.time))
    if slot.pointee.lanes == lane {
      slot.pointee.lanes = lane.pointee.next
    } else {
      var other = slot.pointee.lanes
      while let before = other {
        if before.pointee.next == lane { before.pointee.next = lane.pointee.next }
        other = before.pointee.next
      }
    }
    bury(lane)
  }

  /// Queues an unused lane for the control threads.
  @_noLocks
  func bury(_ lane: UnsafeMutablePointer<AutomationLane>?) {
    guard let lane else { return }
    lane.pointee.next = pool.pointee.deadLanes
    pool.pointee.deadLanes = lane
  }

  /// Drops all lanes of an effect that is dropped.
  @_noLocks
  func dropLanes(of slot: UnsafeMutablePointer<EffectSlot>) {
    while let lane = slot.pointee.lanes { remove(lane, slot: slot) }
  }

  /// Passes unused lanes to the control threads.
  @_noLocks
  func retireLanes() {
    while let lane = pool.pointee.deadLanes {
      let next = lane.pointee.next
      if !reports.retired.push(.lane(lane)) { return }
      pool.pointee.deadLanes = next
    }
  }

  // MARK: Moves

  /// Runs the lanes up to the effect's present label and returns this label. A command to the
  /// effect applies at this label.
  @_noLocks
  private func catchUp(_ slot: UnsafeMutablePointer<EffectSlot>, isHeard: Bool) -> Int64 {
    let clock = reports.clock
    if slot.pointee.lanes == nil { return clock }
    let now = isHeard ? max(clock, slot.pointee.time) : clock
    _ = runLanes(slot, at: now, limit: 0, isFresh: isHeard ? !slot.pointee.hasRun : true)
    return now
  }

  /// Records that the host is about to move a parameter now.
  @_noLocks
  func noteMove(
    _ slot: UnsafeMutablePointer<EffectSlot>, parameter: Int, to value: Float, over ramp: Int,
    isHeard: Bool
  ) {
    if slot.pointee.lanes == nil { return }
    noteMove(slot, parameter: parameter, to: value, over: ramp, at: catchUp(slot, isHeard: isHeard))
  }

  /// Records a move of the host at a label.
  @_noLocks
  func noteMove(
    _ slot: UnsafeMutablePointer<EffectSlot>, parameter: Int, to value: Float, over ramp: Int,
    at label: Int64
  ) {
    guard let lane = lane(of: slot, parameter: parameter), slot.pointee.seenInterval >= 0,
      timeline.pointee.interval(slot.pointee.seenInterval).isRunning
    else { return }
    if lane.pointee.mode == .off { return }
    if lane.pointee.mode == .read { return }
    if !lane.pointee.isOverridden { beginPass(lane, slot: slot, at: label) }
    tell(.move, lane: lane, slot: slot, at: label, value: value, ramp: ramp)
  }

  @_noLocks
  func beginPass(
    _ lane: UnsafeMutablePointer<AutomationLane>, slot: UnsafeMutablePointer<EffectSlot>,
    at label: Int64
  ) {
    // An unfinished segment must not overwrite the host's values.
    if lane.pointee.mode == .write { release(lane, slot: slot) }
    lane.pointee.isOverridden = true
    lane.pointee.isDriving = false
    lane.pointee.passInterval = slot.pointee.seenInterval
    lane.pointee.due = .max
    tell(.begin, lane: lane, slot: slot, at: label)
  }

  /// Ends a pass: the lane plays again. The pass ends at `now`, or earlier where the timeline left
  /// its interval.
  @_noLocks
  func endPass(
    _ lane: UnsafeMutablePointer<AutomationLane>, slot: UnsafeMutablePointer<EffectSlot>,
    at now: Int64
  ) {
    guard lane.pointee.isOverridden else { return }
    let left = timeline.nextLabel(after: lane.pointee.passInterval, before: now + 1)
    tell(.end, lane: lane, slot: slot, at: min(left, now))
    lane.pointee.isOverridden = false
  }

  @_noLocks
  private func tell(
    _ kind: LaneMove.Kind, lane: UnsafeMutablePointer<AutomationLane>,
    slot: UnsafeMutablePointer<EffectSlot>, at label: Int64, value: Float? = nil,
    ramp: Int = 0
  ) {
    let present = slot.pointee.unit.pointee.value(of: lane.pointee.parameter)
    let interval = timeline.pointee.interval(lane.pointee.passInterval)
    let move = LaneMove(
      id: lane.pointee.id, kind: kind, frame: label, position: interval.position(at: label),
      from: present, value: value == nil ? present : value!, ramp: Int64(ramp))
    reports.tell(move)
  }
}
