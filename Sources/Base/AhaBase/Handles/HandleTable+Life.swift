import CShims
import Synchronization

extension HandleTable {
  private static let lock = StaticLock()
  // Invariant: the properties below are read and written under `lock`. The free slots form a FIFO
  // queue through `nextFree`.
  nonisolated(unsafe) private static var firstFree = -1
  nonisolated(unsafe) private static var lastFree = -1
  nonisolated(unsafe) private static var count = 0

  /// Creates a handle with one owner for an object.
  /// - Parameter parent: Handle of the engine or client whose end also ends this handle; 0 for
  ///   none.
  /// Errors: `outOfMemory`, `limit`.
  public static func add(
    _ object: UnsafeMutableRawPointer, kind: HandleKind, parent: UInt
  ) throws(AhaError) -> UInt {
    lock.lock()
    defer { lock.unlock() }
    if parent != 0, !isAlive(parent) {
      throw AhaError(.released, "its engine or client was released meanwhile")
    }
    let index = try claimIndex()
    let slot = slot(of: UInt(index))!
    slot.pointee.object.store(UInt(bitPattern: object), ordering: .relaxed)
    slot.pointee.owners.store(1, ordering: .relaxed)
    slot.pointee.parent.store(parent, ordering: .relaxed)
    slot.pointee.kind.store(kind.number, ordering: .relaxed)
    let generation = slot.pointee.state.load(ordering: .relaxed) >> 32 & generationMask
    slot.pointee.state.store(generation << 32 | alive, ordering: .releasing)
    return encode(kind, generation: generation, index: index)
  }

  private static func claimIndex() throws(AhaError) -> Int {
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

  /// Allocates the memory of the next handle in advance, so that `add` cannot run out of memory
  /// after work that creates a file. Errors: `outOfMemory`.
  public static func reserveSlot() throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if firstFree < 0, count < chunkSlots * chunkCount { try addChunk() }
  }

  /// Creates the chunk of the next slot if needed. Invariant: caller holds `lock`.
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

  /// Adds an owner. Returns false if the handle is not alive.
  public static func retain(_ handle: UInt) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard isAlive(handle), let slot = slot(of: handle) else { return false }
    slot.pointee.owners.add(1, ordering: .relaxed)
    return true
  }

  /// Count of a live handle's owners; 0 if it is not alive.
  public static func owners(of handle: UInt) -> Int {
    lock.lock()
    defer { lock.unlock() }
    guard isAlive(handle), let slot = slot(of: handle) else { return 0 }
    return slot.pointee.owners.load(ordering: .relaxed)
  }

  public enum Release {
    case notAlive
    /// It is the last owner, which must not be removed.
    case refused
    case stillOwned
    /// The last owner was removed: the handle is dead. Returns its object.
    case last(UnsafeMutableRawPointer)
  }

  public static func release(_ handle: UInt, keepingLast: Bool) -> Release {
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
    return .last(empty(slot, handle: handle))
  }

  /// Ends all handles of a parent; calls `ended` with the object of each.
  public static func endAll(of parent: UInt, _ ended: (UnsafeMutableRawPointer) -> Void) {
    for index in 0..<lock.locked({ count }) {
      guard let slot = slot(of: UInt(index)) else { continue }
      lock.lock()
      let isChild =
        slot.pointee.parent.load(ordering: .relaxed) == parent
        && slot.pointee.state.load(ordering: .relaxed) & alive != 0
      if isChild { close(slot) }
      lock.unlock()
      if isChild { ended(empty(slot, handle: UInt(index))) }
    }
  }

  /// Parent of a live handle; 0 if it has none or is not alive.
  public static func parent(of handle: UInt) -> UInt {
    guard let slot = pin(handle) else { return 0 }
    defer { unpin(slot) }
    return slot.pointee.parent.load(ordering: .relaxed)
  }

  public static func isAlive(_ handle: UInt) -> Bool {
    guard let slot = pin(handle) else { return false }
    unpin(slot)
    return true
  }

  /// Prevents new pins. Invariant: caller holds `lock`.
  private static func close(_ slot: UnsafeMutablePointer<Slot>) {
    slot.pointee.state.bitwiseAnd(~alive, ordering: .acquiringAndReleasing)
  }

  /// Waits for existing pins, which last at most one rendered block, and frees the slot.
  private static func empty(
    _ slot: UnsafeMutablePointer<Slot>, handle: UInt
  ) -> UnsafeMutableRawPointer {
    while slot.pointee.state.load(ordering: .acquiring) & pinMask != 0 { sched_yield() }
    let object = slot.pointee.pointer
    lock.locked {
      slot.pointee.object.store(0, ordering: .relaxed)
      slot.pointee.parent.store(0, ordering: .relaxed)
      let generation = slot.pointee.state.load(ordering: .relaxed) >> 32
      let next = (generation + 1) & generationMask
      // After its last generation, the slot is retired: the next number would repeat an old one. It
      // keeps that generation, so that all of its numbers count as released.
      if next == UInt64(shim_first_generation()) { return }
      slot.pointee.state.store(free | next << 32, ordering: .releasing)
      append(slot, at: Int(handle & 0xFF_FFFF))
    }
    return object
  }

  /// Appends a slot to the free queue. Invariant: caller holds `lock`.
  private static func append(_ slot: UnsafeMutablePointer<Slot>, at index: Int) {
    slot.pointee.nextFree.store(-1, ordering: .relaxed)
    if lastFree >= 0, let last = self.slot(of: UInt(lastFree)) {
      last.pointee.nextFree.store(index, ordering: .relaxed)
    } else {
      firstFree = index
    }
    lastFree = index
  }
}
