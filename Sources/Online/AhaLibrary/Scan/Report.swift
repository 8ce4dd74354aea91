import AhaBase

/// Counts of a scan or sync.
public struct ReportInfo: Sendable {
  public var seen: Int64 = 0
  public var added: Int64 = 0
  public var changed: Int64 = 0
  public var moved: Int64 = 0
  public var unchanged: Int64 = 0
  public var missing: Int64 = 0
  public var undecodable: Int64 = 0
  public var conflicts: Int64 = 0
  public internal(set) var lineCount = 0
  /// The service reported that nothing has changed.
  public var isUnchanged = false
  /// Items whose texts were written to the source.
  public var sent: Int64 = 0

  public init() {}
}

/// Report of a scan or sync, filled when its job is done.
///
/// Threads: any.
public final class Report {
  /// Work of the job: fills the report also if it fails.
  public typealias Work = (Job, Report) throws(AhaError) -> Void

  private let job: Job
  private let queue: JobQueue
  private let afterwards: (Job.Outcome) -> Void
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var work: Work?
  /// Nil until the job is done.
  private var info: ReportInfo?
  private var found: [String] = []

  public init(
    job: Job, on queue: JobQueue, afterwards: @escaping (Job.Outcome) -> Void = { _ in },
    _ work: @escaping Work
  ) {
    (self.job, self.queue, self.work, self.afterwards) = (job, queue, work, afterwards)
  }

  /// Starts the job, once. Errors: `released`, and those of `prepare`.
  public func start(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    try prepare(job)
    let work = lock.locked { () -> Work? in
      defer { self.work = nil }
      return self.work
    }
    try queue.run(
      job, work: { [self] (job) throws(AhaError) in try work?(job, self) }, afterwards: afterwards)
  }

  /// Stores the result of the job.
  public func fill(_ info: ReportInfo, lines: [String]) {
    lock.locked {
      self.info = info
      self.info?.lineCount = lines.count
      found = lines
    }
  }

  /// Errors: `state`.
  public func getInfo() throws(AhaError) -> ReportInfo { try done().info }

  /// Errors: `state`.
  public func lines() throws(AhaError) -> [String] { try done().lines }

  private func done() throws(AhaError) -> (info: ReportInfo, lines: [String]) {
    let done = lock.locked { info.map { ($0, found) } }
    guard let done else { throw AhaError(.state, "its job is not done") }
    return done
  }
}

extension OpenLibrary {
  /// A scan; its job is started with the report. Errors: those of `Scan`.
  public func startScan(_ settings: ScanSettings) throws(AhaError) -> Report {
    let job = Job()
    let scan = try Scan(library: library, settings: settings, job: job)
    return Report(job: job, on: jobs) { (job, report) throws(AhaError) in
      var scan = scan
      job.enter(.scanning)
      // A failed scan also reports its results so far.
      defer { report.fill(scan.report.info, lines: scan.report.troubles) }
      _ = try scan.run()
    }
  }
}

extension ScanReport {
  fileprivate var info: ReportInfo {
    var info = ReportInfo()
    (info.seen, info.added, info.changed) = (files, added, changed)
    (info.moved, info.unchanged) = (moved, unchanged)
    (info.missing, info.undecodable) = (missing, undecodable)
    return info
  }
}
