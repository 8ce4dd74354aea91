import AhaAnalysis
import AhaBase
import AhaEngine
import AhaPiece
import CAha

/// Handle object of an analysis, which may still run.
/// Threads: any.
final class AnalysisBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_ANALYSIS, "analysis") }
  private let lock = Lock()
  private var analysis: Analysis?
  private var failure: AhaError?

  init(_ analysis: Analysis? = nil) { self.analysis = analysis }

  /// Errors: `state` while it runs and after a failure.
  func done() throws(AhaError) -> Analysis {
    lock.lock()
    defer { lock.unlock() }
    if let analysis { return analysis }
    guard let failure else { throw AhaError(.state, "the analysis is not done") }
    throw AhaError(.state, "the analysis failed: \(failure.line)")
  }

  /// Runs the work of the job and stores its result. Errors: those of `work`.
  func listen(_ work: () throws(AhaError) -> Analysis) throws(AhaError) {
    do throws(AhaError) {
      let found = try work()
      lock.locked { analysis = found }
    } catch {
      lock.locked { failure = error }
      throw error
    }
  }
}

/// Thread pool of all analyses; exists while one of them waits or runs.
enum AnalysisJobs {
  private static let lock = StaticLock()
  nonisolated(unsafe) private static var queue: JobQueue?
  nonisolated(unsafe) private static var count = 0

  /// Held by a job until it has ended or failed to start.
  private final class Turn {
    deinit { AnalysisJobs.leave() }
  }

  static func start(
    _ work: @escaping JobQueue.Work, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let (queue, turn) = (enter(), Turn())
    try queue.start({ (job) throws(AhaError) in
      try withExtendedLifetime(turn) { () throws(AhaError) in try work(job) }
    }, prepare: prepare)
  }

  private static func enter() -> JobQueue {
    lock.locked {
      count += 1
      let current = queue ?? JobQueue()
      queue = current
      return current
    }
  }

  private static func leave() {
    let idle: JobQueue? = lock.locked {
      count -= 1
      guard count == 0 else { return nil }
      defer { queue = nil }
      return queue
    }
    idle?.endWhenIdle()
  }
}

extension Analysis {
  /// Results below these limits are left to a person.
  private static let leastConfidence = 0.2
  private static let leastLoop = 0.8

  /// Properties of a piece that consists of this sound.
  var guess: Piece.Guess {
    var guess = Piece.Guess()
    guess.length = microseconds(frames)
    if tempo.confidence >= Analysis.leastConfidence, !tempo.isOctaveOpen {
      // Hundredths: more digits would claim a precision that the measurement lacks.
      guess.tempo = tempo.bpm.map { (100 * $0).rounded() / 100 }
    }
    if key.confidence >= Analysis.leastConfidence { guess.tonality = tonality }
    if let best = loops.first, best.quality >= Analysis.leastLoop {
      guess.loop = Piece.Loop(start: microseconds(best.start), end: microseconds(best.end))
    }
    return guess
  }

  var tonality: Tonality {
    if key.isUnknown { return .unknown }
    return key.isAtonal ? .atonal : Tonality(scale: UInt32(key.mask), root: UInt32(key.root))
  }

  private func microseconds(_ frame: Int) -> Int64 {
    Int64((Double(frame) * 1e6 / Double(sampleRate)).rounded())
  }
}
