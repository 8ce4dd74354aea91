import AhaBase
import AhaDSP
import AhaEngine

/// Plays a project on an engine: its tracks are players on the engine's timeline.
///
/// `update` applies the project's edits without clicks, while the rest continues to play.
/// Threads: any, one at a time; `init` and `update` read files.
public final class Session {
  public struct Options: Sendable {
    /// Streamed or in memory.
    public var mode = Sound.Mode.auto
    public var scope = Bounce.Scope.everything
    /// Throws for a damaged sound, instead of a silent track.
    var refusesDamage = false
    /// The engine plays nothing else and is closed with the session, so nothing is removed from it.
    var ownsEngine = false
    /// Ends `init` and `update` with `cancelled`.
    var cancellation: Cancellation?

    public init() {}
  }

  public let document: Document
  public let engine: Engine
  public let timeline: Timeline
  let options: Options
  let lock = Lock()
  // Invariant: access holds `lock`.
  var buses: [Document.ID: SessionStrip] = [:]
  var tracks: [Document.ID: SessionTrack] = [:]
  var lanes: [Document.ID: SessionLane] = [:]
  /// The chain of each effect that is played.
  var chains: [Document.ID: SessionChain] = [:]
  var links: SessionLinks?
  /// By effect.
  var keyed: [Document.ID: SessionKey] = [:]
  /// Plays tracks and buses that are not heard directly.
  var sink: Bus?
  /// The key of effects whose track has no sound.
  var silence: Bus?
  var passes = MoveRecorder()
  /// Finished passes that are not in the project yet, because saving failed.
  var unsaved: [RecordedPass] = []
  var silent: [Document.ID] = []
  private var revision: UInt64 = 0
  private var isClosed = false

  /// Errors: those of the project; `limit` (the engine's players, buses or effects), `released`.
  public init(
    _ document: Document, on engine: Engine, options: Options = Options()
  ) throws(AhaError) {
    self.document = document
    self.engine = engine
    self.options = options
    timeline = try engine.timeline()
    do throws(AhaError) { try update() } catch {
      close()
      throw error
    }
  }

  /// Applies all edits since the last update. Errors: as `init`.
  public func update() throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { throw AhaError(.released, "the session is released") }
    let now = try document.history.changes(since: revision)
    var changes = now.changes
    if revision == 0 { changes.isEverything = true }
    do throws(AhaError) { try follow(changes) } catch {
      // Routes change one by one: the engine may refuse a loop of a new one and one that has yet to
      // change.
      guard error.code == .invalidArgument, revision > 0 else { throw error }
      removeAll()
      changes.isEverything = true
      try follow(changes)
    }
    revision = now.revision
  }

  private func follow(_ changes: Changes) throws(AhaError) {
    if changes.isEmpty { return }
    var isOther = changes.isEverything
    let isRouted = !changes.buses.isEmpty || !changes.tracks.isEmpty || !changes.effects.isEmpty
    if isOther || isRouted {
      let new = try SessionLinks(document, scope: options.scope)
      isOther = isOther || needsRebuild(for: new)
      dropKeys(for: new)
      links = new
    }
    if isOther || !changes.buses.isEmpty { try matchBuses() }
    if isOther || !changes.tracks.isEmpty {
      try matchTracks(isOther ? nil : changes.tracks)
    }
    if isOther || isRouted {
      try matchSends()
      try matchChains(isOther ? nil : changes.effects)
      try matchKeys()
    }
    if isOther || !changes.buses.isEmpty || !changes.tracks.isEmpty { try matchFaders() }
    try endTempos()
    if isOther || isRouted || !changes.lanes.isEmpty {
      try matchLanes(isOther ? nil : changes.points)
    } else {
      for (id, times) in changes.points {
        if let lane = lanes[id] { try update(lane, rows: times) }
      }
    }
    try matchTempos()
    // The lanes of speeds and the tempo decide where sounds end.
    try matchClips()
  }

  /// Removes everything from the engine; the engine continues.
  public func close() {
    lock.lock()
    defer { lock.unlock() }
    isClosed = true
    if !options.ownsEngine { removeAll() }
  }

  private func removeAll() {
    for id in tracks.keys.sorted() { tracks[id]?.end(timeline) }
    for id in buses.keys.sorted() { buses[id]?.end() }
    tracks = [:]
    buses = [:]
    lanes = [:]
    chains = [:]
    keyed = [:]
    sink?.release()
    silence?.release()
    (sink, silence) = (nil, nil)
  }

  /// Each step that belongs to one track, bus, effect or lane begins with it. Errors: `cancelled`.
  func throwIfCancelled() throws(AhaError) {
    if isCancelled { throw AhaError(.cancelled, "cancelled by the host") }
  }

  var isCancelled: Bool { options.cancellation?.isWanted == true }

  // MARK: Time

  /// Converts microseconds to frames of the engine.
  public func frames(_ microseconds: Int64) -> Int64 {
    Session.scale(microseconds, factor: Int64(engine.settings.sampleRate), divisor: 1_000_000)
  }

  /// Converts frames of the engine to microseconds. Converting back returns the same frame.
  public func microseconds(_ frames: Int64) -> Int64 {
    Session.scale(frames, factor: 1_000_000, divisor: Int64(engine.settings.sampleRate))
  }

  /// value * factor / divisor, rounded, saturating. Precondition: factor * divisor is an Int64.
  static func scale(_ value: Int64, factor: Int64, divisor: Int64) -> Int64 {
    let (whole, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return whole.timesClamped(factor).plusClamped((rest * factor + divisor / 2) / divisor)
  }
}
