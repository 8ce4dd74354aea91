import CShims
import Synchronization

public enum Processors {
  /// Of the machine, 1 to 64.
  public static var count: Int { max(1, min(64, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }
}

/// Runs `body` for each number below `count` on several threads, including the calling one; returns
/// when all calls have returned.
/// - Parameter body: Called once for each number, on any of the threads.
public func inParallel(_ count: Int, threads: Int, _ body: @escaping (Int) -> Void) {
  let work = SharedWork(count, body)
  var helpers: [Thread] = []
  // If a thread cannot start, the other threads do its work.
  for _ in 1..<max(1, min(threads, count)) {
    guard let thread = try? Thread(name: "aha-work", work.run) else { break }
    helpers.append(thread)
  }
  work.run()
  for helper in helpers { helper.join() }
}

private final class SharedWork {
  private let count: Int
  private let body: (Int) -> Void
  private let taken = Atomic<Int>(0)

  init(_ count: Int, _ body: @escaping (Int) -> Void) { (self.count, self.body) = (count, body) }

  func run() {
    while true {
      let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
      if number >= count { return }
      body(number)
    }
  }
}
