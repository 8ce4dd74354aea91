import AhaBase
import AhaDSP

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
    if start >= stop.frame {
      self.start(index, at: now, gain: taken?.gain, over: taken?.fade)
    } else {
      table[index].arm()
      end(index, scheduledAt: now, over: stop.fade)
    }
  }

  /// Stops or chokes a voice at its frame; a voice that waits for a later start keeps waiting.
  @_noLocks
  private mutating func end(_ index: Int, scheduledAt now: Int64, over fade: Fade) {
    switch table[index].phase {
    case .idle: rest(index, state: .stopped, at: now)
    case .waiting:
      if table[index].isDue { rest(index, state: .stopped, at: now, telling: .stopped) }
    case .playing, .fading: table[index].release(over: fade, ramp: ramp)
    }
  }
}
