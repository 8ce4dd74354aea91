import Synchronization

/// Does pieces of work on several threads, the calling one included; returns when all are done.
/// - Parameter body: Called once for each number below `count`, on any of the threads.
public func inParallel(_ count: Int, threads: Int, _ body: @escaping (Int) -> Void) {
  let work = SharedWork(count, body)
  var helpers: [Thread] = []
  // What cannot be started is not missed: others do its work.
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
