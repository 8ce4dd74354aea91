import AhaDSP

// Pending starts and stops. `Voice.startAt` and `stopAt` are the next ones, so a voice without any
// costs two comparisons.
extension Voices {
  /// Adds a stop to the pending ones.
  @_noLocks
  mutating func schedule(
    _ index: Int, stopAt frame: Int64, _ schedule: UnsafeMutablePointer<Schedule>, at now: Int64
  ) {
    table[index].schedule = schedule
    if table[index].stream != nil { hasStreamedStarts = true }
    // The renderer skips idle voices, so their due stops are removed here.
    if table[index].phase == .idle { table[index].takeStops(upTo: now) }
    schedule.pointee.stops.insert(frame)
    table[index].armStops()
  }

  /// Adds a start to the pending ones.
  @_noLocks
  mutating func schedule(
    _ index: Int, startAt frame: Int64, gain: Float, _ schedule: UnsafeMutablePointer<Schedule>,
    at now: Int64
  ) {
    table[index].schedule = schedule
    if table[index].stream != nil { hasStreamedStarts = true }
    schedule.pointee.starts.insert(frame, gain: gain)
    if table[index].phase == .idle {
      table[index].startAt = schedule.pointee.starts.next
      if table[index].rest != .paused { table[index].isAnnounced = false }
      table[index].phase = .waiting
      list(index)
    } else if !table[index].isDue {
      table[index].startAt = min(table[index].startAt, schedule.pointee.starts.next)
    }
    if table[index].chokeGroup != 0, frame < table[index].announcedUntil {
      announce(index, startAt: max(now, frame))
    }
  }

  /// Carries out the due starts and stops: the latest one wins; at the same frame, the start wins.
  @_noLocks
  mutating func takeSchedule(_ index: Int, at now: Int64) {
    var start = table[index].startAt <= now ? table[index].startAt : Int64.min
    var gain: Float?
    let stop = table[index].takeStops(upTo: now)
    if start > .min {
      if let schedule = table[index].schedule, schedule.pointee.starts.next <= now {
        start = max(start, schedule.pointee.starts.take(upTo: now))
        gain = schedule.pointee.starts.gain
      }
      table[index].startAt = Voice.never
    }
    if start >= stop.frame {
      self.start(index, at: now, gain: gain)
    } else {
      table[index].arm()
      end(index, scheduledAt: now, isChoke: stop.isChoke)
    }
  }

  /// Stops or chokes a voice at its frame; a voice that waits for a later start keeps waiting.
  @_noLocks
  private mutating func end(_ index: Int, scheduledAt now: Int64, isChoke: Bool) {
    switch table[index].phase {
    case .idle: rest(index, .stopped, at: now)
    case .waiting:
      if table[index].isDue { rest(index, .stopped, at: now, telling: .stopped) }
    case .playing, .fading:
      if isChoke {
        table[index].release(over: Fade(table[index].chokeFrames), ramp: ramp)
      } else {
        release(index)
      }
    }
  }
}
