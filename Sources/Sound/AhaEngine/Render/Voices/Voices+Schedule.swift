import AhaBase
import AhaDSP
import Synchronization

// Pending starts and stops. `Voice.startAt` and `stopAt` are the next ones, so a voice without any
// costs two comparisons.
extension Voices {
  /// Adds a stop to the pending ones.
  @_noLocks
  mutating func schedule(
    _ index: Int, stop: ScheduledFrame, schedule: Reference<Schedule>, at now: Int64
  ) {
    table[index].schedule = schedule
    if table[index].stream != nil { hasStreamedStarts = true }
    // The renderer skips idle voices, so their due stops are removed here.
    if table[index].phase == .idle { table[index].removeStops(upTo: now) }
    schedule.value.stops.insert(stop)
    table[index].armStops()
  }

  /// Adds a start to the pending ones.
  @_noLocks
  mutating func schedule(
    _ index: Int, start: ScheduledFrame, schedule: Reference<Schedule>, at now: Int64
  ) {
    table[index].schedule = schedule
    if table[index].stream != nil { hasStreamedStarts = true }
    if schedule.value.clicks != nil { table[index].dropStarts() }
    schedule.value.starts.insert(start)
    if table[index].phase == .idle {
      table[index].startAt = schedule.value.starts.next
      if table[index].rest != .paused { table[index].isAnnounced = false }
      table[index].phase = .waiting
      list(index)
    } else if !table[index].isDue {
      table[index].startAt = min(table[index].startAt, schedule.value.starts.next)
    }
    if table[index].chokeGroup != 0, start.frame < table[index].announcedUntil {
      announce(index, startAt: max(now, start.frame))
    }
  }

  /// Moves the starts that wait for a beat after a change of the tempo.
  /// - Parameter horizon: The label from which on the tempo may have changed.
  @_noLocks
  func moveStarts(_ index: Int, from horizon: Int64) {
    guard let schedule = table[index].schedule else { return }
    let before = schedule.value.starts.next
    schedule.value.starts.moveToBeats(beats)
    if table[index].startAt == before { table[index].startAt = schedule.value.starts.next }
    if table[index].chokeGroup == 0 { return }
    withdraw(index, from: horizon)
    table[index].announcedUntil = min(table[index].announcedUntil, horizon)
  }

  /// Carries out the due starts and stops: the latest one wins; at the same frame, the start wins.
  @_noLocks
  mutating func applySchedule(_ index: Int, at now: Int64) {
    var start = table[index].startAt <= now ? table[index].startAt : Int64.min
    var taken: ScheduledFrame?
    let stop = table[index].removeStops(upTo: now)
    if start > .min {
      if let schedule = table[index].schedule, schedule.value.starts.next <= now {
        start = max(start, schedule.value.starts.removeDue(upTo: now))
        taken = schedule.value.starts.taken
      }
      table[index].startAt = Voice.never
    }
    let clicks = table[index].schedule?.value.clicks
    if clicks == nil ? start >= stop.frame : start > stop.frame {
      if let clicks, let taken { begin(clicks, of: index, at: taken) }
      self.start(index, at: now, gain: taken?.gain, over: taken?.fade)
    } else {
      if clicks != nil { table[index].dropStarts() }
      table[index].arm()
      end(index, scheduledAt: now, over: stop.fade)
    }
  }

  /// Moves a metronome to the click of a beat, and adds the start on the next one.
  @_noLocks
  private mutating func begin(_ clicks: Clicks, of index: Int, at start: ScheduledFrame) {
    guard let schedule = table[index].schedule else { return }
    table[index].adoptLoop(Loop(clicks.range(at: start.beat)))
    if !table[index].isSounding { table[index].move(to: table[index].startPosition) }
    var next = start
    next.beat += next.step
    next.frame = beats.value.label(of: next.beat)
    schedule.value.starts.waiting.wrappingAdd(1, ordering: .relaxed)
    schedule.value.starts.insert(next)
  }

  /// Stops or chokes a voice at its frame; a voice that waits for a later start keeps waiting.
  @_noLocks
  private mutating func end(_ index: Int, scheduledAt now: Int64, over fade: Fade) {
    switch table[index].phase {
    case .idle: rest(index, state: .stopped, at: now)
    case .waiting:
      if table[index].isDue { rest(index, state: .stopped, at: now, reporting: .stopped) }
    case .playing, .fading: table[index].release(over: fade, ramp: ramp)
    }
  }
}
