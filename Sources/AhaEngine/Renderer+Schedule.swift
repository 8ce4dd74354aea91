import AhaDSP

// Starts and stops that wait for their frames. `Voice.startAt` and `stopAt` are the next ones, so a
// voice without any pays for two comparisons.
extension Renderer {
  /// Adds a stop to the pending ones.
  @_noLocks
  func schedule(_ index: Int, stopAt frame: Int64, _ schedule: UnsafeMutablePointer<Schedule>) {
    voices[index].schedule = schedule
    if voices[index].stream != nil { hasStreamedStarts = true }
    // The renderer skips idle voices, and so their stops.
    if voices[index].phase == .idle { _ = voices[index].takeStops(upTo: label(of: index)) }
    schedule.pointee.stops.insert(frame)
    voices[index].stopAt = schedule.pointee.stops.next
  }

  /// Adds a start to the pending ones.
  @_noLocks
  func schedule(_ index: Int, startAt frame: Int64, _ schedule: UnsafeMutablePointer<Schedule>) {
    voices[index].schedule = schedule
    if voices[index].stream != nil { hasStreamedStarts = true }
    schedule.pointee.starts.insert(frame)
    if voices[index].phase == .idle {
      voices[index].startAt = schedule.pointee.starts.next
      if voices[index].rest != .paused { voices[index].isAnnounced = false }
      voices[index].phase = .waiting
      list(index)
    } else if !voices[index].isDue {
      voices[index].startAt = min(voices[index].startAt, schedule.pointee.starts.next)
    }
  }

  /// One start or stop is due, or several: the latest decides, and a start decides over a stop at
  /// the same frame.
  @_noLocks
  func takeSchedule(_ index: Int, at now: Int64) {
    var start = voices[index].startAt <= now ? voices[index].startAt : Int64.min
    let stop = voices[index].takeStops(upTo: now)
    if start > .min {
      start = max(start, voices[index].schedule?.pointee.starts.take(upTo: now) ?? start)
      voices[index].startAt = Voice.never
    }
    if start >= stop {
      self.start(index, at: now)
    } else {
      voices[index].arm()
      end(index, scheduledAt: now)
    }
  }

  /// A voice that waits for a later start keeps waiting.
  @_noLocks
  private func end(_ index: Int, scheduledAt now: Int64) {
    switch voices[index].phase {
    case .idle: rest(index, .stopped, at: now)
    case .waiting:
      if voices[index].isDue { rest(index, .stopped, at: now, telling: .stopped) }
    case .playing, .fading: voices[index].fade(then: .stop, over: ramp)
    }
  }

  /// Streamed sounds are fetched between blocks: one begins where a start is exact, and where a
  /// sound that starts over has faded out.
  func cutForStreams(_ frames: Int) -> Int {
    guard hasStreamedStarts else { return frames }
    var count = frames
    for bus in 0..<buses.capacity where buses.used[bus] {
      var index = buses[bus].firstVoice
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
    let now = label(of: index)
    if min(voices[index].startAt, voices[index].stopAt) <= now { takeSchedule(index, at: now) }
    if voices[index].phase == .fading, voices[index].afterFade == .rejoin {
      return max(1, voices[index].main.mix.envelope.frames)
    }
    guard voices[index].startAt != Voice.never else { return Int.max }
    return Int(max(1, voices[index].startAt - now))
  }
}
