import AhaDSP

// Starts and stops that wait for their frames. `Voice.startAt` and `stopAt` are the next ones, so a
// voice without any pays for two comparisons.
extension Renderer {
  /// Adds a stop to the pending ones.
  @_noLocks
  func schedule(_ index: Int, stopAt frame: Int64, _ schedule: UnsafeMutablePointer<Schedule>) {
    let voice = voices + index
    voice.pointee.schedule = schedule
    if voice.pointee.stream != nil { hasStreamedStarts = true }
    // The renderer skips idle voices, and so their stops.
    if voice.pointee.phase == .idle { _ = takeStops(voice, upTo: label(of: voice)) }
    schedule.pointee.stops.insert(frame)
    voice.pointee.stopAt = schedule.pointee.stops.next
  }

  /// Adds a start to the pending ones.
  @_noLocks
  func schedule(_ index: Int, startAt frame: Int64, _ schedule: UnsafeMutablePointer<Schedule>) {
    let voice = voices + index
    voice.pointee.schedule = schedule
    if voice.pointee.stream != nil { hasStreamedStarts = true }
    schedule.pointee.starts.insert(frame)
    if voice.pointee.phase == .idle {
      voice.pointee.startAt = schedule.pointee.starts.next
      if voice.pointee.rest != .paused { voice.pointee.isAnnounced = false }
      voice.pointee.phase = .waiting
      list(index)
    } else if !voice.pointee.isDue {
      voice.pointee.startAt = min(voice.pointee.startAt, schedule.pointee.starts.next)
    }
  }

  /// One start or stop is due, or several: the latest decides, and a start decides over a stop at
  /// the same frame.
  @_noLocks
  func takeSchedule(_ index: Int, at now: Int64) {
    let voice = voices + index
    var start = voice.pointee.startAt <= now ? voice.pointee.startAt : Int64.min
    let stop = takeStops(voice, upTo: now)
    if start > .min {
      start = max(start, voice.pointee.schedule?.pointee.starts.take(upTo: now) ?? start)
      voice.pointee.startAt = Voice.never
    }
    if start >= stop {
      self.start(index, at: now)
    } else {
      arm(voice)
      end(index, scheduledAt: now)
    }
  }

  /// Removes the stops that are due; returns the last of them, or `Int64.min`.
  @_noLocks
  func takeStops(_ voice: UnsafeMutablePointer<Voice>, upTo now: Int64) -> Int64 {
    guard voice.pointee.stopAt <= now, let schedule = voice.pointee.schedule else { return .min }
    let last = schedule.pointee.stops.take(upTo: now)
    voice.pointee.stopAt = schedule.pointee.stops.next
    return last
  }

  /// A voice that waits for a later start keeps waiting.
  @_noLocks
  private func end(_ index: Int, scheduledAt now: Int64) {
    switch voices[index].phase {
    case .idle: rest(index, .stopped, at: now)
    case .waiting:
      if voices[index].isDue { rest(index, .stopped, at: now, telling: .stopped) }
    case .playing, .fading: fade(index, then: .stop)
    }
  }

  /// Streamed sounds are fetched between blocks: one begins where a start is exact, and where a
  /// sound that starts over has faded out.
  func cutForStreams(_ frames: Int) -> Int {
    guard hasStreamedStarts else { return frames }
    var count = frames
    for bus in 0..<maxStrips where used[bus] {
      var index = strips[bus].firstVoice
      while index >= 0 {
        let next = voices[index].next
        if voices[index].stream != nil { count = min(count, framesToFetch(index)) }
        index = next
      }
    }
    return count
  }

  /// Takes the due starts and stops here, before the data is fetched.
  private func framesToFetch(_ index: Int) -> Int {
    let voice = voices + index
    let now = label(of: voice)
    if min(voice.pointee.startAt, voice.pointee.stopAt) <= now { takeSchedule(index, at: now) }
    if voice.pointee.phase == .fading, voice.pointee.afterFade == .rejoin {
      return max(1, voice.pointee.main.mix.envelope.frames)
    }
    guard voice.pointee.startAt != Voice.never else { return Int.max }
    return Int(max(1, voice.pointee.startAt - now))
  }

  /// Looks at the next start again, after one was taken.
  @_noLocks
  func arm(_ voice: UnsafeMutablePointer<Voice>) {
    guard voice.pointee.startAt == Voice.never, let schedule = voice.pointee.schedule
    else { return }
    voice.pointee.startAt = schedule.pointee.starts.next
  }

  @_noLocks
  func dropStarts(_ voice: UnsafeMutablePointer<Voice>) {
    voice.pointee.startAt = Voice.never
    _ = voice.pointee.schedule?.pointee.starts.take(upTo: .max)
  }

  @_noLocks
  func dropSchedule(_ voice: UnsafeMutablePointer<Voice>) {
    dropStarts(voice)
    _ = takeStops(voice, upTo: .max)
  }
}
