import CShims

/// Runs jobs on a few threads, which start when there is work.
public final class JobQueue {
  public typealias Work = (Job) throws(AhaError) -> Void

  private final class Entry {
    let job: Job
    var work: Work?
    let afterwards: (Job.Outcome) -> Void

    init(_ job: Job, work: @escaping Work, afterwards: @escaping (Job.Outcome) -> Void) {
      self.job = job
      self.work = work
      self.afterwards = afterwards
    }
  }

  private let lock = Lock()
  private let changed: Condition
  private let limit: Int
  private var waiting: [Entry] = []
  private var running: [Job] = []
  private var threads: [Thread] = []
  private var idle = 0
  private var isClosed = false

  /// - Parameter threads: Max threads; nil: the number of cores, within 4 to 16.
  public init(threads: Int? = nil) {
    changed = Condition(lock)
    limit = threads ?? max(4, min(16, Processors.count))
  }

  /// Queues work as a new job; `prepare` receives the job first. Errors: as `run`.
  public func start(
    _ work: @escaping Work, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try run(job, work: work) { _ in }
  }

  /// Queues work. `afterwards` is called on the work's thread in every case, with the outcome,
  /// before the job is finished, or finishes it. Errors: `system` (no thread), `released` (closed).
  public func run(
    _ job: Job, work: @escaping Work, afterwards: @escaping (Job.Outcome) -> Void
  ) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { throw AhaError(.released, "it is being released") }
    if idle <= waiting.count, threads.count < limit {
      do throws(AhaError) {
        threads.append(try Thread(name: "aha-job") { [self] in serve() })
      } catch {
        if threads.isEmpty { throw error }
      }
    }
    waiting.append(Entry(job, work: work, afterwards: afterwards))
    changed.signal()
  }

  /// Cancels all jobs and joins the threads.
  public func close() {
    lock.lock()
    isClosed = true
    // Cancelled outside the lock: a job may call a function to wake its work.
    let cancelled = waiting.map { $0.job } + running
    changed.signalAll()
    let leaving = threads
    lock.unlock()
    for job in cancelled { job.cancel() }
    for thread in leaving { thread.join() }
  }

  /// Ends the threads once the queue is empty. Thread: any, also one of the queue's own.
  public func endWhenIdle() {
    lock.lock()
    if isClosed { return lock.unlock() }
    isClosed = true
    changed.signalAll()
    let leaving = threads
    lock.unlock()
    for thread in leaving { thread.leave() }
  }

  /// Body of a thread: runs work until the queue is closed and empty.
  private func serve() {
    lock.lock()
    while true {
      if !waiting.isEmpty {
        let entry = waiting.removeFirst()
        running.append(entry.job)
        lock.unlock()
        perform(entry)
        lock.lock()
        running.removeAll { $0 === entry.job }
      } else if isClosed {
        break
      } else {
        idle += 1
        changed.wait()
        idle -= 1
      }
    }
    lock.unlock()
  }

  private func perform(_ entry: Entry) {
    var outcome = Job.Outcome.success
    do throws(AhaError) {
      try entry.job.throwIfCancelled()
      entry.job.begin()
      try entry.work?(entry.job)
    } catch {
      outcome = .failure(error)
    }
    // Releases the objects of the work, such as a host's stream, before the outcome is visible.
    entry.work = nil
    entry.afterwards(outcome)
    entry.job.finish(outcome)
  }
}
