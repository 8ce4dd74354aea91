import AhaBase
import AhaCodec

/// An analysis that is done, or the result of a job.
///
/// Threads: any.
public final class AnalysisRun {
  public typealias Work = (Job) throws(AhaError) -> Analysis

  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var analysis: Analysis?
  private var failure: AhaError?
  private var work: Work?

  public init(_ analysis: Analysis) { self.analysis = analysis }

  /// - Parameter work: The work of the job that `start` starts.
  public init(_ work: @escaping Work) { self.work = work }

  /// Starts the job, once. Errors: `system`, those of `prepare`. Errors of the job: those of
  /// `work`.
  public func start(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    try WorkJobs.start({ [self] (job) throws(AhaError) in try listen(job) }, prepare: prepare)
  }

  private func listen(_ job: Job) throws(AhaError) {
    let work = lock.locked { () -> Work? in
      defer { self.work = nil }
      return self.work
    }
    do throws(AhaError) {
      let found = try work?(job)
      lock.locked { analysis = found }
    } catch {
      lock.locked { failure = error }
      throw error
    }
  }

  /// Errors: `state` while it runs and after a failure.
  public func done() throws(AhaError) -> Analysis {
    lock.lock()
    defer { lock.unlock() }
    if let analysis { return analysis }
    guard let failure else { throw AhaError(.state, "the analysis is not done") }
    throw AhaError(.state, "the analysis failed: \(failure.line)")
  }
}

extension Analysis {
  /// Analyzes a stream within a job. Errors: those of reading, `cancelled`.
  public init(
    of stream: any ByteStream, job: Job, maxSeconds: Double = 0
  ) throws(AhaError) {
    job.enter(.decoding)
    let reader = try FrameReader(stream.reading(until: job.cancellation))
    try self.init(of: reader, maxSeconds: maxSeconds) { done in
      job.report(frames: done, of: max(done, reader.expectedFrames))
      return !job.isCancelled
    }
  }
}
