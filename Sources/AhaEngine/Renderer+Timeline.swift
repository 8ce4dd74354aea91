import AhaDSP
import Synchronization

// The timeline: what is to be heard when. Voices and lanes take spans at their labels; blocks are
// cut so that a span never falls within a block of a bus.
extension Renderer {
  @_noLocks
  func apply(_ command: TimelineCommand) {
    let now = horizon
    switch command {
    case .order(let order):
      if !timeline.pointee.take(order, horizon: now) {
        reports.countOrdersDone(1)
      }
    case .setLoop(let begin, let end):
      timeline.pointee.setLoop(begin: begin, end: end, isOn: true, horizon: now)
    case .clearLoop:
      timeline.pointee.setLoop(begin: 0, end: 0, isOn: false, horizon: now)
    }
    timeline.pointee.publish(at: clock, to: reports)
  }

  /// The greatest label that anybody has taken in.
  private var horizon: Int64 {
    @_noLocks get {
      var label = clock
      for bus in 0..<buses.capacity where buses.used[bus] {
        label = max(label, buses[bus].time)
        var index = buses[bus].firstVoice
        while index >= 0 {
          if voices[index].isHot { label = max(label, self.label(of: index)) }
          index = voices[index].next
        }
      }
      return label
    }
  }

  /// As many frames of a bus, and of all that goes to it, as there are up to the next span.
  @_noLocks
  func cut(under root: Int, _ frames: Int) -> Int {
    var count = frames
    for place in 0..<buses.count {
      guard let bus = buses.bus(at: place, under: root) else { continue }
      count = timeline.pointee.framesToSpan(from: buses[bus].time, count)
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
    buses.sort()
    takeClips()
    return cutForStreams(cut(under: 0, limit))
  }
}
