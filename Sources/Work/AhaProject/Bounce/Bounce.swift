import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine

/// Settings of a bounce: the rendering of a project to a file.
public struct Bounce: Sendable {
  public enum Scope: Equatable, Sendable {
    case everything
    /// A track with its effects, without those of its buses.
    case track(Project.ID)
    /// A bus with its effects and everything that is routed into it.
    case bus(Project.ID)
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
  /// Loudness target in LUFS; nil: unchanged.
  public var loudness: Double?
  /// Ceiling in dBTP, for a loudness target.
  public var ceilingDb: Float = -1
  /// 0: the project's rate.
  public var sampleRate = 0
  /// Whether the engine's limiter after the master bus is active.
  public var hasLimiter = true

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
    if case .file(let path) = output { try requireOutput(path) }
    try jobs.start(
      { [self] (job) throws(AhaError) in
        try BounceRun(self, bounce: bounce, job: job).run(to: output, settings: settings)
      }, prepare: prepare)
  }

  /// The sample rate of a bounce. Errors: those of reading.
  public func sampleRate(of bounce: Bounce) throws(AhaError) -> Int {
    bounce.sampleRate > 0 ? bounce.sampleRate : Int(try settings().sampleRate)
  }
}

extension Bounce {
  fileprivate func check() throws(AhaError) {
    let end = end ?? Project.longest
    guard begin >= 0, begin < end, end <= Project.longest else {
      throw AhaError(.invalidArgument, "from \(begin) to \(end) us is not a range of a project")
    }
    guard (1...64).contains(threads) else {
      throw AhaError(.invalidArgument, "the thread count \(threads) is outside of 1 to 64")
    }
    if let loudness, !(-70...0).contains(loudness) {
      throw AhaError(.invalidArgument, "the loudness \(loudness) LUFS is outside of -70 to 0")
    }
    guard (-20...0).contains(ceilingDb) else {
      throw AhaError(.invalidArgument, "the ceiling \(ceilingDb) dBTP is outside of -20 to 0")
    }
  }
}

/// One running bounce.
struct BounceRun {
  private let project: Project
  private let bounce: Bounce
  private let job: Job

  init(_ project: Project, bounce: Bounce, job: Job) {
    (self.project, self.bounce, self.job) = (project, bounce, job)
  }

  func run(to output: Output, settings: EncodeSettings) throws(AhaError) {
    guard let target = bounce.loudness else {
      let writer = try OutputWriter(output, settings: settings, job: job)
      try render(hasLimiter: bounce.hasLimiter) { (samples, count) throws(AhaError) in
        try writer.write(samples, count: count)
      }
      return try writer.finish()
    }
    let take = try MasterTape(for: output, sampleRate: try project.sampleRate(of: bounce))
    try render(hasLimiter: false) { (samples, count) throws(AhaError) in
      try take.add(samples, count: count)
    }
    try Mastering(take, target: target, ceilingDb: bounce.ceilingDb, job: job).run(
      to: output, settings: settings)
  }

  /// Renders in portions.
  private func render(
    hasLimiter: Bool, _ write: (UnsafePointer<Float>, Int) throws(AhaError) -> Void
  ) throws(AhaError) {
    let engine = try makeEngine(hasLimiter: hasLimiter)
    defer { engine.close() }
    job.enter(.decoding)
    var options = Session.Options()
    options.scope = bounce.scope
    options.mode = .auto
    options.refusesDamage = true
    options.ownsEngine = true
    options.cancellation = job.cancellation
    let session = try Session(project, on: engine, options: options)
    defer { session.close() }
    passEvents(of: engine)
    let begin = session.frames(bounce.begin)
    let end: Int64
    if let requested = bounce.end {
      end = session.frames(requested)
    } else {
      end = try session.end()
    }
    guard end > begin else {
      throw AhaError(.empty, "\(project.path.text): there is nothing to render")
    }
    job.enter(.rendering)
    // Adds the passes for the loudness, which cost a fraction of the rendering.
    let total = (end - begin) + (bounce.loudness == nil ? 0 : (end - begin) / 4)
    var done: Int64 = 0
    let watched = { (samples: UnsafePointer<Float>, count: Int) throws(AhaError) in
      try job.throwIfCancelled()
      try write(samples, count)
      done += Int64(count)
      job.report(frames: min(done, end - begin), of: total)
    }
    try session.timeline.start(from: begin)
    // Without an end, the timeline stops after the last sound, so nothing is cut.
    if bounce.hasTail, bounce.end != nil { try session.timeline.stop(at: end - begin) }
    try engine.renderOffline(frames: end - begin, watched)
    if bounce.hasTail { try engine.renderOffline(frames: nil, watched) }
  }

  /// Passes the session's events to the job and to the log: no host reads those of the bounce's own
  /// engine.
  private func passEvents(of engine: Engine) {
    while let event = engine.nextEvent() {
      job.post(event)
      Log.warning("bounce of \(project.path.text): event \(event.kind.number): \(event.line)")
    }
  }

  private func makeEngine(hasLimiter: Bool) throws(AhaError) -> Engine {
    var settings = EngineSettings()
    settings.sampleRate = try project.sampleRate(of: bounce)
    settings.isOffline = true
    settings.threads = bounce.threads
    settings.hasLimiter = hasLimiter
    let (tracks, buses) = (Int(try project.trackCount()), Int(try project.busCount()))
    settings.maxPlayers = max(1, tracks)
    // A track or bus with sends or side-chains has one or two buses, besides two spare ones.
    let links = (try project.sends().count, try project.keys().count)
    settings.maxBuses = links == (0, 0) ? max(1, buses) : 2 * (tracks + buses) + 2
    settings.maxEffects = try project.allEffects().count + tracks + buses + 1
    return try Engine(settings)
  }
}

extension Session {
  /// The end of the last sound in frames, at most that of `Project.longest`; tails may follow.
  /// Errors: `state` (one loops for ever).
  public func end() throws(AhaError) -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    var last: Int64 = 0
    let speeds = speedLanes()
    for id in tracks.keys.sorted() {
      guard let track = tracks[id], let row = track.row, links?.isHeard(.track(id)) ?? true
      else { continue }
      if row.loopCount < 0 {
        throw AhaError(.state, "track \(id) loops forever: set an end")
      }
      last = max(
        last, end(of: row, length: track.player.length, path: speedPath(of: row, lane: speeds[id])))
    }
    return min(last, frames(Project.longest))
  }

  private func end(of row: Project.Track, length: Int64, path: SpeedPath?) -> Int64 {
    let begin = frames(row.loopBegin)
    let period = max(0, min(frames(row.loopEnd), length) - begin)
    let played = length.plusClamped(period.timesClamped(row.loopCount))
    guard let path else { return frames(row.start).plusClamped(played) }
    let rate = Double(engine.settings.sampleRate) / 1e6
    let end = path.time(from: row.start, distance: Double(played) / rate) * rate
    return frames(row.start).plusClamped(Int64(min(end.rounded(.up), Double(Int64.max / 4))))
  }

  /// By track. Invariant: the caller holds `lock`.
  private func speedLanes() -> [Project.ID: SessionLane] {
    var speeds: [Project.ID: SessionLane] = [:]
    for lane in lanes.values where lane.row.isSpeed {
      if case .track(let id) = lane.row.target { speeds[id] = lane }
    }
    return speeds
  }

  /// Nil: speed 1.
  private func speedPath(of row: Project.Track, lane: SessionLane?) -> SpeedPath? {
    let points = lane.map { $0.row.mode.plays ? $0.points : [] } ?? []
    return row.speed == 1 && points.isEmpty ? nil : SpeedPath(points, speed: row.speed)
  }
}
