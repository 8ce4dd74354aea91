import AhaBase
import CShims
import Synchronization

extension HandleTable {
  private static var lock: StaticLock { StaticLock.handles }
  // Under the lock. The free slots are a queue through `nextFree`: first in, first out.
  nonisolated(unsafe) private static var firstFree = -1
  nonisolated(unsafe) private static var lastFree = -1
  nonisolated(unsafe) private static var count = 0

  /// Gives an object a handle with one owner.
  /// - Parameter parent: The handle of the engine or client that it ends with; 0 for none.
  /// Errors: `outOfMemory`, `limit`.
  static func add(
    _ object: UnsafeMutableRawPointer, _ kind: Kind, parent: UInt
  ) throws(AhaError) -> UInt {
    lock.lock()
    defer { lock.unlock() }
    if parent != 0, !isAlive(parent) {
      throw AhaError(.released, "what it belongs to was released meanwhile")
    }
    let index = try takeIndex()
    let slot = slot(of: UInt(index))!
    slot.pointee.object.store(UInt(bitPattern: object), ordering: .relaxed)
    slot.pointee.owners.store(1, ordering: .relaxed)
    slot.pointee.parent.store(parent, ordering: .relaxed)
    slot.pointee.kind.store(kind.rawValue, ordering: .relaxed)
    let generation = slot.pointee.state.load(ordering: .relaxed) >> 32 & generationMask
    slot.pointee.state.store(generation << 32 | alive, ordering: .releasing)
    return encode(kind, generation: generation, index: index)
  }

  private static func takeIndex() throws(AhaError) -> Int {
    if firstFree >= 0, let slot = slot(of: UInt(firstFree)) {
      let index = firstFree
      firstFree = slot.pointee.nextFree.load(ordering: .relaxed)
      if firstFree < 0 { lastFree = -1 }
      return index
    }
    guard count < chunkSlots * chunkCount else {
      throw AhaError(.limit, "all \(count) slots of handles are in use or used up")
    }
    try addChunk()
    count += 1
    return count - 1
  }

  /// Takes the memory of the next handle now: `add` cannot fail for lack of memory after work that
  /// leaves a file. Errors: `outOfMemory`.
  static func makeRoom() throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if firstFree < 0, count < chunkSlots * chunkCount { try addChunk() }
  }

  /// Makes the chunk of the next slot if it is not there. Invariant: caller holds lock.
  private static func addChunk() throws(AhaError) {
    if slot(of: UInt(count)) != nil { return }
    if shim_handle_root() == nil {
      guard let root = calloc(chunkCount, MemoryLayout<UInt>.stride) else {
        throw AhaError(.outOfMemory, "no memory for handles")
      }
      shim_set_handle_root(root)
    }
    guard let memory = calloc(chunkSlots, MemoryLayout<Slot>.stride) else {
      throw AhaError(.outOfMemory, "no memory for handles")
    }
    let slots = memory.bindMemory(to: Slot.self, capacity: chunkSlots)
    let first = free | UInt64(shim_first_generation()) << 32
    for index in 0..<chunkSlots {
      (slots + index).initialize(to: Slot())
      slots[index].state.store(first, ordering: .relaxed)
    }
    let chunks = shim_handle_root()!.assumingMemoryBound(to: Atomic<UInt>.self)
    chunks[count / chunkSlots].store(UInt(bitPattern: slots), ordering: .releasing)
  }

  /// One owner more. False when the handle is not alive.
  static func retain(_ handle: UInt) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard isAlive(handle), let slot = slot(of: handle) else { return false }
    slot.pointee.owners.add(1, ordering: .relaxed)
    return true
  }

  enum Release {
    case notAlive
    /// It was the last owner, who may not go.
    case refused
    case stillOwned
    /// The last owner has gone: the handle is dead, and this is what it held.
    case last(UnsafeMutableRawPointer)
  }

  static func release(_ handle: UInt, keepingLast: Bool) -> Release {
    lock.lock()
    guard isAlive(handle), let slot = slot(of: handle) else {
      lock.unlock()
      return .notAlive
    }
    let owners = slot.pointee.owners.load(ordering: .relaxed)
    if owners == 1, keepingLast {
      lock.unlock()
      return .refused
    }
    slot.pointee.owners.store(owners - 1, ordering: .relaxed)
    guard owners == 1 else {
      lock.unlock()
      return .stillOwned
    }
    close(slot)
    lock.unlock()
    return .last(empty(slot, handle))
  }

  /// Ends every handle that was made from a parent; calls `ended` for what each held.
  static func endAll(of parent: UInt, _ ended: (Kind, UnsafeMutableRawPointer) -> Void) {
    for index in 0..<lock.locked({ count }) {
      guard let slot = slot(of: UInt(index)) else { continue }
      lock.lock()
      let isChild = slot.pointee.parent.load(ordering: .relaxed) == parent
        && slot.pointee.state.load(ordering: .relaxed) & alive != 0
      let kind = Kind(rawValue: slot.pointee.kind.load(ordering: .relaxed)) ?? .engine
      if isChild { close(slot) }
      lock.unlock()
      if isChild { ended(kind, empty(slot, UInt(index))) }
    }
  }

  /// What a live handle ends with; 0 when that is nothing, or the handle is not alive.
  static func parent(of handle: UInt) -> UInt {
    guard kind(of: handle) != nil, let slot = pin(handle) else { return 0 }
    defer { unpin(slot) }
    return slot.pointee.parent.load(ordering: .relaxed)
  }

  static func isAlive(_ handle: UInt) -> Bool {
    guard kind(of: handle) != nil, let slot = pin(handle) else { return false }
    unpin(slot)
    return true
  }

  /// From now on nobody can pin it. The lock is held.
  private static func close(_ slot: UnsafeMutablePointer<Slot>) {
    slot.pointee.state.bitwiseAnd(~alive, ordering: .acquiringAndReleasing)
  }

  /// Waits for the pins, which last no longer than a block takes to render, and frees the slot.
  private static func empty(
    _ slot: UnsafeMutablePointer<Slot>, _ handle: UInt
  ) -> UnsafeMutableRawPointer {
    while slot.pointee.state.load(ordering: .acquiring) & pinMask != 0 { sched_yield() }
    let object = slot.pointee.pointer
    lock.locked {
      slot.pointee.object.store(0, ordering: .relaxed)
      slot.pointee.parent.store(0, ordering: .relaxed)
      let generation = slot.pointee.state.load(ordering: .relaxed) >> 32
      let next = (generation + 1) & generationMask
      // After its last generation a slot is retired: a number that was given out before would
      // be the next. It keeps the last one, so that all of its numbers count as released.
      if next == UInt64(shim_first_generation()) { return }
      slot.pointee.state.store(free | next << 32, ordering: .releasing)
      append(slot, Int(handle & 0xFF_FFFF))
    }
    return object
  }

  /// Puts a slot behind the other free ones. Invariant: caller holds lock.
  private static func append(_ slot: UnsafeMutablePointer<Slot>, _ index: Int) {
    slot.pointee.nextFree.store(-1, ordering: .relaxed)
    if lastFree >= 0, let last = self.slot(of: UInt(lastFree)) {
      last.pointee.nextFree.store(index, ordering: .relaxed)
    } else {
      firstFree = index
    }
    lastFree = index
  }
}
