import AhaDSP
import Synchronization

// The timeline: what is to be heard when. Whoever renders takes spans at their labels; blocks are
// cut so that a span never falls within a block of a bus.
extension Renderer {
  @_noLocks
  func apply(_ command: TimelineCommand) {
    let now = horizon
    switch command {
    case .order(let order):
      if !timeline.pointee.take(order, horizon: now) {
        counters.pointee.waitingOrders.wrappingSubtract(1, ordering: .relaxed)
      }
    case .setLoop(let begin, let end):
      timeline.pointee.setLoop(begin: begin, end: end, isOn: true, horizon: now)
    case .clearLoop:
      timeline.pointee.setLoop(begin: 0, end: 0, isOn: false, horizon: now)
    }
    publishTimeline()
  }

  /// The greatest label that anybody has taken in.
  private var horizon: Int64 {
    @_noLocks get {
      var label = clock
      for bus in 0..<maxStrips where used[bus] {
        label = max(label, strips[bus].time)
        var index = strips[bus].firstVoice
        while index >= 0 {
          if voices[index].isHot { label = max(label, self.label(of: index)) }
          index = voices[index].next
        }
      }
      return label
    }
  }

  /// The label of the first span after one that was taken; .max: there is none before `limit`.
  /// Threads of a team only look: what they need has been derived.
  @_noLocks
  func nextLabel(after seen: Int64, before limit: Int64) -> Int64 {
    if !timeline.pointee.isDerived(to: limit - 1) { timeline.pointee.derive(to: limit - 1) }
    return timeline.pointee.nextLabel(after: seen)
  }

  /// As many frames of a bus, and of all that goes to it, as there are up to the next span.
  @_noLocks
  func cut(under root: Int, _ frames: Int) -> Int {
    var count = frames
    for place in 0..<orderCount where isUnder(root, order[place]) {
      count = timeline.pointee.framesToSpan(from: strips[order[place]].time, count)
    }
    // Their data is fetched between blocks.
    var index = firstClip
    while index >= 0 {
      if voices[index].stream != nil, voices[index].isHot {
        count = timeline.pointee.framesToSpan(from: label(of: index), count)
      }
      index = voices[index].nextClip
    }
    return count
  }

  /// Before streamed sounds are fetched: asks for what begins with the next block, and returns how
  /// many frames that may have.
  @_noLocks
  func prepareBlock(_ limit: Int) -> Int {
    if orderIsOld { sortStrips() }
    takeClips()
    return cutForStreams(cut(under: 0, limit))
  }

  /// Shows the control threads what is heard of the timeline.
  @_noLocks
  func publishTimeline() {
    timeline.pointee.derive(to: clock)
    var before = timeline.pointee.span(timeline.pointee.heard)
    let heard = timeline.pointee.index(at: clock, after: timeline.pointee.heard)
    var index = max(timeline.pointee.heard + 1, timeline.pointee.oldest)
    while index <= heard {
      let span = timeline.pointee.span(index)
      tell(before, span)
      before = span
      index += 1
    }
    timeline.pointee.heard = heard
    counters.pointee.timelinePosition.store(before.position(at: clock), ordering: .relaxed)
    counters.pointee.timelineRuns.store(before.isRunning, ordering: .relaxed)
    guard timeline.pointee.orderCount > 0 else { return }
    let gone = timeline.pointee.forget(before: clock)
    counters.pointee.waitingOrders.wrappingSubtract(gone, ordering: .relaxed)
  }

  @_noLocks
  private func tell(_ before: Span, _ span: Span) {
    if span.isLoop {
      announce(.timelineLooped, 0, serial: 0, at: span.label, value: span.position)
    } else if span.isRunning != before.isRunning {
      let kind: RenderEvent.Kind = span.isRunning ? .timelineStarted : .timelineStopped
      announce(kind, 0, serial: 0, at: span.label, value: span.position)
    }
  }
}
