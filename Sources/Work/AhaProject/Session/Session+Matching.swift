import AhaBase
import AhaDSP
import AhaEngine

// Updates the engine to the state of the project. Invariant: the caller holds `lock`.
extension Session {
  func matchBuses() throws(AhaError) {
    let rows = try busRows()
    var byID: [Document.ID: Document.Bus] = [:]
    for row in rows { byID[row.id] = row }
    for id in buses.keys.sorted() where byID[id] == nil {
      buses[id]?.end()
      buses[id] = nil
    }
    for row in rows where links?.isSend(row.id) != true { try matchBus(row, rows: byID) }
  }

  /// Creates parents first, in any order of rows.
  private func matchBus(_ row: Document.Bus, rows: [Document.ID: Document.Bus]) throws(AhaError) {
    try throwIfCancelled()
    let level = links?.level(of: .bus(row.id)) ?? .player
    let present = buses[row.id].flatMap { $0.source == nil && $0.fits(level) ? $0 : nil }
    guard let above = row.above else {
      let master = try engine.master()
      if present == nil { buses[row.id] = try SessionStrip(master, to: master) }
      return
    }
    if let parent = rows[above] { try matchBus(parent, rows: rows) }
    let target = try target(of: .bus(row.id), into: above)
    if let present { return try present.output.setParent(target) }
    // Stays until its inputs have moved.
    buses[row.id]?.end()
    buses[row.id] = try SessionStrip(into: target, isSplit: level == .split)
  }

  /// - Parameter edited: Changed tracks; nil: all.
  func matchTracks(_ edited: Set<Document.ID>?) throws(AhaError) {
    let rows = try trackRows()
    let ids = Set(rows.map { $0.id })
    for id in tracks.keys.sorted() where !ids.contains(id) {
      tracks[id]?.end(timeline)
      tracks[id] = nil
    }
    let concerned = rows.filter { edited?.contains($0.id) ?? true }
    let sounds = try loadSounds(of: concerned)
    silent.removeAll { !ids.contains($0) || sounds[$0] != nil }
    for row in concerned { try matchTrack(row, sound: sounds[row.id]) }
  }

  /// - Parameter sound: The loaded sound; nil: the track keeps its sound.
  private func matchTrack(
    _ row: Document.Track, sound: Result<Sound, AhaError>?
  ) throws(AhaError) {
    try throwIfCancelled()
    if let sound {
      tracks[row.id]?.end(timeline)
      tracks[row.id] = try make(row, sound: sound)
    }
    guard let track = tracks[row.id] else { return }
    let old = track.row
    try track.play(into: target(of: .track(row.id), into: row.bus))
    let isMoved = old?.begin != row.begin || old?.end != row.end
    if isMoved {
      let range = range(of: row, length: track.player.length)
      try track.player.setRange(begin: range.lowerBound, end: range.upperBound)
    }
    if isMoved || !isSameLoop(old, new: row) { try setLoop(of: track, row: row) }
    if (old?.speed ?? 1) != row.speed { try track.player.setSpeed(row.speed) }
    if (old?.isReversed ?? false) != row.isReversed {
      try track.player.setReversed(row.isReversed)
    }
    track.clip = row
  }

  /// The played frames of a sound: at least one.
  func range(of row: Document.Track, length: Int64) -> Range<Int64> {
    if length == 0 { return 0..<0 }
    let end = row.end == 0 ? length : min(frames(row.end), length)
    let begin = min(frames(row.begin), max(0, end - 1))
    return begin..<max(begin + 1, end)
  }

  /// Places the sounds on the timeline, with their fades. A change of a speed moves an end.
  func matchClips() throws(AhaError) {
    let speeds = speedLanes()
    for id in tracks.keys.sorted() {
      guard let track = tracks[id], let row = track.clip else { continue }
      var clip = SessionClip(row)
      if row.fadeOut.time > 0, row.loopCount >= 0 {
        let path = speedPath(of: row, lane: speeds[id])
        clip.length = end(of: row, length: track.player.length, path: path) - frames(row.start)
      }
      if track.placed == clip { continue }
      try timeline.setClip(
        of: track.player, start: frames(row.start), fadeIn: fade(row.fadeIn),
        fadeOut: fade(row.fadeOut), length: clip.length)
      track.placed = clip
    }
  }

  private func fade(_ fade: Document.ClipFade) -> Fade {
    fade.time == 0 ? Fade() : Fade(frames(fade.time), shape: fade.shape)
  }

  private func isSameLoop(_ old: Document.Track?, new: Document.Track) -> Bool {
    old?.loopBegin == new.loopBegin && old?.loopEnd == new.loopEnd
      && old?.loopCount == new.loopCount
  }

  /// Limits a loop to the played part of the sound.
  private func setLoop(of track: SessionTrack, row: Document.Track) throws(AhaError) {
    let range = range(of: row, length: track.player.length)
    let end = min(frames(row.loopEnd), range.upperBound)
    let begin = max(frames(row.loopBegin), range.lowerBound)
    guard row.loopCount != 0, begin < end else { return try track.player.endLoop() }
    let count = row.loopCount < 0 ? UInt32.max : UInt32(clamping: row.loopCount)
    try track.player.setLoop(begin: begin, end: end, count: count)
  }

  /// Nil if the sound is missing: the track is silent, and the engine posts an event.
  private func make(
    _ row: Document.Track, sound: Result<Sound, AhaError>
  ) throws(AhaError) -> SessionTrack? {
    do throws(AhaError) {
      return try make(row, sound: sound.get())
    } catch {
      let isRefused = options.refusesDamage && error.code == .damaged
      guard error.isOfOneFile, !isRefused else { throw error }
      silent.append(row.id)
      engine.post(.soundMissing, of: row.id, error: error)
      return nil
    }
  }

  private func make(_ row: Document.Track, sound: Sound) throws(AhaError) -> SessionTrack {
    let target = try target(of: .track(row.id), into: row.bus)
    let level = links?.level(of: .track(row.id)) ?? .player
    let strip = level == .player ? nil : try SessionStrip(into: target, isSplit: level == .split)
    var options = Player.Options()
    options.quality = .best
    do throws(AhaError) {
      let player = try engine.makePlayer(of: sound, into: strip?.input ?? target, options)
      return try SessionTrack(player, of: sound, strip: strip, hash: row.file.hash)
    } catch {
      strip?.end()
      throw error
    }
  }

  /// - Parameter edited: Changed effects; nil: all.
  func matchChains(_ edited: Set<Document.ID>?) throws(AhaError) {
    var all: [Document.Owner: [Document.Effect]] = [:]
    for effect in try document.allEffects() { all[effect.owner, default: []].append(effect) }
    chains = [:]
    for (id, bus) in buses.sorted(by: { $0.key < $1.key }) {
      try match(bus.chain, effects: all[.bus(id)] ?? [], edited: edited)
    }
    for (id, track) in tracks.sorted(by: { $0.key < $1.key }) {
      try match(track.chain, effects: all[.track(id)] ?? [], edited: edited)
    }
  }

  private func match(
    _ chain: SessionChain, effects: [Document.Effect], edited: Set<Document.ID>?
  ) throws(AhaError) {
    try throwIfCancelled()
    try chain.match(effects, edited: edited, prepare: prepare)
    for effect in effects { chains[effect.id] = chain }
  }

  // MARK: Gain, pan, mute, solo

  func matchFaders() throws(AhaError) {
    let rows = try document.buses()
    let all = try document.tracks()
    let soloed: [Document.Owner] =
      rows.filter { $0.fader.isSoloed }.map { .bus($0.id) }
      + all.filter { $0.fader.isSoloed }.map { .track($0.id) }
    let heard = links?.routing.sources(of: soloed, throughKeys: false) ?? []
    // Without sends, a track has only one way: to silence its player is enough.
    let hasGates = links?.sends.isEmpty == false && !soloed.contains(.bus(Document.master))
    for row in rows {
      guard let bus = buses[row.id] else { continue }
      try throwIfCancelled()
      try bus.set(
        row.fader, was: bus.row?.fader, isSoloed: hasGates && row.fader.isSoloed)
      bus.row = row
    }
    for row in all {
      guard let track = tracks[row.id] else { continue }
      try throwIfCancelled()
      try track.set(
        row.fader, isHeard: soloed.isEmpty || heard.contains(.track(row.id)),
        isSoloed: hasGates && row.fader.isSoloed)
      track.row = row
    }
  }
}

extension AhaError {
  /// Whether the error is about a sound file, not about the engine, the project or the process.
  var isOfOneFile: Bool {
    switch code {
    case .notFound, .access, .isDirectory, .io, .empty, .unknownFormat, .damaged, .unsupported,
      .formatLimit, .verify:
      true
    default: false
    }
  }
}
