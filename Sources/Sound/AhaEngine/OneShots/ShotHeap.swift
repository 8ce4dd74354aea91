import AhaBase
import AhaDSP

/// Binary min-heap of one-shots in fixed memory. Insertion and removal are O(log n).
struct ShotHeap {
  struct Entry: BitwiseCopyable {
    var shot: Int
    var key: Int64
    /// Decides between equal keys.
    var order: Int64

    @_noLocks
    static func < (one: Entry, other: Entry) -> Bool {
      one.key == other.key ? one.order < other.order : one.key < other.key
    }
  }

  private let entries: UnsafeMutablePointer<Entry>
  /// Place of each one-shot in `entries`; undefined for those that are not in the heap.
  private let places: UnsafeMutablePointer<Int32>
  private(set) var count = 0

  /// Errors: `outOfMemory`.
  init(capacity: Int, in memory: MemoryBlocks) throws(AhaError) {
    entries = try memory.take(capacity, of: "one-shots")
    places = try memory.take(capacity, of: "one-shots")
  }

  /// Maps the memory of a place, before the one-shot of the same number is used. Thread: control.
  func touch(_ place: Int) {
    (entries + place).initialize(to: Entry(shot: 0, key: 0, order: 0))
    (places + place).initialize(to: 0)
  }

  var first: Entry? {
    @_noLocks get { count > 0 ? entries[0] : nil }
  }

  /// Precondition: the place is below `count`.
  @_noLocks
  func shot(at place: Int) -> Int { entries[place].shot }

  /// Precondition: the one-shot is not in the heap.
  @_noLocks
  mutating func insert(_ entry: Entry) {
    count += 1
    rise(entry, from: count - 1)
  }

  /// Precondition: the one-shot is in the heap.
  @_noLocks
  mutating func remove(_ shot: Int) {
    let place = Int(places[shot])
    count -= 1
    if place == count { return }
    let last = entries[count]
    if last < entries[place] { rise(last, from: place) } else { sink(last, from: place) }
  }

  /// Changes all keys. O(n).
  @_noLocks
  mutating func rekey(_ table: UnsafeMutablePointer<Shot>, _ leads: UnsafeMutablePointer<Int64>) {
    for place in 0..<count {
      let shot = table[entries[place].shot]
      entries[place].key = shot.label - leads[shot.bus]
    }
    var place = count / 2
    while place > 0 {
      place -= 1
      sink(entries[place], from: place)
    }
  }

  @_noLocks
  private func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    places[entry.shot] = Int32(truncatingIfNeeded: place)
  }

  @_noLocks
  private func rise(_ entry: Entry, from start: Int) {
    var place = start
    while place > 0, entry < entries[(place - 1) / 2] {
      put(entries[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    put(entry, at: place)
  }

  @_noLocks
  private func sink(_ entry: Entry, from start: Int) {
    var place = start
    while true {
      var child = 2 * place + 1
      if child >= count { break }
      if child + 1 < count, entries[child + 1] < entries[child] { child += 1 }
      if !(entries[child] < entry) { break }
      put(entries[child], at: place)
      place = child
    }
    put(entry, at: place)
  }
}
