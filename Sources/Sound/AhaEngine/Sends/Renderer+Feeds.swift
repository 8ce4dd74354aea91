import AhaBase
import AhaDSP

// Sends and side-chains. A bus with a history writes its output there, by label, instead of adding
// it to its parent's buffer; its parent, its sends and the effects that it keys read the history at
// their own labels. So a bus can be further ahead of one reader than of another.
extension Renderer {
  /// Moves buses with a history, retires the feeds that have faded out, and links new ones: in this
  /// order, so that no feed that ends closes a loop with a new one.
  @_noLocks
  func tendFeeds() {
    if buses.tendMoves(ramp: ramp) { needsPriming = true }
    var previous: Reference<Feed>?
    var next = buses.firstFeed
    while let feed = next {
      next = feed.value.next
      if feed.value.isOver {
        buses.unlink(feed, after: previous)
        reports.retire(.feed(feed))
      } else {
        previous = feed
      }
    }
    next = buses.firstFeed
    while let feed = next {
      if !feed.value.isLinked { link(feed) }
      next = feed.value.next
    }
  }

  @_noLocks
  private func link(_ feed: Reference<Feed>) {
    // A bus may still wait for its parent, or have two.
    if buses.moves > 0,
      buses.flows(from: feed.value.destination, to: feed.value.source)
    {
      return
    }
    let player = player(keyedBy: feed)
    if player >= 0 {
      // The player may still be fading to another bus before it moves to its own.
      guard voices[player].bus == feed.value.destination else { return }
      buses[feed.value.destination].isLate = true
    }
    feed.value.isLinked = true
    if !feed.value.isLeaving {
      feed.value.gate.go(to: 1, over: buses[feed.value.source].isHeard ? ramp : 0)
    }
    buses.isSorted = false
    needsPriming = true
  }

  /// The voice that has the keyed effect; -1: a bus has it, or the feed is a send.
  @_noLocks
  private func player(keyedBy feed: Reference<Feed>) -> Int {
    let effect = feed.value.effect
    return effect >= 0 ? max(-1, chains.effects[effect].owner) : -1
  }

  @_noLocks
  func closeTap(of index: Int, over ramp: Int) {
    guard let tap = buses[index].tap else { return }
    tap.value.isLeaving = true
    tap.value.gate.go(to: 0, over: ramp)
  }

  // MARK: Reading

  /// Adds the frames that a bus reads from the histories of others.
  @_noLocks
  func gather(_ index: Int, frames: Int) {
    if let tap = buses[index].tap, tap.value.isLinked { gather(tap, at: index, frames: frames) }
    var edge = buses.firstEdge(of: index)
    while edge >= 0 {
      let child = edge / 2
      if buses.used[child], let history = buses[child].history {
        gather(history, child: child, isFormer: edge & 1 == 1, at: index, frames: frames)
      }
      edge = buses.nextEdge(after: edge)
    }
  }

  /// Adds the frames of a send's source. Its fade-in waits for the first frame that is stored.
  @_noLocks
  private func gather(_ tap: Reference<Feed>, at index: Int, frames: Int) {
    let history = tap.value.history
    let label = buses[index].time
    let missing = Int(max(0, min(Int64(frames), history.value.begin - label)))
    let late = tap.value.isLeaving ? 0 : missing
    let count = frames - late
    if history.value.isHeard(from: label + Int64(late)) {
      history.value.read(count, at: label + Int64(late), into: chainScratch)
      BusPass.applyRamp(&tap.value.gate, to: chainScratch, frames: count)
      buses[index].add(chainScratch.source, at: late, frames: count)
    } else {
      tap.value.gate.skip(min(count, tap.value.gate.frames))
    }
  }

  /// Adds the frames of a bus to its parent, or to its former one.
  @_noLocks
  private func gather(
    _ history: Reference<BusHistory>, child: Int, isFormer: Bool, at index: Int, frames: Int
  ) {
    let label = buses[index].time
    // Frames before the move: only the former parent reads them.
    let isMoving = buses[child].formerParent >= 0
    let early = isMoving ? Int(max(0, min(Int64(frames), buses[child].movesAt - label))) : 0
    var (gate, way) = (buses[child].parentGate, buses[child].wayGate)
    if isFormer { (gate, way) = (buses[child].formerGate, buses[child].formerWay) }
    if history.value.isHeard(from: label) {
      history.value.read(frames, at: label, into: chainScratch)
      if !isFormer { chainScratch.clear(frames: early) }
      BusPass.applyRamp(&gate, to: chainScratch.advanced(by: early), frames: frames - early)
      BusPass.applyRamp(&way, to: chainScratch, frames: frames)
      buses[index].add(chainScratch.source, frames: frames)
    } else {
      gate.skip(min(frames - early, gate.frames))
      way.skip(min(frames, way.frames))
    }
    if isFormer {
      (buses[child].formerGate, buses[child].formerWay) = (gate, way)
    } else {
      (buses[child].parentGate, buses[child].wayGate) = (gate, way)
    }
  }

  // MARK: Writing

  @_noLocks
  func keep(
    _ history: Reference<BusHistory>?, of index: Int, audio: StereoSource?, came: Int,
    of frames: Int
  ) {
    let behind = frames - came - chains.lead(of: buses[index].chain)
    history?.value.push(
      audio, frames: came, label: buses[index].time + Int64(behind),
      cell: Renderer.block - Int(clock % Int64(Renderer.block)))
  }

  @_noLocks
  func keepSilence(of index: Int, frames: Int) {
    keep(buses[index].history, of: index, audio: nil, came: frames, of: frames)
    keep(buses[index].chainHistory, of: index, audio: nil, came: frames, of: frames)
  }

  /// Keeps the chain's output. A live input that is only recorded is not sent.
  @_noLocks
  func keepChain(of index: Int, audio: StereoTarget, came: Int, of frames: Int) {
    let history = buses[index].chainHistory
    var monitor = buses[index].monitor
    if monitor.isSteady {
      return keep(
        history, of: index, audio: monitor.value == 0 ? nil : audio.source, came: came, of: frames)
    }
    chainScratch.clear(frames: came)
    Mix.add(audio.source, gain: .unity, to: chainScratch, frames: came)
    BusPass.applyRamp(&monitor, to: chainScratch, frames: came)
    keep(history, of: index, audio: chainScratch.source, came: came, of: frames)
  }

  // MARK: Times

  /// The time that the output of a bus must have reached so that all its readers, once they are
  /// primed, find their next frame.
  @_noLocks
  func wantedTime(ofOutput index: Int) -> Int64 {
    var time = buses[index].pair > 0 ? clock : wantedTime(by: buses[index].parent)
    if buses[index].formerParent >= 0 {
      time = max(time, wantedTime(by: buses[index].formerParent))
    }
    var next = buses.firstReader(of: index)
    while let feed = next {
      next = feed.value.nextReader
      guard feed.value.isLinked else { continue }
      let bus = feed.value.destination
      var wanted = wantedTime(by: bus)
      let player = player(keyedBy: feed)
      if player >= 0 {
        // The player reads ahead of its bus by the latency of its chain.
        wanted += Int64(chains.latency(of: voices[player].chain, from: feed.value.effect))
      } else if feed.value.effect >= 0 {
        wanted -= Int64(chains.latency(of: buses[bus].chain, before: feed.value.effect))
      }
      time = max(time, wanted)
    }
    return time
  }

  @_noLocks
  private func wantedTime(by reader: Int) -> Int64 {
    buses[reader].time + Int64(buses[reader].toPrime)
  }

  /// Moves the time of a silent bus back if it is further ahead than its readers need.
  @_noLocks
  func fallBack(_ index: Int) {
    guard let history = buses[index].history else { return }
    let output = buses[index].time - Int64(chains.lead(of: buses[index].chain))
    let wanted = wantedTime(ofOutput: index)
    guard wanted < output, !history.value.isHeard(from: wanted) else { return }
    buses.shiftTimes(under: index, by: Int(wanted - output))
  }
}
