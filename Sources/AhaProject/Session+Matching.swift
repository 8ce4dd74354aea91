import AhaBase
import AhaDSP
import AhaEngine

// How the engine comes to hold what the project says. The lock is held.
extension Session {
  func matchBuses() throws(AhaError) {
    let rows = try busRows()
    for (id, bus) in buses where !rows.contains(where: { $0.id == id }) {
      bus.end()
      buses[id] = nil
    }
    for row in rows { try matchBus(row, rows) }
  }

  /// Parents first, whatever the order of rows.
  @discardableResult
  private func matchBus(_ row: Project.Bus, _ rows: [Project.Bus]) throws(AhaError) -> SessionBus {
    var parent: SessionBus?
    // What is above the scope's bus is not made: that goes straight to the engine's master.
    if let above = row.above, let parentRow = rows.first(where: { $0.id == above }) {
      parent = try matchBus(parentRow, rows)
    }
    if let present = buses[row.id] {
      if let parent { try present.bus.setParent(parent.bus) }
      return present
    }
    let isMaster = row.id == Project.master
    let master = try engine.master()
    let bus = isMaster ? master : try engine.makeBus(into: parent?.bus ?? master)
    let made = try SessionBus(bus, engine)
    buses[row.id] = made
    return made
  }

  /// - Parameter edited: nil: all.
  func matchTracks(_ edited: Set<Int64>?) throws(AhaError) {
    let rows = try trackRows()
    for (id, track) in tracks where !rows.contains(where: { $0.id == id }) {
      track.end(timeline)
      tracks[id] = nil
    }
    silent.removeAll { id in !rows.contains { $0.id == id } }
    for row in rows where edited?.contains(row.id) ?? true { try matchTrack(row) }
  }

  private func matchTrack(_ row: Project.Track) throws(AhaError) {
    if let present = tracks[row.id], !present.hash.utf8.elementsEqual(row.file.hash.utf8) {
      present.end(timeline)
      tracks[row.id] = nil
    }
    if tracks[row.id] == nil { tracks[row.id] = try load(row) }
    guard let track = tracks[row.id] else { return }
    let old = track.row
    if old?.bus != row.bus, let bus = buses[row.bus] { try track.player.setBus(bus.bus) }
    if !isSameLoop(old, row) { try setLoop(of: track, row) }
    if old?.start != row.start {
      try timeline.setClip(of: track.player, start: frames(row.start))
    }
  }

  private func isSameLoop(_ old: Project.Track?, _ new: Project.Track) -> Bool {
    old?.loopBegin == new.loopBegin && old?.loopEnd == new.loopEnd
      && old?.loopCount == new.loopCount
  }

  /// A loop that the sound is too short for ends with the sound.
  private func setLoop(of track: SessionTrack, _ row: Project.Track) throws(AhaError) {
    let end = min(frames(row.loopEnd), track.player.length)
    let begin = frames(row.loopBegin)
    guard row.loopCount != 0, begin < end else {
      try track.player.setLoop(begin: 0, end: track.player.length, count: 0)
      return
    }
    let count = row.loopCount < 0 ? UInt32.max : UInt32(clamping: row.loopCount)
    try track.player.setLoop(begin: begin, end: end, count: count)
  }

  /// Nil when the sound is not there: the track is silent then, and the engine's events say so.
  private func load(_ row: Project.Track) throws(AhaError) -> SessionTrack? {
    silent.removeAll { $0 == row.id }
    let player: Player
    do throws(AhaError) {
      let sound = try loadSound(row)
      let master = try engine.master()
      player = try engine.makePlayer(
        of: sound, into: buses[row.bus]?.bus ?? master, Player.Options())
    } catch {
      guard error.isOfOneFile else { throw error }
      silent.append(row.id)
      engine.post(trackMissing: row.id, error)
      return nil
    }
    return try SessionTrack(player, hash: row.file.hash, engine)
  }

  private func loadSound(_ row: Project.Track) throws(AhaError) -> Sound {
    var sound = Sound.Options()
    sound.mode = options.mode
    switch try project.resolve(row.id) {
    case .present(let path), .moved(let path):
      return try engine.loadSound(FileStream(reading: path), sound)
    case .changed(let path):
      throw AhaError(.notFound, "track \(row.id): \(path.text) is another sound than it was")
    case .missing:
      throw AhaError(.notFound, "track \(row.id): \(row.file.path.text) is not there")
    }
  }

  func matchChains() throws(AhaError) {
    let all = try project.allEffects()
    for (id, bus) in buses { try bus.chain.match(all.filter { $0.owner == .bus(id) }) }
    for (id, track) in tracks { try track.chain.match(all.filter { $0.owner == .track(id) }) }
  }

  // MARK: Gain, pan, mute, solo

  func matchFaders() throws(AhaError) {
    let rows = try project.buses()
    let all = try project.tracks()
    let isSoloing = rows.contains { $0.fader.isSoloed } || all.contains { $0.fader.isSoloed }
    for row in rows {
      guard let bus = buses[row.id] else { continue }
      try bus.chain.set(row.fader, was: bus.row?.fader)
      if row.fader.isMuted != bus.bus.muted { try bus.bus.setMuted(row.fader.isMuted) }
      bus.row = row
    }
    for row in all {
      guard let track = tracks[row.id] else { continue }
      try track.chain.set(row.fader, was: track.row?.fader)
      track.row = row
      let isHeard = !row.fader.isMuted
        && (!isSoloing || row.fader.isSoloed
          || rows.way(from: row.bus).contains { $0.fader.isSoloed })
      let gain: Float = isHeard ? 0 : -.infinity
      if track.player.gainDb != gain { try track.player.setGain(db: gain) }
    }
  }
}

extension AhaError {
  /// It is about one file and not about the engine or the project.
  fileprivate var isOfOneFile: Bool {
    switch code {
    case .limit, .outOfMemory, .released: false
    default: true
    }
  }
}
