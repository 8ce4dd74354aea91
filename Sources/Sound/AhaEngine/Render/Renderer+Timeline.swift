import AhaBase
import AhaDSP
import Synchronization

// Timeline: maps frames to positions. Voices and lanes apply intervals at their labels. Blocks are
// cut so that an interval never begins within a block of a bus.
extension Renderer {
  @_noLocks
  func apply(_ command: TimelineCommand) {
    let now = horizon
    switch command {
    case .order(let order):
      if !timeline.value.add(order, horizon: now) { reports.countOrdersDone(1) }
    case .setLoop(let begin, let end):
      timeline.value.setLoop(begin: begin, end: end, isOn: true, horizon: now)
    case .clearLoop:
      timeline.value.setLoop(begin: 0, end: 0, isOn: false, horizon: now)
    }
    timeline.value.publish(at: clock, to: reports)
  }

  /// The greatest label that any bus or voice has read.
  var horizon: Int64 {
    @_noLocks get {
      var label = clock
      for bus in 0..<buses.capacity where buses.used[bus] {
        label = max(label, buses[bus].time)
        var index = voices.first(on: bus)
        while index >= 0 {
          if voices[index].isHot { label = max(label, self.label(of: index)) }
          index = voices[index].next
        }
      }
      return label
    }
  }

  /// Applies the commands whose frames have come. Returns the count of frames of the buses up to
  /// the next one and up to the next interval; at most `frames`.
  @_noLocks
  func cut(_ frames: Int, priming level: Int = 0) -> Int {
    var count = framesToHold(runAgenda(before: frames))
    for rank in 0..<buses.count {
      guard let bus = buses.bus(at: rank, priming: level) else { continue }
      count = timeline.value.framesToInterval(from: buses[bus].time, limit: count)
    }
    let hasNoEdge = either(voices.firstClip < 0, timeline.value.isSteady(from: clock))
    return hasNoEdge ? count : cutForClips(count)
  }

  /// Count of frames up to the next interval of a streamed clip: data is fetched between blocks.
  @_noLocks
  private func cutForClips(_ frames: Int) -> Int {
    var count = frames
    for rank in 0..<buses.count {
      var index = voices.first(on: buses[at: rank])
      while index >= 0 {
        if voices[index].isHot, voices[index].hasClip, voices[index].stream != nil {
          count = timeline.value.framesToInterval(from: label(of: index), limit: count)
        }
        index = voices[index].next
      }
    }
    return count
  }

  /// Requests the streamed sounds that begin with the next block; runs before the fetch.
  /// - Returns: Max count of frames for that block.
  @_noLocks
  func prepareBlock(_ limit: Int) -> Int {
    buses.sort()
    applyClips()
    return cutForStreams(cut(limit))
  }

  /// Cuts the block for streamed sounds, which are fetched between blocks: at an exact start, and
  /// where a restarting sound has faded out.
  func cutForStreams(_ frames: Int) -> Int {
    guard voices.hasStreamedStarts else { return frames }
    var count = frames
    voices.recall(before: endOfBuses(frames))
    for bus in 0..<buses.capacity where buses.used[bus] {
      var index = buses[bus].isStill ? -1 : voices.first(on: bus)
      while index >= 0 {
        let next = voices[index].next
        if voices[index].stream != nil { count = min(count, framesToFetch(index)) }
        index = next
      }
    }
    return count
  }

  /// Applies the starts and stops that are due now, before the data is fetched.
  private func framesToFetch(_ index: Int) -> Int {
    let now = label(of: index)
    let next = min(voices[index].startAt, voices[index].stopAt)
    if next <= now { voices.applySchedule(index, at: now) }
    if voices[index].phase == .fading, voices[index].afterFade == .rejoin {
      return max(1, voices[index].main.mix.envelope.frames)
    }
    guard voices[index].startAt != Voice.never else { return Int.max }
    return Int(max(1, voices[index].startAt - now))
  }

  // MARK: Clips

  /// Applies the due intervals to all clips at the start of a block.
  @_noLocks
  func applyClips() {
    if voices.clipsSeen >= timeline.value.count { return }
    var seen = timeline.value.count
    var index = voices.firstClip
    while index >= 0 {
      if !buses[voices[index].bus].isStill {
        if voices[index].seenInterval + 1 < timeline.value.count {
          applyIntervals(index, at: label(of: index))
        }
        seen = min(seen, voices[index].seenInterval + 1)
      }
      index = voices[index].nextClip
    }
    voices.clipsSeen = seen
  }

  /// Applies the intervals that a voice has reached; returns the count of frames up to the next
  /// interval, at most `limit`.
  @_noLocks
  @discardableResult
  func applyIntervals(_ index: Int, at now: Int64, limit: Int = 1) -> Int {
    guard voices[index].hasClip else { return limit }
    let end = now + Int64(limit)
    let next = timeline.nextLabel(after: voices[index].seenInterval, before: end)
    if next > now { return Int(min(Int64(limit), next - now)) }
    let seen = timeline.value.index(at: now, after: voices[index].seenInterval)
    voices[index].seenInterval = seen
    let interval = timeline.value.interval(seen)
    if voices.follow(index, interval: interval, at: now) { publish(index) }
    let later = timeline.nextLabel(after: seen, before: end)
    return Int(min(Int64(limit), later - now))
  }

  /// True if any voice plays, or will play, without a known end.
  var hasEndlessVoice: Bool {
    let timelineLoops = timeline.value.loops && timeline.value.last.isRunning
    if timelineLoops, voices.firstClip >= 0 { return true }
    for bus in 0..<buses.capacity where buses.used[bus] {
      if buses[bus].isStill, agenda.head < 0 { continue }
      var index = voices.first(on: bus)
      while index >= 0 {
        if voices[index].isEndless { return true }
        index = voices[index].next
      }
    }
    for entry in 0..<voices.deferred.count {
      let index = voices.deferred.item(at: entry)
      if buses[voices[index].bus].isStill, agenda.head < 0 { continue }
      if voices[index].isEndless { return true }
    }
    return false
  }
}
