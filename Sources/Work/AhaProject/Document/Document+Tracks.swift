import AhaBase
import AhaDSP
import AhaStore

extension Document {
  /// From one id to another, in order.
  private static let selectTracks: StaticString = """
    SELECT id, name, bus, path, hash, file_bytes, file_time_ns, start_us, loop_begin_us,
      loop_end_us, loop_count, gain_db, pan, muted, soloed, coalesce(speed, 1), reversed,
      coalesce(begin_us, 0), coalesce(end_us, 0), coalesce(fade_in_us, 0),
      coalesce(fade_in_curve, 0), coalesce(fade_out_us, 0), coalesce(fade_out_curve, 0),
      coalesce(tempo_bpm, 0)
    FROM track LEFT JOIN varispeed ON varispeed.track = track.id
      LEFT JOIN clip ON clip.track = track.id LEFT JOIN follow ON follow.track = track.id
    WHERE id BETWEEN ? AND ? ORDER BY rank, id
    """

  /// All tracks, in order.
  public func tracks() throws(AhaError) -> [Track] {
    try store.locked { (database) throws(AhaError) in
      var tracks: [Track] = []
      try database.each(
        Document.selectTracks, .integer(.min), .integer(.max)
      ) { (row) throws(AhaError) in tracks.append(try readTrack(row)) }
      return tracks
    }
  }

  /// Errors: `notFound`.
  public func track(_ id: ID) throws(AhaError) -> Track {
    try store.locked { (database) throws(AhaError) in try track(database, id: id) }
  }

  public func trackCount() throws(AhaError) -> Int64 { try count("SELECT count(*) FROM track") }

  /// Errors: `invalidArgument`.
  public func track(at index: Int64) throws(AhaError) -> ID {
    try id("SELECT id FROM track ORDER BY rank, id LIMIT 1 OFFSET ?", at: index, what: "tracks")
  }

  func track(_ database: Database, id: ID) throws(AhaError) -> Track {
    let found = try database.first(
      Document.selectTracks, .integer(id), .integer(id)
    ) { (row) throws(AhaError) in try readTrack(row) }
    guard let found else { throw missing("track", id: id) }
    return found
  }

  private func readTrack(_ row: Row) throws(AhaError) -> Track {
    let file = SoundFile(
      path: row.path(3), hash: row.text(4), bytes: row.integer(5), modified: row.integer(6))
    var track = Track(file: file)
    track.id = row.integer(0)
    try requireID(track.id, what: "track")
    track.name = row.text(1)
    track.bus = row.integer(2)
    track.start = row.integer(7)
    track.loopBegin = row.integer(8)
    track.loopEnd = row.integer(9)
    track.loopCount = row.integer(10)
    track.fader = readFader(row, from: 11)
    track.speed = row.real(15)
    track.isReversed = row.flag(16)
    (track.begin, track.end) = (row.integer(17), row.integer(18))
    track.fadeIn = readFade(row, from: 19)
    track.fadeOut = readFade(row, from: 21)
    track.tempo = row.real(23)
    do throws(AhaError) { try Require.content.track(track) } catch {
      throw AhaError(error.code, "\(path.text): track \(track.id): \(error.line)")
    }
    return track
  }

  private func readFade(_ row: Row, from column: Int32) -> ClipFade {
    let shape = FadeShape(rawValue: UInt32(clamping: row.integer(column + 1)))
    return ClipFade(row.integer(column), shape: shape ?? .linear)
  }

  func readFader(_ row: Row, from column: Int32) -> Fader {
    var fader = Fader()
    fader.gainDb = row.float(column)
    fader.pan = row.float(column + 1)
    fader.isMuted = row.flag(column + 2)
    fader.isSoloed = row.flag(column + 3)
    return fader
  }

  /// Adds a track; reads its whole file for the hash.
  /// - Parameter file: Relative to the current folder of the process, or absolute.
  /// Errors: `notFound`, `access`, `isDirectory`, and those of every edit.
  public func addTrack(
    _ file: FilePath, named name: String = "", bus: ID = Document.master, at start: Int64 = 0
  ) throws(AhaError) -> ID {
    try addTrack(file) { track in
      track.name = name
      track.bus = bus
      track.start = start
    }
  }

  /// The same; `adjust` sets the properties of the new track.
  public func addTrack(
    _ file: FilePath, _ adjust: (inout Track) throws(AhaError) -> Void
  ) throws(AhaError) -> ID {
    var track = Track(file: try sound(file))
    try adjust(&track)
    try Require.argument.track(track)
    return try history.change("add track") { (database) throws(AhaError) in
      try requireInput(database, id: track.bus)
      try insert(database, track: track)
      let id = database.lastID
      try writeSpeed(database, of: id, track: track)
      try writeClip(database, of: id, track: track)
      try writeTempo(database, of: id, track: track)
      return id
    }
  }

  func insert(_ database: Database, track: Track) throws(AhaError) {
    try database.run(
      """
      INSERT INTO track (name, bus, path, hash, file_bytes, file_time_ns, start_us, loop_begin_us,
        loop_end_us, loop_count, gain_db, pan, muted, soloed, rank)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        (SELECT min(coalesce(max(rank), -1), 9223372036854775806) + 1 FROM track))
      """,
      .text(track.name), .integer(track.bus), .path(track.file.path), .text(track.file.hash),
      .integer(track.file.bytes), .integer(track.file.modified), .integer(track.start),
      .integer(track.loopBegin), .integer(track.loopEnd), .integer(track.loopCount),
      .real(Double(track.fader.gainDb)), .real(Double(track.fader.pan)),
      .flag(track.fader.isMuted), .flag(track.fader.isSoloed))
  }

  func writeClip(_ database: Database, of id: ID, track: Track) throws(AhaError) {
    let (fadeIn, fadeOut) = (track.fadeIn, track.fadeOut)
    if track.begin == 0, track.end == 0, fadeIn.time == 0, fadeOut.time == 0 {
      return try database.run("DELETE FROM clip WHERE track = ?", .integer(id))
    }
    try database.run(
      """
      INSERT INTO clip VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (track) DO UPDATE SET begin_us = ?2, end_us = ?3, fade_in_us = ?4,
        fade_in_curve = ?5, fade_out_us = ?6, fade_out_curve = ?7
      """, .integer(id), .integer(track.begin), .integer(track.end), .integer(fadeIn.time),
      .integer(Int64(fadeIn.shape.rawValue)), .integer(fadeOut.time),
      .integer(Int64(fadeOut.shape.rawValue)))
  }

  func writeTempo(_ database: Database, of id: ID, track: Track) throws(AhaError) {
    if track.tempo == 0 {
      return try database.run("DELETE FROM follow WHERE track = ?", .integer(id))
    }
    try database.run(
      """
      INSERT INTO follow VALUES (?1, ?2) ON CONFLICT (track) DO UPDATE SET tempo_bpm = ?2
      """, .integer(id), .real(track.tempo))
  }

  func writeSpeed(
    _ database: Database, of id: ID, track: Track
  ) throws(AhaError) {
    if track.speed == 1, !track.isReversed {
      return try database.run("DELETE FROM varispeed WHERE track = ?", .integer(id))
    }
    try database.run(
      """
      INSERT INTO varispeed (track, speed, reversed) VALUES (?1, ?2, ?3)
      ON CONFLICT (track) DO UPDATE SET speed = ?2, reversed = ?3
      """, .integer(id), .real(track.speed), .flag(track.isReversed))
  }

  /// Writes all properties of a track except its file.
  /// Errors: `notFound`, `invalidArgument`, and those of every edit.
  public func setTrack(_ track: Track) throws(AhaError) {
    try Require.argument.track(track)
    try history.change("change track") { (database) throws(AhaError) in
      try requireInput(database, id: track.bus)
      try requireNoLoop(database, from: .track(track.id), to: .bus(track.bus))
      try database.run(
        """
        UPDATE track SET name = ?, bus = ?, start_us = ?, loop_begin_us = ?, loop_end_us = ?,
          loop_count = ?, gain_db = ?, pan = ?, muted = ?, soloed = ? WHERE id = ?
        """,
        .text(track.name), .integer(track.bus), .integer(track.start),
        .integer(track.loopBegin), .integer(track.loopEnd), .integer(track.loopCount),
        .real(Double(track.fader.gainDb)), .real(Double(track.fader.pan)),
        .flag(track.fader.isMuted), .flag(track.fader.isSoloed), .integer(track.id))
      try requireRow(database, what: "track", id: track.id)
      try writeSpeed(database, of: track.id, track: track)
      try writeClip(database, of: track.id, track: track)
      try writeTempo(database, of: track.id, track: track)
    }
  }

  /// Replaces the file of a track. Errors: as `addTrack`.
  public func setTrackFile(_ id: ID, to file: FilePath) throws(AhaError) {
    let sound = try sound(file)
    try history.change("change file") { (database) throws(AhaError) in
      try write(database, id: id, file: sound)
      try requireRow(database, what: "track", id: id)
    }
  }

  func write(_ database: Database, id: ID, file: SoundFile) throws(AhaError) {
    try database.run(
      "UPDATE track SET path = ?, hash = ?, file_bytes = ?, file_time_ns = ? WHERE id = ?",
      .path(file.path), .text(file.hash), .integer(file.bytes), .integer(file.modified),
      .integer(id))
  }

  /// Removes a track with its effects, lanes, sends and side-chains.
  public func removeTrack(_ id: ID) throws(AhaError) {
    try history.change("remove track") { (database) throws(AhaError) in
      // Each send is a bus of its own, into the bus that receives it.
      try database.run(
        "DELETE FROM bus WHERE id IN (SELECT bus FROM send WHERE track = ?)", .integer(id))
      try database.run("DELETE FROM track WHERE id = ?", .integer(id))
      try requireRow(database, what: "track", id: id)
    }
  }

  /// Moves a track to an index of the list. Errors: `notFound`, `invalidArgument`.
  public func moveTrack(_ id: ID, to index: Int) throws(AhaError) {
    try history.change("move track") { (database) throws(AhaError) in
      try trackRanks(database).move(id, to: index)
    }
  }

  func trackRanks(_ database: Database) -> Ranks {
    Ranks(
      database: database, list: "SELECT id FROM track ORDER BY rank, id",
      write: "UPDATE track SET rank = ?2 WHERE id = ?1 AND rank <> ?2")
  }
}
