import AhaBase
import AhaCodec
import AhaEngine
import AhaPiece

/// One running bounce.
struct BounceRun {
  private let document: Document
  private let bounce: Bounce
  private let job: Job

  init(_ document: Document, bounce: Bounce, job: Job) {
    (self.document, self.bounce, self.job) = (document, bounce, job)
  }

  func run(to output: Output, settings: EncodeSettings) throws(AhaError) {
    let writer = try OutputWriter(output, settings: settings, job: job)
    let frames = try render(settings) { (samples, count) throws(AhaError) in
      try writer.write(samples, count: count)
    }
    try writer.finish()
    guard case .file(let path) = output else { return }
    try writeChapters(to: path, settings, frames: frames)
  }

  /// Writes the markers in the bounced region as chapters, with the title of the project.
  private func writeChapters(
    to path: FilePath, _ settings: EncodeSettings, frames: Int64
  ) throws(AhaError) {
    guard [.m4a, .mp3, .flac, .ogg].contains(settings.container) else { return }
    let length = frames * 1_000_000 / Int64(settings.sampleRate)
    let chapters = try document.markers().map {
      Piece.Chapter(start: $0.time - bounce.begin, end: 0, title: $0.name)
    }.filter { (0..<length).contains($0.start) }.prefix(Piece.maxChapters)
    if chapters.isEmpty { return }
    let title = try document.settings().title
    try Piece.write(Array(chapters), title: title, length: length, to: path)
  }

  /// Renders in portions, and returns the count of frames; without the limiter if the writer brings
  /// the file to a level.
  private func render(
    _ settings: EncodeSettings, _ write: (Floats, Int) throws(AhaError) -> Void
  ) throws(AhaError) -> Int64 {
    let engine = try makeEngine(hasLimiter: bounce.hasLimiter && settings.level == nil)
    defer { engine.close() }
    job.enter(.decoding)
    var options = Session.Options()
    options.scope = bounce.scope
    options.mode = .auto
    options.refusesDamage = true
    options.ownsEngine = true
    options.cancellation = job.cancellation
    let session = try Session(document, on: engine, options: options)
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
      throw AhaError(.empty, "\(document.path.text): there is nothing to render")
    }
    job.enter(.rendering)
    let total = settings.work(end - begin)
    var done: Int64 = 0
    let watched = { (samples: Floats, count: Int) throws(AhaError) in
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
    return done
  }

  /// Passes the session's events to the job and to the log: no host reads those of the bounce's own
  /// engine.
  private func passEvents(of engine: Engine) {
    while let event = engine.nextEvent() {
      // Nothing is missing, and no host sets the limit of this engine.
      if event.kind == .soundStreamed { continue }
      job.post(event)
      Log.warning("bounce of \(document.path.text): event \(event.kind.number): \(event.line)")
    }
  }

  private func makeEngine(hasLimiter: Bool) throws(AhaError) -> Engine {
    var settings = EngineSettings()
    settings.sampleRate = try bounce.sampleRate(of: document)
    settings.isOffline = true
    settings.threads = bounce.threads
    settings.hasLimiter = hasLimiter
    settings.panLaw = bounce.panLaw
    let (tracks, buses) = (Int(try document.trackCount()), Int(try document.busCount()))
    settings.maxPlayers = max(1, tracks)
    // A track or bus with sends or side-chains has one or two buses, besides two spare ones.
    let links = (try document.sends().count, try document.keys().count)
    settings.maxBuses = links == (0, 0) ? max(1, buses) : 2 * (tracks + buses) + 2
    // Besides, tracks and buses have faders, and a track that follows the tempo has a pitch effect.
    settings.maxEffects = try document.allEffects().count + 2 * tracks + buses + 1
    return try Engine(settings)
  }
}
