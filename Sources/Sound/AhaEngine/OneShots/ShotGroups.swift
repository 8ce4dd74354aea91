import AhaBase

/// Lists of the members of choke groups among heard one-shots: one for several groups.
struct ShotGroups {
  static var lists: Int { 64 }

  private let table: Buffer<Shot>
  /// The first member in each list; -1: none.
  private let heads: Buffer<Int>
  private(set) var count = 0

  /// Errors: `outOfMemory`.
  init(_ table: Buffer<Shot>, in memory: MemoryBlocks) throws(AhaError) {
    self.table = table
    heads = try memory.claim(repeating: -1, count: ShotGroups.lists, of: "choke groups")
  }

  /// The first member in the list of a group, which holds other groups too; -1: none.
  @_noLocks
  func first(of group: UInt32) -> Int { heads[Int(group) % ShotGroups.lists] }

  /// Precondition: it has a group, and is no member.
  @_noLocks
  mutating func insert(_ shot: Int) {
    let list = Int(table[shot].group) % ShotGroups.lists
    table[shot].isMember = true
    table[shot].previous = -1
    table[shot].next = heads[list]
    if heads[list] >= 0 { table[heads[list]].previous = shot }
    heads[list] = shot
    count += 1
  }

  @_noLocks
  mutating func remove(_ shot: Int) {
    guard table[shot].isMember else { return }
    let (next, previous) = (table[shot].next, table[shot].previous)
    if previous >= 0 {
      table[previous].next = next
    } else {
      heads[Int(table[shot].group) % ShotGroups.lists] = next
    }
    if next >= 0 { table[next].previous = previous }
    table[shot].isMember = false
    count -= 1
  }
}
