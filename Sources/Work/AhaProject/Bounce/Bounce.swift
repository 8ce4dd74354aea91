import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine

/// Settings of a bounce: the rendering of a project to a file.
public struct Bounce: Sendable {
  public enum Scope: Equatable, Sendable {
    case everything
    /// A track with its effects, without those of its buses.
    case track(Document.ID)
    /// A bus with its effects and everything that is routed into it.
    case bus(Document.ID)
  }

  public var scope = Scope.everything
  /// Microseconds of the project.
  public var begin: Int64 = 0
  /// Nil: the end of the last sound.
  public var end: Int64?
  /// Whether the file contains the tails of effects after the end.
  public var hasTail = true
  /// Count of render threads.
  public var threads = 1
  /// 0: the project's rate.
  public var sampleRate = 0
  /// Whether the engine's limiter after the master bus is active.
  public var hasLimiter = true
  public var panLaw = PanLaw.flat

  public init() {}
}

extension Project {
  /// Starts a job that renders the project to an output.
  /// Errors: `invalidArgument`, `state` (a track loops forever and `end` is nil), `system`; of the
  /// job: those of `Session`, of files and formats, `damaged` (a sound of a track), `empty`
  /// (nothing to render).
  public func startBounce(
    _ bounce: Bounce, to output: Output, settings: EncodeSettings,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try bounce.check()
    if case .file(let path) = output { try document.requireOutput(path) }
    try jobs.start(
      { [self] (job) throws(AhaError) in
        try BounceRun(document, bounce: bounce, job: job).run(to: output, settings: settings)
      }, prepare: prepare)
  }
}

extension Bounce {
  /// The sample rate of the file. Errors: those of reading.
  public func sampleRate(of document: Document) throws(AhaError) -> Int {
    sampleRate > 0 ? sampleRate : Int(try document.settings().sampleRate)
  }

  fileprivate func check() throws(AhaError) {
    let end = end ?? Document.longest
    guard begin >= 0, begin < end, end <= Document.longest else {
      throw AhaError(.invalidArgument, "from \(begin) to \(end) us is not a range of a project")
    }
    guard (1...64).contains(threads) else {
      throw AhaError(.invalidArgument, "the thread count \(threads) is outside of 1 to 64")
    }
  }
}
