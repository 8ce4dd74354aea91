import AhaBase
import AhaDSP

// Lanes automate the parameters of effects along the timeline, by label.
extension Chains {
  /// Runs the lanes of an effect at a label; returns the label of the next action.
  /// - Parameters:
  ///   - limit: Count of frames to render.
  ///   - isFresh: The effect was not audible right before, so parameters may jump.
  @_noLocks
  func runLanes(
    _ slot: Reference<EffectSlot>, at now: Int64, limit: Int, isFresh: Bool = false
  ) -> Int64 {
    let end = now + Int64(limit) + 1
    let isDue = timeline.nextLabel(after: slot.value.seenInterval, before: end) <= now
    if isDue {
      slot.value.seenInterval = timeline.value.index(at: now, after: slot.value.seenInterval)
    }
    let interval = timeline.value.interval(slot.value.seenInterval)
    var next = timeline.nextLabel(after: slot.value.seenInterval, before: end)
    var lane = slot.value.lanes
    while let present = lane {
      if isDue { endPass(present, slot: slot, at: now) }
      if isDue || isFresh || present.value.isNew {
        update(present, slot: slot, interval: interval, at: now, isFresh: isFresh)
      }
      if present.value.due <= now { goOn(present, slot: slot, interval: interval, at: now) }
      next = min(next, present.value.due)
      lane = present.value.next
    }
    return max(next, now + 1)
  }

  /// Updates a lane after the timeline has started, stopped or jumped, or if the lane is new.
  @_noLocks
  private func update(
    _ lane: Reference<AutomationLane>, slot: Reference<EffectSlot>, interval: Interval,
    at now: Int64, isFresh: Bool
  ) {
    lane.value.isNew = false
    lane.value.due = .max
    if lane.value.isOverridden { return }
    guard interval.isRunning, lane.value.mode != .off else {
      release(lane, slot: slot)
      return
    }
    if lane.value.mode == .write {
      beginPass(lane, slot: slot, at: now)
    } else if lane.value.points.count > 0 {
      join(lane, slot: slot, interval: interval, at: now, isFresh: isFresh)
    }
  }

  /// Stops the lane's control; the parameter holds its present value.
  @_noLocks
  func release(_ lane: Reference<AutomationLane>, slot: Reference<EffectSlot>) {
    lane.value.due = .max
    if lane.value.isDriving { slot.value.unit.value.hold(lane.value.parameter) }
    lane.value.isDriving = false
  }

  /// Ramps the parameter to the value that the lane has at the end of the ramp.
  @_noLocks
  func join(
    _ lane: Reference<AutomationLane>, slot: Reference<EffectSlot>, interval: Interval,
    at now: Int64, isFresh: Bool = false
  ) {
    let unit = slot.value.unit
    let parameter = lane.value.parameter
    let position = interval.position(at: now)
    let isStepped = unit.value.isStepped(parameter)
    lane.value.isDriving = true
    lane.value.seek(to: position)
    if isFresh || isStepped {
      let value = lane.value.value(at: position, isStepped: isStepped)
      if !unit.value.rests(parameter, at: value) {
        unit.value.set(parameter, value: value, over: 0)
      }
      if isFresh { unit.value.settle() }
      lane.value.due = now
      return
    }
    let reach = max(ramp, unit.value.smoothing(of: parameter))
    let goal = position + Int64(reach)
    let value = lane.value.value(at: goal, isStepped: false)
    if unit.value.rests(parameter, at: value), rests(lane, until: goal) {
      lane.value.due = nextPoint(lane, interval: interval)
      return
    }
    unit.value.set(parameter, value: value, over: reach)
    lane.value.due = now + Int64(reach)
  }

  @_noLocks
  private func rests(_ lane: Reference<AutomationLane>, until goal: Int64) -> Bool {
    guard lane.value.rests(isStepped: false) else { return false }
    let cursor = lane.value.cursor
    return cursor < lane.value.points.count ? lane.value.points[cursor].time > goal : true
  }

  @_noLocks
  private func nextPoint(_ lane: Reference<AutomationLane>, interval: Interval) -> Int64 {
    lane.value.cursor < lane.value.points.count
      ? interval.label(of: lane.value.points[lane.value.cursor].time) : .max
  }

  /// Continues the lane at a point, or at the end of the ramp of `join`.
  @_noLocks
  private func goOn(
    _ lane: Reference<AutomationLane>, slot: Reference<EffectSlot>, interval: Interval,
    at now: Int64
  ) {
    let unit = slot.value.unit
    let parameter = lane.value.parameter
    let position = interval.position(at: now)
    lane.value.advance(to: position)
    lane.value.due = nextPoint(lane, interval: interval)
    guard lane.value.cursor > 0 else { return }
    let point = lane.value.points[lane.value.cursor - 1]
    let jumps = lane.value.jumps(at: position)
    if lane.value.rests(isStepped: unit.value.isStepped(parameter)) {
      if unit.value.rests(parameter, at: point.value) { return }
      unit.value.set(parameter, value: point.value, over: jumps ? 0 : nil)
      return
    }
    let segment = lane.value.segment(at: position)
    if jumps { unit.value.set(parameter, value: point.value, over: 0) }
    if unit.value.rests(parameter, at: segment.value) {
      unit.value.follow(parameter, segment: segment)
    } else {
      join(lane, slot: slot, interval: interval, at: now)
    }
  }
}
