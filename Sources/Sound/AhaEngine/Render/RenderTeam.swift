import AhaBase
import AhaDSP
import CShims
import Synchronization

/// Helper threads that render with the calling thread.
///
/// They hold the real-time priority of the thread that renders, if the process may have it, sleep
/// until there is work, and never allocate. Work that no helper has claimed is the calling
/// thread's own, so a late helper costs speed alone.
final class RenderTeam {
  let state: Reference<TeamState>
  private let count: Int
  private let memory = MemoryBlocks()
  private var threads: [Thread] = []
  private var hasStarted = false

  /// Its number of threads includes the calling thread. Errors: `outOfMemory`.
  init(_ settings: EngineSettings) throws(AhaError) {
    count = settings.threads
    let members: Buffer<TeamMember> = try memory.claim(count, of: "threads")
    for index in 0..<count { members.initialize(index, to: TeamMember()) }
    state = try memory.claim(
      holding: TeamState(members, isLive: !settings.isOffline), of: "threads")
  }

  /// Starts the threads, once. If a thread cannot start, the other threads do its work.
  func start(for renderer: Renderer) {
    guard !hasStarted else { return }
    hasStarted = true
    for number in 1..<count {
      guard let scratch = try? SampleBuffer(channels: 2, frames: Renderer.block) else { return }
      let thread = try? Thread(name: "aha-render") { [unowned(unsafe) renderer, state] in
        RenderTeam.serve(renderer, state: state, number: number, scratch: scratch)
      }
      guard let thread else { return }
      threads.append(thread)
    }
  }

  /// Stops and joins the threads. The caller must have stopped rendering.
  func close() {
    hasStarted = true
    state.value.isOver.store(true, ordering: .sequentiallyConsistent)
    state.value.call(.max, state)
    for thread in threads { thread.join() }
    threads = []
  }

  /// Body of a helper thread.
  private static func serve(
    _ renderer: Renderer, state: Reference<TeamState>, number: Int, scratch: SampleBuffer
  ) {
    let target = StereoTarget(left: scratch.plane(0), right: scratch.plane(1))
    let id = shim_thread_id()
    var seen: UInt32 = 0
    var priority = FollowedPriority()
    while !state.value.isOver.load(ordering: .sequentiallyConsistent) {
      if state.value.enter(number, id: id) {
        renderer.work(in: state, number: number, scratch: target)
        state.value.leave(number, id: id)
      }
      seen = state.value.wait(after: seen, state: state)
      if state.value.isLive { priority.follow(state.value.caller.load(ordering: .relaxed)) }
    }
  }
}

/// The priority of the thread that renders, which a helper adopts: when another thread begins to
/// render, and once a second, because the host may change it.
private struct FollowedPriority {
  private static let period: Int64 = 1_000_000_000
  private var thread: UInt32 = 0
  private var checked: Int64 = 0

  mutating func follow(_ caller: UInt32) {
    let now = shim_nanoseconds()
    guard caller != 0, caller != thread || now - checked > FollowedPriority.period else { return }
    (thread, checked) = (caller, now)
    shim_follow_priority(caller)
  }
}
