import AhaBase
import AhaDSP
import Synchronization

// Adds and removes lanes; reports the host's parameter moves that override a lane.
extension Chains {
  @_noLocks
  func apply(_ command: LaneCommand, toLaneOf index: Int, parameter: Int, isHeard: Bool) {
    let slot = effects.reference(index)
    let old = lane(of: slot, parameter: parameter)
    switch command {
    case .set(let new):
      if let old { adopt(old, over: new, slot: slot) }
      new.value.next = slot.value.lanes
      slot.value.lanes = new
    case .remove:
      guard let old else { return }
      _ = catchUp(slot, isHeard: isHeard)
      release(old, slot: slot)
      remove(old, slot: slot)
    case .setMode(let mode):
      guard let old, old.value.mode != mode else { return }
      endPass(old, slot: slot, at: catchUp(slot, isHeard: isHeard))
      old.value.mode = mode
      old.value.isNew = true
    case .release:
      guard let old, old.value.mode == .touch else { return }
      endPass(old, slot: slot, at: catchUp(slot, isHeard: isHeard))
      old.value.isNew = true
    }
  }

  @_noLocks
  private func lane(of slot: Reference<EffectSlot>, parameter: Int) -> Reference<AutomationLane>? {
    var lane = slot.value.lanes
    while let present = lane, present.value.parameter != parameter {
      lane = present.value.next
    }
    return lane
  }

  /// Replaces a lane by one with other points; keeps the state of a pass if id and mode are the
  /// same.
  @_noLocks
  private func adopt(
    _ old: Reference<AutomationLane>, over new: Reference<AutomationLane>,
    slot: Reference<EffectSlot>
  ) {
    new.value.isDriving = old.value.isDriving
    if old.value.mode == new.value.mode, old.value.id == new.value.id {
      new.value.isOverridden = old.value.isOverridden
      new.value.passInterval = old.value.passInterval
      old.value.isOverridden = false
    }
    remove(old, slot: slot)
  }

  @_noLocks
  private func remove(_ lane: Reference<AutomationLane>, slot: Reference<EffectSlot>) {
    endPass(lane, slot: slot, at: max(reports.clock, slot.value.time))
    if slot.value.lanes == lane {
      slot.value.lanes = lane.value.next
    } else {
      var other = slot.value.lanes
      while let before = other {
        if before.value.next == lane { before.value.next = lane.value.next }
        other = before.value.next
      }
    }
    bury(lane)
  }

  /// Queues an unused lane for the control threads.
  @_noLocks
  func bury(_ lane: Reference<AutomationLane>?) {
    guard let lane else { return }
    lane.value.next = pool.value.deadLanes
    pool.value.deadLanes = lane
  }

  /// Drops all lanes of an effect that is dropped.
  @_noLocks
  func dropLanes(of slot: Reference<EffectSlot>) {
    while let lane = slot.value.lanes { remove(lane, slot: slot) }
  }

  /// Passes unused lanes to the control threads.
  @_noLocks
  func retireLanes() {
    while let lane = pool.value.deadLanes {
      let next = lane.value.next
      if !reports.retired.push(.lane(lane)) { return }
      pool.value.deadLanes = next
    }
  }

  // MARK: Moves

  /// Runs the lanes up to the effect's present label and returns this label. A command to the
  /// effect applies at this label.
  @_noLocks
  private func catchUp(_ slot: Reference<EffectSlot>, isHeard: Bool) -> Int64 {
    let clock = reports.clock
    if slot.value.lanes == nil { return clock }
    let now = isHeard ? max(clock, slot.value.time) : clock
    _ = runLanes(slot, at: now, limit: 0, isFresh: isHeard ? !slot.value.hasRun : true)
    return now
  }

  /// Records that the host is about to move a parameter now.
  @_noLocks
  func noteMove(
    _ slot: Reference<EffectSlot>, parameter: Int, to value: Float, over ramp: Int, isHeard: Bool
  ) {
    if slot.value.lanes == nil { return }
    noteMove(slot, parameter: parameter, to: value, over: ramp, at: catchUp(slot, isHeard: isHeard))
  }

  /// Records a move of the host at a label.
  @_noLocks
  func noteMove(
    _ slot: Reference<EffectSlot>, parameter: Int, to value: Float, over ramp: Int, at label: Int64
  ) {
    guard let lane = lane(of: slot, parameter: parameter), slot.value.seenInterval >= 0,
      timeline.value.interval(slot.value.seenInterval).isRunning
    else { return }
    if lane.value.mode == .off { return }
    if lane.value.mode == .read { return }
    if !lane.value.isOverridden { beginPass(lane, slot: slot, at: label) }
    tell(.move, lane: lane, slot: slot, at: label, value: value, ramp: ramp)
  }

  @_noLocks
  func beginPass(_ lane: Reference<AutomationLane>, slot: Reference<EffectSlot>, at label: Int64) {
    // An unfinished segment must not overwrite the host's values.
    if lane.value.mode == .write { release(lane, slot: slot) }
    lane.value.isOverridden = true
    lane.value.isDriving = false
    lane.value.passInterval = slot.value.seenInterval
    lane.value.due = .max
    tell(.begin, lane: lane, slot: slot, at: label)
  }

  /// Ends a pass: the lane plays again. The pass ends at `now`, or earlier where the timeline left
  /// its interval.
  @_noLocks
  func endPass(_ lane: Reference<AutomationLane>, slot: Reference<EffectSlot>, at now: Int64) {
    guard lane.value.isOverridden else { return }
    let left = timeline.nextLabel(after: lane.value.passInterval, before: now + 1)
    tell(.end, lane: lane, slot: slot, at: min(left, now))
    lane.value.isOverridden = false
  }

  @_noLocks
  private func tell(
    _ kind: LaneMove.Kind, lane: Reference<AutomationLane>, slot: Reference<EffectSlot>,
    at label: Int64, value: Float? = nil, ramp: Int = 0
  ) {
    let present = slot.value.unit.value.value(of: lane.value.parameter)
    let interval = timeline.value.interval(lane.value.passInterval)
    let move = LaneMove(
      id: lane.value.id, kind: kind, frame: label, position: interval.position(at: label),
      from: present, value: value == nil ? present : value!, ramp: Int64(ramp))
    reports.tell(move)
  }
}
