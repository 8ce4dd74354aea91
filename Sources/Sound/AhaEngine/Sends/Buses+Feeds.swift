import AhaBase
import AhaDSP

// Feeds and histories: connections besides the tree.
extension Buses {
  /// The bus keeps its output from its next frame on. Until then its parent has read all of it.
  @_noLocks
  mutating func keep(_ history: Reference<BusHistory>, of index: Int) {
    strips[index].history = history
    histories += 1
    isSorted = false
  }

  /// Adds a feed, which is linked before the next block.
  @_noLocks
  mutating func add(_ feed: Reference<Feed>) {
    feed.value.next = firstFeed
    firstFeed = feed
  }

  /// - Parameter previous: The feed before it in the list.
  @_noLocks
  mutating func unlink(_ feed: Reference<Feed>, after previous: Reference<Feed>?) {
    if let previous {
      previous.value.next = feed.value.next
    } else {
      firstFeed = feed.value.next
    }
    if feed.value.effect < 0 { strips[feed.value.destination].tap = nil }
    isSorted = false
  }
}

extension Chains {
  /// Ends the side-chain of an effect; the renderer retires the feed.
  @_noLocks
  func dropKey(of slot: Reference<EffectSlot>) {
    if let key = slot.value.key { key.value.isLeaving = true }
    slot.value.key = nil
  }

  @_noLocks
  func dropKeys(of chain: ChainLinks) {
    var index = chain.first
    while index >= 0 {
      dropKey(of: effects.reference(index))
      index = effects[index].next
    }
  }

  /// Frames of latency of an effect and of those after it.
  @_noLocks
  func latency(of chain: ChainLinks, from effect: Int) -> Int {
    latency(of: chain, before: -1) - latency(of: chain, before: effect)
  }

  /// Frames by which the input of a chain is ahead of the input of one of its effects, once the
  /// chain is primed.
  @_noLocks
  func latency(of chain: ChainLinks, before effect: Int) -> Int {
    var frames = 0
    var index = chain.first
    while index >= 0, index != effect {
      frames += effects[index].unit.value.latency
      index = effects[index].next
    }
    return frames
  }

  /// The key of an effect in the next frames; nil: its own input.
  @_noLocks
  func key(of slot: Reference<EffectSlot>, frames: Int, at label: Int64)
    -> StereoSource?
  {
    guard let key = slot.value.key, key.value.isLinked else { return nil }
    key.value.history.value.read(frames, at: label, into: pool.value.keyScratch)
    return pool.value.keyScratch.source
  }
}
