import AhaDSP

// Lanes automate the parameters of effects along the timeline, by label.
extension Chains {
  /// Runs the lanes of an effect at a label; returns the label of the next action.
  /// - Parameters:
  ///   - limit: Count of frames to render.
  ///   - isFresh: The effect was not audible right before, so parameters may jump.
  @_noLocks
  func runLanes(
    _ slot: UnsafeMutablePointer<EffectSlot>, at now: Int64, limit: Int, isFresh: Bool = false
  ) -> Int64 {
    let end = now + Int64(limit) + 1
    let isDue = timeline.nextLabel(after: slot.pointee.seenInterval, before: end) <= now
    if isDue {
      slot.pointee.seenInterval = timeline.pointee.index(at: now, after: slot.pointee.seenInterval)
    }
    let interval = timeline.pointee.interval(slot.pointee.seenInterval)
    var next = timeline.nextLabel(after: slot.pointee.seenInterval, before: end)
    var lane = slot.pointee.lanes
    while let present = lane {
      if isDue { endPass(present, slot: slot, at: now) }
      if isDue || isFresh || present.pointee.isNew {
        update(present, slot: slot, interval: interval, at: now, isFresh: isFresh)
      }
      if present.pointee.due <= now { goOn(present, slot: slot, interval: interval, at: now) }
      next = min(next, present.pointee.due)
      lane = present.pointee.next
    }
    return max(next, now + 1)
  }

  /// Updates a lane after the timeline has started, stopped or jumped, or if the lane is new.
  @_noLocks
  private func update(
    _ lane: UnsafeMutablePointer<AutomationLane>, slot: UnsafeMutablePointer<EffectSlot>,
    interval: Interval, at now: Int64, isFresh: Bool
  ) {
    lane.pointee.isNew = false
    lane.pointee.due = .max
    if lane.pointee.isOverridden { return }
    guard interval.isRunning, lane.pointee.mode != .off else {
      release(lane, slot: slot)
      return
    }
    if lane.pointee.mode == .write {
      beginPass(lane, slot: slot, at: now)
    } else if lane.pointee.points.count > 0 {
      join(lane, slot: slot, interval: interval, at: now, isFresh: isFresh)
    }
  }

  /// Stops the lane's control; the parameter holds its present value.
  @_noLocks
  func release(
    _ lane: UnsafeMutablePointer<AutomationLane>, slot: UnsafeMutablePointer<EffectSlot>
  ) {
    lane.pointee.due = .max
    if lane.pointee.isDriving { slot.pointee.unit.pointee.hold(lane.pointee.parameter) }
    lane.pointee.isDriving = false
  }

  /// Ramps the parameter to the value that the lane has at the end of the ramp.
  @_noLocks
  func join(
    _ lane: UnsafeMutablePointer<AutomationLane>, slot: UnsafeMutablePointer<EffectSlot>,
    interval: Interval, at now: Int64, isFresh: Bool = false
  ) {
    let unit = slot.pointee.unit
    let parameter = lane.pointee.parameter
    let position = interval.position(at: now)
    let isStepped = unit.pointee.isStepped(parameter)
    lane.pointee.isDriving = true
    lane.pointee.seek(to: position)
    if isFresh || isStepped {
      let value = lane.pointee.value(at: position, isStepped: isStepped)
      if !unit.pointee.rests(parameter, at: value) {
        unit.pointee.set(parameter, value: value, over: 0)
      }
      if isFresh { unit.pointee.settle() }
      lane.pointee.due = now
      return
    }
    let reach = max(ramp, unit.pointee.smoothing(of: parameter))
    let goal = position + Int64(reach)
    let value = lane.pointee.value(at: goal, isStepped: false)
    if unit.pointee.rests(parameter, at: value), rests(lane, until: goal) {
      lane.pointee.due = nextPoint(lane, interval: interval)
      return
    }
    unit.pointee.set(parameter, value: value, over: reach)
    lane.pointee.due = now + Int64(reach)
  }

  @_noLocks
  private func rests(_ lane: UnsafeMutablePointer<AutomationLane>, until goal: Int64) -> Bool {
    guard lane.pointee.rests(isStepped: false) else { return false }
    let cursor = lane.pointee.cursor
    return cursor < lane.pointee.points.count ? lane.pointee.points[cursor].time > goal : true
  }

  @_noLocks
  private func nextPoint(_ lane: UnsafeMutablePointer<AutomationLane>, interval: Interval) -> Int64
  {
    lane.pointee.cursor < lane.pointee.points.count
      ? interval.label(of: lane.pointee.points[lane.pointee.cursor].time) : .max
  }

  /// Continues the lane at a point, or at the end of the ramp of `join`.
  @_noLocks
  private func goOn(
    _ lane: UnsafeMutablePointer<AutomationLane>, slot: UnsafeMutablePointer<EffectSlot>,
    interval: Interval, at now: Int64
  ) {
    let unit = slot.pointee.unit
    let parameter = lane.pointee.parameter
    let position = interval.position(at: now)
    lane.pointee.advance(to: position)
    lane.pointee.due = nextPoint(lane, interval: interval)
    guard lane.pointee.cursor > 0 else { return }
    let point = lane.pointee.points[lane.pointee.cursor - 1]
    let jumps = lane.pointee.jumps(at: position)
    if lane.pointee.rests(isStepped: unit.pointee.isStepped(parameter)) {
      if unit.pointee.rests(parameter, at: point.value) { return }
      unit.pointee.set(parameter, value: point.value, over: jumps ? 0 : nil)
      return
    }
    let segment = lane.pointee.segment(at: position)
    if jumps { unit.pointee.set(parameter, value: point.value, over: 0) }
    if unit.pointee.rests(parameter, at: segment.value) {
      unit.pointee.follow(parameter, segment: segment)
    } else {
      join(lane, slot: slot, interval: interval, at: now)
    }
  }
}
