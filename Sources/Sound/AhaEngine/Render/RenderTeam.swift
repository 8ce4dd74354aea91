import AhaBase
import AhaDSP
import CShims
import Synchronization

/// State shared by the threads of a render team.
struct TeamState: ~Copyable {
  /// Incremented for each round. Invariant: first field, because sleeping threads wait on its
  /// address.
  let round = Atomic<UInt32>(0)
  let sleepers = Atomic<UInt32>(0)
  let isOver = Atomic<Bool>(false)
  /// Upper half: the count of work pieces. Lower half: the count of claimed pieces. Both share one
  /// word, so that a thread that joins a round late cannot claim a piece twice.
  let work = Atomic<UInt64>(0)
  let done = Atomic<UInt32>(0)

  /// Claims a piece of work and returns its number; nil if none is left.
  @_noLocks
  func next() -> Int? {
    let before = work.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
    let number = before & 0xFFFF_FFFF
    return number < before >> 32 ? Int(number) : nil
  }
}

/// Worker threads that help the calling thread to render; only for offline engines, where waiting
/// is allowed.
final class RenderTeam {
  let state: Reference<TeamState>
  private let count: Int
  private var threads: [Thread] = []

  /// - Parameter threads: Thread count, including the calling thread.
  init(threads count: Int) {
    self.count = count
    state = Reference(holding: TeamState())
  }

  deinit {
    state.deallocate()
  }

  /// Starts the threads, once. If a thread cannot start, the other threads do its work.
  func start(for renderer: Renderer) {
    guard threads.isEmpty, count > 1 else { return }
    renderer.lookahead.team = state
    for _ in 1..<count {
      guard let scratch = try? SampleBuffer(channels: 2, frames: Renderer.block) else { return }
      let thread = try? Thread(name: "aha-render") { [unowned(unsafe) renderer, state] in
        RenderTeam.serve(renderer, state: state, scratch: scratch)
      }
      guard let thread else { return }
      threads.append(thread)
    }
  }

  /// Stops and joins the threads. The caller must have stopped rendering.
  func close() {
    state.value.isOver.store(true, ordering: .sequentiallyConsistent)
    state.value.callAll(state)
    for thread in threads { thread.join() }
    threads = []
  }

  /// Body of a worker thread.
  private static func serve(
    _ renderer: Renderer, state: Reference<TeamState>, scratch: SampleBuffer
  ) {
    let target = StereoTarget(left: scratch.plane(0), right: scratch.plane(1))
    var seen: UInt32 = 0
    while !state.value.isOver.load(ordering: .sequentiallyConsistent) {
      renderer.work(in: state, scratch: target)
      seen = state.value.wait(after: seen, state: state)
    }
  }
}

extension TeamState {
  /// Spin time in nanoseconds before a thread sleeps: rounds follow each other quickly.
  private static let spinNanoseconds: Int64 = 200_000

  /// Waits until the round differs from `seen` and returns the new round.
  fileprivate func wait(after seen: UInt32, state: Reference<TeamState>) -> UInt32 {
    let end = shim_nanoseconds() + TeamState.spinNanoseconds
    while shim_nanoseconds() < end {
      for _ in 0..<64 {
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

  /// Starts a round and wakes the sleeping threads.
  @_noLocks
  fileprivate func callAll(_ state: Reference<TeamState>) {
    round.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if sleepers.load(ordering: .sequentiallyConsistent) > 0 { shim_wake_word(state.base) }
  }

  /// Starts a round with `pieces` pieces of work.
  @_noLocks
  func begin(_ pieces: Int, state: Reference<TeamState>) {
    done.store(0, ordering: .relaxed)
    work.store(UInt64(pieces) << 32, ordering: .releasing)
    callAll(state)
  }

  /// Waits until all pieces are done. It spins, because the pieces claimed by other threads are
  /// short.
  @_noLocks
  func finish(_ pieces: Int) {
    while done.load(ordering: .acquiring) < UInt32(pieces) { shim_relax() }
  }
}
