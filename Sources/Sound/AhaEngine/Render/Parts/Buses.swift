import AhaBase
import AhaDSP

/// Tree of buses: the buses in use, their mixing order and their times. Feeds connect buses besides
/// the tree; the order respects both.
struct Buses {
  /// Indexed by bus. The control threads own a strip that is not in use.
  let strips: Buffer<Strip>
  let used: Buffer<Bool>
  let capacity: Int
  /// The indices in use, leaves first, the master last.
  private let order: Buffer<Int>
  /// Scratch of `sort`: the count of strips at each depth, then their offsets in `order`.
  private let levels: Buffer<Int>
  /// Scratch of `sort`: the greatest distance of each strip from the master.
  private let depths: Buffer<Int>
  /// For each bus, the count of buses that send to it.
  private let inputs: Buffer<Int>
  /// Of each bus, the list of edges: buses with a history that it reads as their parent
  /// (2 * index), or as their former one (2 * index + 1). -1: none.
  private let firstEdge: Buffer<Int>
  private let nextEdge: Buffer<Int>
  /// Of each bus, the list of feeds that read it.
  private let firstReader: Buffer<Reference<Feed>?>
  private(set) var count = 0
  var isSorted = false
  /// Any bus may be paused, or may begin or end a pause.
  var pauses = false
  /// Count of buses with a history.
  var histories = 0
  /// Count of pending and of former parents.
  var moves = 0
  /// Head of the list of all feeds.
  var firstFeed: Reference<Feed>?

  /// Errors: `outOfMemory`.
  init(_ table: StripTable, in memory: MemoryBlocks) throws(AhaError) {
    (strips, capacity) = (table.strips, table.capacity)
    used = try memory.claim(repeating: false, count: capacity, of: "strips")
    order = try memory.claim(capacity, of: "strips")
    levels = try memory.claim(capacity, of: "strips")
    depths = try memory.claim(capacity, of: "strips")
    inputs = try memory.claim(capacity, of: "strips")
    firstEdge = try memory.claim(capacity, of: "strips")
    nextEdge = try memory.claim(2 * capacity, of: "strips")
    firstReader = try memory.claim(capacity, of: "strips")
  }

  subscript(index: Int) -> Strip {
    @_noLocks unsafeAddress { UnsafePointer(strips.base + index) }
    @_noLocks nonmutating unsafeMutableAddress { strips.base + index }
  }

  /// The bus at a rank in the order.
  @_noLocks
  subscript(at rank: Int) -> Int { order[rank] }

  /// The bus at a rank in the order; nil if it was retired since the sort, or if it has not this
  /// many frames to prime. 0: all buses.
  @_noLocks
  func bus(at rank: Int, priming frames: Int) -> Int? {
    let index = order[rank]
    guard used[index] else { return nil }
    if frames == 0 { return index }
    return strips[index].toPrime == frames ? index : nil
  }

  /// The end of the ranks of the buses that are as deep as the one at `rank`: none of them feeds
  /// another.
  @_noLocks
  func levelEnd(_ rank: Int) -> Int {
    var end = rank + 1
    while end < count, depths[order[end]] == depths[order[rank]] { end += 1 }
    return end
  }

  /// Whether any bus sends to another one besides its parent.
  var hasFeeds: Bool {
    @_noLocks get { firstFeed != nil || histories > 0 }
  }

  // MARK: The tree

  @_noLocks
  mutating func add(_ index: Int) {
    used[index] = true
    strips[index].time = strips[strips[index].parent].time
    isSorted = false
  }

  @_noLocks
  mutating func remove(_ index: Int) {
    used[index] = false
    if strips[index].history != nil { histories -= 1 }
    if strips[index].pendingParent >= 0 { moves -= 1 }
    if strips[index].formerParent >= 0 { moves -= 1 }
    strips[index].isLeaving = false
    isSorted = false
  }

  /// True if the bus, or a bus that it sends through, waits for a new parent: its time may shift
  /// after the present block.
  @_noLocks
  func awaitsParent(_ index: Int) -> Bool {
    var next = index
    while next != 0 {
      if strips[next].pendingParent >= 0 { return true }
      next = strips[next].parent
    }
    return false
  }

  /// True if another bus sends to this one. Cost: O(1) after a sort, else O(capacity).
  @_noLocks
  func isParent(_ index: Int) -> Bool {
    if isSorted { return inputs[index] > 0 }
    for other in 0..<capacity where used[other] {
      if other != index, strips[other].parent == index { return true }
    }
    return false
  }

  /// True if the output of a bus reaches another one, or if both are the same.
  @_noLocks
  func flows(from index: Int, to other: Int) -> Bool {
    if !hasFeeds { return isBelow(other, at: index) }
    for bus in 0..<capacity { levels[bus] = 0 }
    levels[index] = 1
    var hasChanged = true
    while hasChanged, levels[other] == 0 {
      hasChanged = false
      for bus in 1..<capacity where used[bus] {
        guard levels[bus] == 1 else { continue }
        if reach(strips[bus].parent) { hasChanged = true }
        if strips[bus].formerParent >= 0, reach(strips[bus].formerParent) { hasChanged = true }
      }
      var feed = firstFeed
      while let present = feed {
        if present.value.isLinked, levels[present.value.source] == 1 {
          hasChanged = reach(present.value.destination) || hasChanged
        }
        feed = present.value.next
      }
    }
    return levels[other] == 1
  }

  /// True if a bus sends to `root`, directly or through other buses.
  @_noLocks
  private func isBelow(_ root: Int, at index: Int, throughHistories: Bool = true) -> Bool {
    var next = index
    while next != root {
      if next == 0 { return false }
      if !throughHistories, strips[next].history != nil { return false }
      next = strips[next].parent
    }
    return true
  }

  @_noLocks
  private func reach(_ bus: Int) -> Bool {
    guard levels[bus] == 0 else { return false }
    levels[bus] = 1
    return true
  }

  // MARK: The order

  /// Counting sort of the used strips, deepest first; does nothing if the tree is unchanged. Cost:
  /// O(count * depth).
  @_noLocks
  mutating func sort() {
    if isSorted { return }
    isSorted = true
    count = 0
    for index in 0..<capacity where used[index] {
      depths[index] = depth(index)
      count += 1
    }
    if hasFeeds { deepen() }
    linkEdges()
    for level in 0..<capacity { levels[level] = 0 }
    for index in 0..<capacity where used[index] { levels[depths[index]] += 1 }
    var first = count
    for level in 0..<capacity {
      first -= levels[level]
      levels[level] = first
    }
    for index in 0..<capacity where used[index] {
      order[levels[depths[index]]] = index
      levels[depths[index]] += 1
    }
  }

  @_noLocks
  private func depth(_ index: Int) -> Int {
    var steps = 0
    var next = index
    while next != 0 {
      next = strips[next].parent
      steps += 1
    }
    return steps
  }

  /// Makes each bus deeper than those that it feeds. Precondition: no loop. Cost: O(count * depth).
  @_noLocks
  private func deepen() {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var feed = firstFeed
      while let present = feed {
        let (source, destination) = (present.value.source, present.value.destination)
        if present.value.isLinked, depths[source] <= depths[destination] {
          depths[source] = depths[destination] + 1
          hasChanged = true
        }
        feed = present.value.next
      }
      for index in 1..<capacity where used[index] {
        var depth = depths[strips[index].parent] + 1
        let former = strips[index].formerParent
        if former >= 0 { depth = max(depth, depths[former] + 1) }
        if depths[index] >= depth { continue }
        depths[index] = depth
        hasChanged = true
      }
    }
  }

  /// Lists the readers of each bus. Cost: O(capacity + feeds).
  @_noLocks
  private func linkEdges() {
    for index in 0..<capacity {
      inputs[index] = 0
      firstEdge[index] = -1
      firstReader[index] = nil
    }
    for index in 1..<capacity where used[index] {
      link(2 * index, parent: strips[index].parent)
      if strips[index].formerParent >= 0 { link(2 * index + 1, parent: strips[index].formerParent) }
    }
    var feed = firstFeed
    while let present = feed {
      present.value.nextReader = firstReader[present.value.source]
      firstReader[present.value.source] = present
      feed = present.value.next
    }
  }

  @_noLocks
  private func link(_ edge: Int, parent: Int) {
    inputs[parent] += 1
    guard strips[edge / 2].history != nil, strips[edge / 2].pair == 0 else { return }
    nextEdge[edge] = firstEdge[parent]
    firstEdge[parent] = edge
  }

  /// The first bus with a history that a bus reads as its parent; see `firstEdge`.
  @_noLocks
  func firstEdge(of index: Int) -> Int { firstEdge[index] }

  @_noLocks
  func nextEdge(after edge: Int) -> Int { nextEdge[edge] }

  /// The first feed that reads a bus.
  @_noLocks
  func firstReader(of index: Int) -> Reference<Feed>? { firstReader[index] }

  // MARK: Times

  /// Shifts the times of a bus and of all buses whose times depend on it.
  @_noLocks
  func shiftTimes(under root: Int, by frames: Int) {
    guard frames != 0 else { return }
    for index in 0..<capacity where used[index] {
      // The time of a bus with a history does not depend on that of its parent.
      if isBelow(root, at: index, throughHistories: false) { strips[index].time += Int64(frames) }
    }
  }

  /// True if the effects of any bus are still audible.
  var isRinging: Bool {
    for index in 0..<capacity where used[index] {
      if strips[index].isStill { continue }
      if !strips[index].chain.isEmpty, !strips[index].chain.ringing.isOver { return true }
    }
    return false
  }
}
