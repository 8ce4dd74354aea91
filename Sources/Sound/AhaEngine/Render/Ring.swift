import AhaBase
import Synchronization

/// Wait-free queue between exactly one producer thread and one consumer thread.
///
/// A view of memory, so that the renderer touches no reference count. The owner of `memory` keeps
/// it alive. @_noLocks is checked where the ring is used, because an unspecialized generic cannot
/// be checked.
struct Ring<Element: BitwiseCopyable> {
  private struct Indices: ~Copyable {
    let read = Atomic<Int>(0)
    let written = Atomic<Int>(0)
  }

  private let storage: Buffer<Element>
  private let indices: Reference<Indices>
  private let mask: Int

  /// Allocates a capacity of at least `capacity` elements. Errors: `outOfMemory`.
  init(capacity: Int, in memory: MemoryBlocks) throws(AhaError) {
    var size = 1
    while size < capacity { size *= 2 }
    storage = try memory.claim(size, of: "places of a queue")
    indices = try memory.claim(holding: Indices(), of: "indices of a queue")
    mask = size - 1
  }

  /// Producer only. Returns false if the ring is full.
  func push(_ element: Element) -> Bool {
    let tail = indices.value.written.load(ordering: .relaxed)
    guard tail - indices.value.read.load(ordering: .acquiring) <= mask else { return false }
    storage[tail & mask] = element
    indices.value.written.store(tail + 1, ordering: .releasing)
    return true
  }

  /// Producer only. The consumer sees all elements or none. Returns false if they do not fit.
  func push(_ elements: [Element]) -> Bool {
    let tail = indices.value.written.load(ordering: .relaxed)
    let used = tail - indices.value.read.load(ordering: .acquiring)
    guard used + elements.count <= mask + 1 else { return false }
    for (offset, element) in elements.enumerated() { storage[(tail + offset) & mask] = element }
    indices.value.written.store(tail + elements.count, ordering: .releasing)
    return true
  }

  /// Consumer only. Cheaper than `pop` of a large element.
  var isEmpty: Bool {
    indices.value.read.load(ordering: .relaxed)
      >= indices.value.written.load(ordering: .acquiring)
  }

  /// Consumer only. Returns nil if the ring is empty.
  func pop() -> Element? {
    let head = indices.value.read.load(ordering: .relaxed)
    guard head < indices.value.written.load(ordering: .acquiring) else { return nil }
    let element = storage[head & mask]
    indices.value.read.store(head + 1, ordering: .releasing)
    return element
  }
}
