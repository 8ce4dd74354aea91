import CShims
import Synchronization

/// Table of the objects behind the API's handles.
///
/// A handle is a number, not an address: one byte with a mark and one with the kind, which no
/// address of a process has, then the slot's generation, then the slot. So NULL, foreign pointers,
/// handles of another kind and released handles are detected without reading their memory.
///
/// Generations start at a random number in each loaded copy of the library, so copies reject each
/// other's handles. A slot is retired after its last generation: no number is used twice.
///
/// Lookup is lock-free: a *pin* keeps the slot's object alive during an access. Creating and ending
/// a handle takes a lock, and ending waits for the pins.
public enum HandleTable {
  public struct Slot: ~Copyable {
    /// Bit layout: bit 63 "free", generation in the upper half, one bit "alive", then the count of
    /// pins.
    let state = Atomic<UInt64>(0)
    // Invariant: the rest is written under the lock; `object` may be read under a pin.
    let object = Atomic<UInt>(0)
    let owners = Atomic<Int>(0)
    let nextFree = Atomic<Int>(-1)
    let parent = Atomic<UInt>(0)
    let kind = Atomic<UInt8>(0)

    /// Object of a live handle.
    public var pointer: UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(bitPattern: object.load(ordering: .relaxed))!
    }
  }

  /// The generation is not in use yet.
  static let free: UInt64 = 1 << 63
  static let alive: UInt64 = 1 << 31
  static let pinMask: UInt64 = alive - 1
  private static let mark: UInt = 0xA4
  static let generationMask: UInt64 = 0xFF_FFFF
  /// 16 million slots in total, in chunks that never move.
  static let chunkSlots = 512
  static let chunkCount = shim_handle_chunks

  static func encode(_ kind: HandleKind, generation: UInt64, index: Int) -> UInt {
    mark << 56 | UInt(kind.number) << 48 | UInt(generation & generationMask) << 24
      | UInt(index)
  }

  /// Number of a handle's kind; 0 for a foreign value.
  @_noLocks
  public static func kind(of handle: UInt) -> UInt8 {
    handle >> 56 == 0xA4 ? UInt8(handle >> 48 & 0xFF) : 0
  }

  /// Handle of the same slot under another kind.
  public static func alias(_ handle: OpaquePointer?, as kind: HandleKind) -> OpaquePointer? {
    let number = UInt(bitPattern: handle) & ~(0xFF << 48) | UInt(kind.number) << 48
    return OpaquePointer(bitPattern: number)
  }

  /// Slot of a handle, if it exists; it may belong to another handle by now.
  @_noLocks
  static func slot(of handle: UInt) -> UnsafeMutablePointer<Slot>? {
    guard let root = shim_handle_root() else { return nil }
    let chunks = root.assumingMemoryBound(to: Atomic<UInt>.self)
    let index = Int(handle & 0xFF_FFFF)
    let chunk = chunks[index / 512].load(ordering: .acquiring)
    guard let slots = UnsafeMutablePointer<Slot>(bitPattern: chunk) else { return nil }
    return slots + index % 512
  }

  /// Pins the slot of a live handle; unpin it soon. Nil if the generation or kind differs.
  @_noLocks
  public static func pin(_ handle: UInt) -> UnsafeMutablePointer<Slot>? {
    let kind = kind(of: handle)
    guard kind != 0, let slot = slot(of: handle) else { return nil }
    let generation = UInt64(handle >> 24 & 0xFF_FFFF)
    var state = slot.pointee.state.load(ordering: .relaxed)
    while true {
      guard state >> 32 & 0xFF_FFFF == generation, state & 0x8000_0000 != 0 else { return nil }
      let (done, now) = slot.pointee.state.compareExchange(
        expected: state, desired: state + 1, ordering: .acquiringAndReleasing)
      if done { break }
      state = now
    }
    if slot.pointee.kind.load(ordering: .relaxed) == HandleKind.ofSlot(kind) { return slot }
    unpin(slot)
    return nil
  }

  @_noLocks
  public static func unpin(_ slot: UnsafeMutablePointer<Slot>) {
    slot.pointee.state.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// True if a number was never a handle: the slot does not exist, its generation is not in use
  /// yet, or it is alive with another kind. Call it for a number that cannot be pinned.
  @_noLocks
  public static func isForged(_ handle: UInt) -> Bool {
    let kind = kind(of: handle)
    guard kind != 0, let slot = slot(of: handle) else { return true }
    let first = UInt64(shim_first_generation())
    let state = slot.pointee.state.load(ordering: .acquiring)
    let present = (state >> 32 &- first) & 0xFF_FFFF
    let wanted = (UInt64(handle >> 24) &- first) & 0xFF_FFFF
    if wanted != present { return wanted > present }
    if state >> 63 == 1 { return true }
    if state & 0x8000_0000 == 0 { return false }
    return slot.pointee.kind.load(ordering: .relaxed) != HandleKind.ofSlot(kind)
  }
}
