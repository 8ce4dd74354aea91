import AhaBase
import AhaDSP

/// Binary min-heap of one-shots or voices by their keys, mostly frames, in fixed memory. Insertion
/// and removal are O(log n).
struct KeyedHeap {
  struct Entry: BitwiseCopyable {
    /// Index of the one-shot or voice.
    var item: Int
    var key: Int64
    /// Decides between equal keys.
    var order: Int64

    @_noLocks
    static func < (one: Entry, other: Entry) -> Bool {
      one.key == other.key ? one.order < other.order : one.key < other.key
    }
  }

  private let entries: Buffer<Entry>
  /// Index of each item in `entries`; undefined for those that are not in the heap.
  private let indices: Buffer<Int32>
  private(set) var count = 0

  /// Errors: `outOfMemory`.
  init(capacity: Int, of items: StaticString, in memory: MemoryBlocks) throws(AhaError) {
    entries = try memory.claim(capacity, of: items)
    indices = try memory.claim(capacity, of: items)
  }

  /// Maps the memory of an index, before the item of the same number is used. Thread: control.
  func touch(_ index: Int) {
    entries.initialize(index, to: Entry(item: 0, key: 0, order: 0))
    indices.initialize(index, to: 0)
  }

  var first: Entry? {
    @_noLocks get { count > 0 ? entries[0] : nil }
  }

  /// Precondition: the index is below `count`.
  @_noLocks
  func item(at index: Int) -> Int { entries[index].item }

  /// Precondition: the item is not in the heap.
  @_noLocks
  mutating func insert(_ entry: Entry) {
    count += 1
    rise(entry, from: count - 1)
  }

  /// Precondition: the item is in the heap.
  @_noLocks
  mutating func remove(_ item: Int) {
    let index = Int(indices[item])
    count -= 1
    if index == count { return }
    let last = entries[count]
    if last < entries[index] { rise(last, from: index) } else { sink(last, from: index) }
  }

  /// Precondition: the item is in the heap.
  @_noLocks
  func key(of item: Int) -> Int64 { entries[Int(indices[item])].key }

  /// Changes a key without a move in the heap; `restore` follows. Precondition: the index is below
  /// `count`.
  @_noLocks
  func setKey(_ key: Int64, at index: Int) { entries[index].key = key }

  /// Orders the entries after changes of their keys. O(n).
  @_noLocks
  mutating func restore() {
    var index = count / 2
    while index > 0 {
      index -= 1
      sink(entries[index], from: index)
    }
  }

  @_noLocks
  private func put(_ entry: Entry, at index: Int) {
    entries[index] = entry
    indices[entry.item] = Int32(truncatingIfNeeded: index)
  }

  @_noLocks
  private func rise(_ entry: Entry, from start: Int) {
    var index = start
    while index > 0, entry < entries[(index - 1) / 2] {
      put(entries[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    put(entry, at: index)
  }

  @_noLocks
  private func sink(_ entry: Entry, from start: Int) {
    var index = start
    while true {
      var child = 2 * index + 1
      if child >= count { break }
      if child + 1 < count, entries[child + 1] < entries[child] { child += 1 }
      if !(entries[child] < entry) { break }
      put(entries[child], at: index)
      index = child
    }
    put(entry, at: index)
  }
}
