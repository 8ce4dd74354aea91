import AhaDSP

/// Tree of buses: the buses in use, their mixing order and their times.
struct Buses {
  /// Indexed by bus. The control threads own a strip that is not in use.
  let strips: UnsafeMutablePointer<Strip>
  let used: UnsafeMutablePointer<Bool>
  let capacity: Int
  /// The indices in use, leaves first, the master last.
  private let order: UnsafeMutablePointer<Int>
  /// Scratch of `sort`: the count of strips at each depth, then their offsets in `order`.
  private let levels: UnsafeMutablePointer<Int>
  private(set) var count = 0
  private var isSorted = false

  init(_ memory: RendererMemory, capacity: Int) {
    strips = memory.strips
    used = memory.used
    order = memory.order
    levels = memory.levels
    self.capacity = capacity
  }

  subscript(index: Int) -> Strip {
    @_noLocks unsafeAddress { UnsafePointer(strips + index) }
    @_noLocks nonmutating unsafeMutableAddress { strips + index }
  }

  /// The bus at a place of the order.
  @_noLocks
  subscript(at place: Int) -> Int { order[place] }

  /// The bus at a place of the order; nil if it is not under `root` or was retired since the sort.
  @_noLocks
  func bus(at place: Int, under root: Int) -> Int? {
    let index = order[place]
    return isUnder(root, index) ? index : nil
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
    strips[index].isLeaving = false
    isSorted = false
  }

  /// Changes the parent of a bus whose gate has closed.
  /// - Parameter lead: Frames by which the input of the bus's chain is ahead of its output.
  @_noLocks
  mutating func changeParent(of index: Int, lead: Int, ramp: Int) {
    let wanted = strips[index].pendingParent
    guard wanted >= 0, strips[index].parentGate.isSteady, strips[index].parentGate.value == 0
    else { return }
    // Several buses may change parents at once: never create a cycle, not even for a moment.
    guard !isAncestor(index, of: wanted) else { return }
    strips[index].parent = wanted
    strips[index].pendingParent = -1
    shiftTimes(
      under: index, by: Int(strips[wanted].time + Int64(lead) - strips[index].time))
    strips[index].parentGate.go(to: 1, over: ramp)
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

  /// True if another bus sends to this one.
  @_noLocks
  func isParent(_ index: Int) -> Bool {
    for other in 0..<capacity where used[other] {
      if other != index, strips[other].parent == index { return true }
    }
    return false
  }

  /// True if the bus is in use and sends to `root`, directly or through other buses.
  @_noLocks
  private func isUnder(_ root: Int, _ index: Int) -> Bool {
    guard used[index] else { return false }
    if root == 0 { return true }
    var next = index
    while next != 0 {
      if next == root { return true }
      next = strips[next].parent
    }
    return false
  }

  @_noLocks
  private func isAncestor(_ index: Int, of other: Int) -> Bool {
    var next = other
    while next != 0 {
      if next == index { return true }
      next = strips[next].parent
    }
    return index == 0
  }

  // MARK: The order

  /// Counting sort of the used strips, deepest first; does nothing if the tree is unchanged. Cost:
  /// O(count * depth).
  @_noLocks
  mutating func sort() {
    if isSorted { return }
    isSorted = true
    count = 0
    for level in 0..<capacity { levels[level] = 0 }
    for index in 0..<capacity where used[index] {
      levels[depth(index)] += 1
      count += 1
    }
    var place = count
    for level in 0..<capacity {
      place -= levels[level]
      levels[level] = place
    }
    for index in 0..<capacity where used[index] {
      let level = depth(index)
      order[levels[level]] = index
      levels[level] += 1
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

  // MARK: Times

  /// Shifts the times of a bus and of all buses that send to it.
  @_noLocks
  func shiftTimes(under root: Int, by frames: Int) {
    guard frames != 0 else { return }
    for index in 0..<capacity where used[index] {
      if isUnder(root, index) { strips[index].time += Int64(frames) }
    }
  }

  /// True if the effects of any bus are still audible.
  var isRinging: Bool {
    for index in 0..<capacity where used[index] {
      if !strips[index].chain.isEmpty, !strips[index].chain.ringing.isOver { return true }
    }
    return false
  }
}
