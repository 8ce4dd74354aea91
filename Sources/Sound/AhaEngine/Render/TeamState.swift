import AhaBase
import CShims
import Synchronization

/// One thread of a team.
struct TeamMember: ~Copyable {
  /// The helper's thread id while it claims and does pieces, else 0: a futex with priority
  /// inheritance. Invariant: first field, because the renderer waits on its address.
  let worker = Atomic<UInt32>(0)
  /// Its share of the round, as piece numbers: lower half the first, upper half the end.
  let share = Atomic<UInt64>(0)
  /// Keeps members in cache lines of their own.
  private let padding = InlineArray<14, UInt64>(repeating: 0)

  /// Claims the first piece of the share; nil: none is left.
  @_noLocks
  fileprivate func claimFirst() -> Int? {
    var now = share.load(ordering: .acquiring)
    while now & 0xFFFF_FFFF < now >> 32 {
      let (done, found) = share.compareExchange(
        expected: now, desired: now + 1, ordering: .acquiringAndReleasing)
      if done { return Int(now & 0xFFFF_FFFF) }
      now = found
    }
    return nil
  }

  /// Claims the last piece of the share; nil: none is left.
  @_noLocks
  fileprivate func claimLast() -> Int? {
    var now = share.load(ordering: .acquiring)
    while now & 0xFFFF_FFFF < now >> 32 {
      let (done, found) = share.compareExchange(
        expected: now, desired: now - (1 << 32), ordering: .acquiringAndReleasing)
      if done { return Int(now >> 32) - 1 }
      now = found
    }
    return nil
  }
}

/// State shared by the threads of a render team: the pieces of a round of work.
///
/// Each thread begins with a share of neighbors, the same ones in each round if nothing changes, so
/// that their state stays in its cache. A thread without work takes the last piece of another's
/// share. A thread that is late for a round may claim pieces of the next one: a piece is valid
/// whenever its claim succeeds.
struct TeamState: ~Copyable {
  /// Longest spin before a thread sleeps, in nanoseconds: a piece's duration offline, where rounds
  /// follow each other.
  private static let spin: (live: Int64, offline: Int64) = (4000, 20_000)

  /// A live wait for helpers beyond this is late: the kernel runs other threads in their stead.
  private static let late: Int64 = 1_000_000
  /// After a late round the renderer works alone for this time, in nanoseconds.
  private static let rest: Int64 = 1_000_000_000

  /// Incremented for each round. Invariant: first field, because sleeping threads wait on its
  /// address.
  let round = Atomic<UInt32>(0)
  let sleepers = Atomic<UInt32>(0)
  let isOver = Atomic<Bool>(false)
  let isLive: Bool
  /// Id of the thread that rendered last.
  let caller = Atomic<UInt32>(0)
  /// Pieces of the round that are done.
  private let done = Atomic<UInt32>(0)
  /// The first one is the thread that renders.
  private let members: Buffer<TeamMember>
  /// End of the time in which the renderer works alone.
  private let aloneUntil = Atomic<Int64>(0)

  init(_ members: Buffer<TeamMember>, isLive: Bool) {
    self.members = members
    self.isLive = isLive
  }

  // MARK: The thread that renders

  /// Starts a round.
  @_noLocks
  func begin(_ pieces: Int, state: Reference<TeamState>) {
    if isLive { caller.store(shim_thread_id(), ordering: .relaxed) }
    done.store(0, ordering: .relaxed)
    var first = 0
    for number in 0..<members.count {
      let end = pieces * (number + 1) / members.count
      members[number].share.store(UInt64(end) << 32 | UInt64(first), ordering: .releasing)
      first = end
    }
    call(pieces - 1, state)
  }

  /// Starts a round and wakes up to `count` sleeping threads.
  @_noLocks
  func call(_ count: Int, _ state: Reference<TeamState>) {
    round.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let asleep = Int(sleepers.load(ordering: .sequentiallyConsistent))
    if asleep > 0 { shim_wake_word(state.base, Int32(min(count, asleep))) }
  }

  /// True after a late round: helpers that the kernel starves delay one block in a second.
  @_noLocks
  func worksAlone() -> Bool {
    let end = aloneUntil.load(ordering: .relaxed)
    return end > 0 ? shim_nanoseconds() < end : false
  }

  /// Waits until all pieces are done: first it spins, because a piece is short; then it lets the
  /// helpers that still work have its priority and its processor.
  @_noLocks
  func finish(_ pieces: Int) {
    if done.load(ordering: .acquiring) == UInt32(pieces) { return }
    let begin = shim_nanoseconds()
    while done.load(ordering: .acquiring) < UInt32(pieces) {
      if shim_nanoseconds() - begin < TeamState.spin.offline {
        shim_relax()
      } else {
        for number in 1..<members.count {
          shim_await_worker(members.reference(number).base)
        }
      }
    }
    let now = shim_nanoseconds()
    if isLive, now - begin > TeamState.late {
      aloneUntil.store(now + TeamState.rest, ordering: .relaxed)
    }
  }

  // MARK: All threads

  /// Claims a piece of work and returns its number; nil if none is left.
  @_noLocks
  func next(for number: Int) -> Int? {
    if let piece = members[number].claimFirst() { return piece }
    for step in 1..<members.count {
      if let piece = members[(number + step) % members.count].claimLast() { return piece }
    }
    return nil
  }

  @_noLocks
  func finishPiece() { done.wrappingAdd(1, ordering: .releasing) }

  // MARK: Helpers

  /// Announces that a helper may claim work; false if the renderer still waits for its last work.
  func enter(_ number: Int, id: UInt32) -> Bool {
    members[number].worker.compareExchange(
      expected: 0, desired: id, ordering: .acquiringAndReleasing
    ).exchanged
  }

  func leave(_ number: Int, id: UInt32) {
    let (done, _) = members[number].worker.compareExchange(
      expected: id, desired: 0, ordering: .acquiringAndReleasing)
    if !done { shim_end_awaited_work(members.reference(number).base) }
  }

  /// Waits until the round differs from `seen` and returns the new round.
  func wait(after seen: UInt32, state: Reference<TeamState>) -> UInt32 {
    let end = shim_nanoseconds() + (isLive ? TeamState.spin.live : TeamState.spin.offline)
    while shim_nanoseconds() < end {
      for _ in 0..<8 {
        let now = round.load(ordering: .acquiring)
        if now != seen { return now }
        shim_relax()
      }
    }
    sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    while round.load(ordering: .sequentiallyConsistent) == seen { shim_wait_word(state.base, seen) }
    sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    return round.load(ordering: .acquiring)
  }
}
