import AhaBase
import AhaCodec
import AhaEngine

/// What of a project becomes a file.
public struct Bounce: Sendable {
  public enum Scope: Equatable, Sendable {
    case everything
    /// A track with its effects, without those of buses.
    case track(Project.ID)
    /// All that goes through a bus, with its effects.
    case bus(Project.ID)
  }

  public var scope = Scope.everything
  /// Microseconds of the project.
  public var begin: Int64 = 0
  /// Nil: until all is over.
  public var end: Int64?
  /// What still rings at the end is in the file.
  public var hasTail = true
  /// Threads that render.
  public var threads = 1
  /// In LUFS; nil: as it is.
  public var loudness: Double?
  /// In dBTP, for a loudness target.
  public var ceilingDb: Float = -1
  /// 0: the project's.
  public var sampleRate = 0
  /// The limiter that an engine has behind its master bus.
  public var hasLimiter = true

  public init() {}
}

extension Project {
  /// Starts a job that renders the project to an output.
  /// Errors: `invalidArgument`, `state` (a track loops for ever and there is no end), `system`; of
  /// the job: those of `Session`, of files and formats, `damaged` (a sound of a track),
  /// `empty` (there is nothing to be heard).
  public func startBounce(
    _ bounce: Bounce, to output: Output, _ settings: EncodeSettings,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try bounce.check()
    if case .file(let path) = output { try requireOutput(path) }
    try jobs.start(
      { [self] (job) throws(AhaError) in
        try BounceRun(self, bounce, job).run(to: output, settings)
      }, prepare: prepare)
  }

  /// The rate that a bounce has. Errors: those of reading.
  public func sampleRate(of bounce: Bounce) throws(AhaError) -> Int {
    bounce.sampleRate > 0 ? bounce.sampleRate : Int(try settings().sampleRate)
  }
}

extension Bounce {
  fileprivate func check() throws(AhaError) {
    let end = end ?? Project.longest
    guard begin >= 0, begin < end, end <= Project.longest else {
      throw AhaError(.invalidArgument, "from \(begin) to \(end) us is no part of a project")
    }
    guard (1...64).contains(threads) else {
      throw AhaError(.invalidArgument, "\(threads) threads are not 1 to 64")
    }
    if let loudness, !(-70...0).contains(loudness) {
      throw AhaError(.invalidArgument, "\(loudness) LUFS are not -70 to 0")
    }
    guard (-20...0).contains(ceilingDb) else {
      throw AhaError(.invalidArgument, "a ceiling of \(ceilingDb) dBTP is not -20 to 0")
    }
  }
}

/// One bounce under way.
struct BounceRun {
  private let project: Project
  private let bounce: Bounce
  private let job: Job

  init(_ project: Project, _ bounce: Bounce, _ job: Job) {
    (self.project, self.bounce, self.job) = (project, bounce, job)
  }

  func run(to output: Output, _ settings: EncodeSettings) throws(AhaError) {
    guard let target = bounce.loudness else {
      let writer = try OutputWriter(output, settings, job)
      try render(hasLimiter: bounce.hasLimiter) { (samples, count) throws(AhaError) in
        try writer.write(samples, count: count)
      }
      return try writer.finish()
    }
    let take = try MasterTape(for: output, sampleRate: try project.sampleRate(of: bounce))
    try render(hasLimiter: false) { (samples, count) throws(AhaError) in
      try take.add(samples, count: count)
    }
    try Mastering(take, target: target, ceilingDb: bounce.ceilingDb, job).run(to: output, settings)
  }

  /// Renders what is to be heard, in portions.
  private func render(
    hasLimiter: Bool, _ take: (UnsafePointer<Float>, Int) throws(AhaError) -> Void
  ) throws(AhaError) {
    let engine = try makeEngine(hasLimiter: hasLimiter)
    defer { engine.close() }
    job.enter(.decoding)
    var options = Session.Options()
    options.scope = bounce.scope
    options.mode = .auto
    options.refusesDamage = true
    let session = try Session(project, on: engine, options)
    defer { session.close() }
    let begin = session.frames(bounce.begin)
    let end: Int64
    if let asked = bounce.end { end = session.frames(asked) } else { end = try session.end() }
    guard end > begin else {
      throw AhaError(.empty, "\(project.path.text): there is nothing to be heard")
    }
    job.enter(.rendering)
    // Passes through what was rendered follow, for its loudness: a fraction of the work.
    let total = (end - begin) + (bounce.loudness == nil ? 0 : (end - begin) / 4)
    var done: Int64 = 0
    let watched = { (samples: UnsafePointer<Float>, count: Int) throws(AhaError) in
      try job.throwIfCancelled()
      try take(samples, count)
      done += Int64(count)
      job.report(frames: min(done, end - begin), of: total)
    }
    try session.timeline.start(from: begin)
    // Where it is over by itself, nothing is cut off.
    if bounce.hasTail, bounce.end != nil { try session.timeline.stop(at: end - begin) }
    try engine.renderOffline(frames: end - begin, watched)
    if bounce.hasTail { try engine.renderOffline(frames: nil, watched) }
  }

  private func makeEngine(hasLimiter: Bool) throws(AhaError) -> Engine {
    var settings = EngineSettings()
    settings.sampleRate = try project.sampleRate(of: bounce)
    settings.isOffline = true
    settings.threads = bounce.threads
    settings.hasLimiter = hasLimiter
    let (tracks, buses) = (try project.tracks().count, try project.buses().count)
    settings.maxPlayers = max(1, tracks)
    settings.maxBuses = max(1, buses)
    settings.maxEffects = try project.allEffects().count + tracks + buses + 1
    return try Engine(settings)
  }
}

extension Session {
  /// The frame at which the last sound is over, that of `Project.longest` at most; effects may ring
  /// on.
  /// Errors: `state` (one loops for ever).
  public func end() throws(AhaError) -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    var last: Int64 = 0
    for id in tracks.keys.sorted() {
      guard let track = tracks[id], let row = track.row else { continue }
      if row.loopCount < 0 {
        throw AhaError(.state, "track \(id) loops for ever: say where to end")
      }
      last = max(last, end(of: row, track.player.length))
    }
    return min(last, frames(Project.longest))
  }

  private func end(of row: Project.Track, _ length: Int64) -> Int64 {
    let begin = frames(row.loopBegin)
    let period = max(0, min(frames(row.loopEnd), length) - begin)
    let repeated = period.timesClamped(row.loopCount)
    return frames(row.start).plusClamped(length).plusClamped(repeated)
  }
}
