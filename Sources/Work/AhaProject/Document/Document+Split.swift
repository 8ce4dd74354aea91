import AhaBase
import AhaDSP
import AhaStore

extension Document {
  /// Overlap of the parts of a split track. Units: 1/s. A linear crossfade of the same samples
  /// changes nothing.
  private static let overlapsPerSecond: Int64 = 100

  /// Splits a track at a time of the project: the track keeps the first part, and a new track
  /// behind it, with copies of its effects, lanes and sends, has the second one.
  /// Errors: `notFound`, `invalidArgument` (not inside its sound; in reverse without an end),
  /// `unsupported` (it loops), and those of every edit.
  public func splitTrack(_ id: ID, at time: Int64) throws(AhaError) -> ID {
    let whole = try track(id)
    let (first, second) = try parts(of: whole, at: time)
    return try history.change("split track") { (database) throws(AhaError) in
      try writeClip(database, of: id, track: first)
      try insert(database, track: second)
      let new = database.lastID
      try writeSpeed(database, of: new, track: second)
      try writeClip(database, of: new, track: second)
      try writeTempo(database, of: new, track: second)
      try TrackCopy(database: database).copy(from: id, to: new)
      let ranks = trackRanks(database)
      if let index = try ranks.ids().firstIndex(of: id) { try ranks.move(new, to: index + 1) }
      return new
    }
  }

  /// Computed in frames of the project, so that both parts play the same frames where they overlap.
  private func parts(of whole: Track, at time: Int64) throws(AhaError) -> (Track, Track) {
    if whole.loopCount != 0 {
      throw AhaError(.unsupported, "track \(whole.id) loops: end its loop before you split it")
    }
    if whole.isReversed, whole.end == 0 {
      throw AhaError(
        .invalidArgument, "track \(whole.id) plays backwards: set the end of its sound first")
    }
    let clock = FrameClock(rate: Int64(try settings().sampleRate))
    let points = try speedPoints(of: whole)
    let path = SpeedPath(points, speed: whole.speed)
    /// Frames of the sound up to a frame of the project.
    func played(_ frame: Int64) -> Int64 {
      if points.isEmpty, whole.speed == 1 { return frame - clock.frames(whole.start) }
      let distance = path.distance(from: whole.start, to: clock.time(frame))
      return Int64((distance * Double(clock.rate) / 1e6).rounded())
    }
    let half = clock.rate / Document.overlapsPerSecond / 2
    let middle = clock.frames(time)
    let (before, after) = (middle - half, middle + half)
    let (begin, end) = (clock.frames(whole.begin), clock.frames(whole.end))
    guard before > clock.frames(whole.start), whole.end == 0 || played(after) < end - begin else {
      throw AhaError(
        .invalidArgument,
        "split at \(time) us, which is not inside the sound of track \(whole.id)")
    }
    var (first, second) = (whole, whole)
    first.fadeOut = ClipFade(clock.time(2 * half))
    second.fadeIn = first.fadeOut
    second.start = clock.time(before)
    if whole.isReversed {
      first.begin = clock.time(end - played(after))
      second.end = clock.time(end - played(before))
    } else {
      first.end = clock.time(begin + played(after))
      second.begin = clock.time(begin + played(before))
    }
    return (first, second)
  }

  /// The points that move the speed of a track: of the tempo that it follows, or of its lane.
  func speedPoints(of track: Track) throws(AhaError) -> [AutomationPoint] {
    if track.tempo != 0 { return try tempoRatios(of: track) }
    let lane = try lanes().first { $0.isSpeed(of: track.id) && $0.mode.plays }
    return try lane.map { (lane) throws(AhaError) in try points(of: lane.id) } ?? []
  }
}

/// Frames at a rate, and microseconds. A frame's time is that of the same frame.
private struct FrameClock {
  let rate: Int64

  func frames(_ time: Int64) -> Int64 { Session.scale(time, factor: rate, divisor: 1_000_000) }
  func time(_ frame: Int64) -> Int64 { Session.scale(frame, factor: 1_000_000, divisor: rate) }
}

/// Owner of effects and lanes, as their tables have it.
private struct RowOwner {
  var track = Value.null
  var bus = Value.null
  var effect = Value.null
}

/// Copies what belongs to a track. Invariant: inside an edit.
private struct TrackCopy {
  let database: Database

  /// Effects, lanes and sends, with the effects and lanes of these.
  func copy(from track: Document.ID, to new: Document.ID) throws(AhaError) {
    let (from, to) = (RowOwner(track: .integer(track)), RowOwner(track: .integer(new)))
    try copyEffects(of: from, to: to)
    try copyLanes(of: from, to: to)
    var sends: [Document.ID] = []
    try database.each("SELECT bus FROM send WHERE track = ? ORDER BY bus", .integer(track)) {
      (row) throws(AhaError) in sends.append(row.integer(0))
    }
    for send in sends { try copySend(send, to: new) }
  }

  private func copySend(_ send: Document.ID, to track: Document.ID) throws(AhaError) {
    try database.run(
      """
      INSERT INTO bus (name, parent, gain_db, pan, muted, soloed, rank)
      SELECT name, parent, gain_db, pan, muted, soloed, rank FROM bus WHERE id = ?
      """, .integer(send))
    let new = database.lastID
    try database.run(
      """
      INSERT INTO send (bus, track, before_fader)
      SELECT ?2, ?3, before_fader FROM send WHERE bus = ?1
      """, .integer(send), .integer(new), .integer(track))
    let (from, to) = (RowOwner(bus: .integer(send)), RowOwner(bus: .integer(new)))
    try copyEffects(of: from, to: to)
    try copyLanes(of: from, to: to)
  }

  private func copyEffects(of owner: RowOwner, to new: RowOwner) throws(AhaError) {
    let effects = try ids(
      """
      SELECT id FROM effect WHERE track IS ?1 AND bus IS ?2 AND ?3 IS NULL ORDER BY rank, id
      """, of: owner)
    for effect in effects {
      try database.run(
        """
        INSERT INTO effect (track, bus, kind, bypassed, rank)
        SELECT ?2, ?3, kind, bypassed, rank FROM effect WHERE id = ?1
        """, .integer(effect), new.track, new.bus)
      try copyContent(of: effect, to: database.lastID)
    }
  }

  private func copyContent(of effect: Document.ID, to new: Document.ID) throws(AhaError) {
    let copies: [StaticString] = [
      """
      INSERT INTO effect_value (effect, parameter, value)
      SELECT ?2, parameter, value FROM effect_value WHERE effect = ?1
      """,
      """
      INSERT INTO impulse (effect, path, hash, file_bytes, file_time_ns, normalized)
      SELECT ?2, path, hash, file_bytes, file_time_ns, normalized FROM impulse WHERE effect = ?1
      """,
      "INSERT INTO plugin (effect, uri, state) SELECT ?2, uri, state FROM plugin WHERE effect = ?1",
      """
      INSERT INTO sidechain (effect, track, bus)
      SELECT ?2, track, bus FROM sidechain WHERE effect = ?1
      """,
    ]
    for copy in copies { try database.run(copy, .integer(effect), .integer(new)) }
    try copyLanes(
      of: RowOwner(effect: .integer(effect)), to: RowOwner(effect: .integer(new)))
  }

  private func copyLanes(of owner: RowOwner, to new: RowOwner) throws(AhaError) {
    let lanes = try ids(
      "SELECT id FROM lane WHERE track IS ?1 AND bus IS ?2 AND effect IS ?3", of: owner)
    for lane in lanes {
      try database.run(
        """
        INSERT INTO lane (track, bus, effect, parameter, mode)
        SELECT ?2, ?3, ?4, parameter, mode FROM lane WHERE id = ?1
        """, .integer(lane), new.track, new.bus, new.effect)
      try database.run(
        """
        INSERT INTO point (lane, time_us, value, curve)
        SELECT ?2, time_us, value, curve FROM point WHERE lane = ?1
        """, .integer(lane), .integer(database.lastID))
    }
  }

  private func ids(_ sql: StaticString, of owner: RowOwner) throws(AhaError) -> [Document.ID] {
    var ids: [Document.ID] = []
    try database.each(sql, owner.track, owner.bus, owner.effect) { (row) throws(AhaError) in
      ids.append(row.integer(0))
    }
    return ids
  }
}
