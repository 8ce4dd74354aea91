import AhaBase
import AhaDSP
import AhaEngine

// Updates the engine to the state of the project. Invariant: the caller holds `lock`.
extension Session {
  func matchBuses() throws(AhaError) {
    let rows = try busRows()
    for id in buses.keys.sorted() where !rows.contains(where: { $0.id == id }) {
      buses[id]?.end()
      buses[id] = nil
    }
    for row in rows { try matchBus(row, rows) }
  }

  /// Creates parents first, in any order of rows.
  @discardableResult
  private func matchBus(_ row: Project.Bus, _ rows: [Project.Bus]) throws(AhaError) -> SessionBus {
    var parent: SessionBus?
    // Buses above the scope's bus are not created; it is routed to the engine's master.
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

  /// - Parameter edited: Changed tracks; nil: all.
  func matchTracks(_ edited: Set<Project.ID>?) throws(AhaError) {
    let rows = try trackRows()
    for id in tracks.keys.sorted() where !rows.contains(where: { $0.id == id }) {
      tracks[id]?.end(timeline)
      tracks[id] = nil
    }
    silent.removeAll { id in !rows.contains { $0.id == id } }
    let concerned = rows.filter { edited?.contains($0.id) ?? true }
    let sounds = loadSounds(of: concerned)
    for row in concerned { try matchTrack(row, sounds[row.id]?.outcome) }
  }

  /// - Parameter sound: The loaded sound; nil: the track keeps its sound.
  private func matchTrack(
    _ row: Project.Track, _ sound: Result<Sound, AhaError>?
  ) throws(AhaError) {
    if let sound {
      tracks[row.id]?.end(timeline)
      tracks[row.id] = try make(row, sound)
    }
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

  /// Limits a loop to the end of the sound.
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

  /// Nil if the sound is missing: the track is silent, and the engine posts an event.
  private func make(
    _ row: Project.Track, _ sound: Result<Sound, AhaError>
  ) throws(AhaError) -> SessionTrack? {
    silent.removeAll { $0 == row.id }
    let player: Player
    do throws(AhaError) {
      let sound = try sound.get()
      let master = try engine.master()
      player = try engine.makePlayer(
        of: sound, into: buses[row.bus]?.bus ?? master, Player.Options())
    } catch {
      let isRefused = options.refusesDamage && error.code == .damaged
      guard error.isOfOneFile, !isRefused else { throw error }
      silent.append(row.id)
      engine.post(.soundMissing, of: row.id, error)
      return nil
    }
    return try SessionTrack(player, hash: row.file.hash, engine)
  }

  /// - Parameter edited: Changed effects; nil: all.
  func matchChains(_ edited: Set<Project.ID>?) throws(AhaError) {
    let all = try project.allEffects()
    for (id, bus) in buses.sorted(by: { $0.key < $1.key }) {
      try bus.chain.match(all.filter { $0.owner == .bus(id) }, edited, prepare)
    }
    for (id, track) in tracks.sorted(by: { $0.key < $1.key }) {
      try track.chain.match(all.filter { $0.owner == .track(id) }, edited, prepare)
    }
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
  /// Whether the error is about a sound file, not about the engine, the project or the process.
  var isOfOneFile: Bool {
    switch code {
    case .notFound, .access, .isDirectory, .io, .empty, .unknownFormat, .damaged, .unsupported,
      .formatLimit, .verify: true
    default: false
    }
  }
}
