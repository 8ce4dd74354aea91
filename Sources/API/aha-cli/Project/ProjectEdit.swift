extension ProjectFile {
  func addTrack(of file: Bytes, fields: TrackFields) throws(Failure) -> Target {
    _ = try soundLength(of: file)
    var fields = fields
    fields.name = fields.name ?? freeName(for: file)
    var id: aha_id = 0
    try check(aha_track_add(pointer, file.c, nil, &id), .input, about: file)
    let target = Target(kind: .track, id: id)
    try change(target, to: fields)
    return target
  }

  func addBus(named name: Bytes, fields: TrackFields) throws(Failure) -> Target {
    var id: aha_id = 0
    try require(aha_project_bus_add(pointer, name.c, nil, &id))
    let target = Target(kind: .bus, id: id)
    try change(target, to: fields)
    return target
  }

  func change(_ target: Target, to fields: TrackFields) throws(Failure) {
    let (id, isTrack) = (target.id, target.kind == .track)
    if let name = fields.name {
      try require(
        isTrack
          ? aha_track_set_text(pointer, id, aha_track_text(AHA_TRACK_TEXT_NAME), name.c)
          : aha_project_bus_set_name(pointer, id, name.c))
    }
    if let file = fields.file {
      _ = try soundLength(of: file)
      try check(
        aha_track_set_text(pointer, id, aha_track_text(AHA_TRACK_TEXT_PATH), file.c), .input,
        about: file)
    }
    try set(fields, of: target)
    if let root = fields.fittedRoot {
      let piece = try PieceFile.tags(trackPath(withID: id))
      try require(aha_track_fit(pointer, id, piece.pointer, root))
    }
    for effect in fields.effects { _ = try addEffect(effect, to: target) }
    guard let position = fields.position else { return }
    try requirePosition(position, below: all(target.kind).count)
    try require(
      isTrack
        ? aha_track_move(pointer, id, position - 1)
        : aha_project_bus_move(pointer, id, position - 1))
  }

  private func set(_ fields: TrackFields, of target: Target) throws(Failure) {
    let parent = try fields.bus.map { (bus) throws(Failure) in try find(bus, among: [.bus]).id }
    var track = fields.track
    // The lowest gain of a project stands for silence.
    track.gain_db = max(-120, track.gain_db)
    if target.kind == .track {
      track.bus = parent ?? track.bus
      if let snap = fields.snap { track.start_us = try snapped(track.start_us, to: snap) }
      try setPart(of: &track, withID: target.id, fields: fields)
      try completeLoop(of: &track, withID: target.id)
      return try require(aha_track_set(pointer, target.id, &track))
    }
    var bus = bus(withID: target.id)
    (bus.gain_db, bus.pan, bus.is_muted) = (track.gain_db, track.pan, track.is_muted)
    (bus.is_soloed, bus.parent) = (track.is_soloed, parent ?? bus.parent)
    try require(aha_project_bus_set(pointer, target.id, &bus))
  }

  func snapped(_ time: Int64, to grid: aha_grid) throws(Failure) -> Int64 {
    var snapped: Int64 = 0
    try require(aha_project_get_grid_us(pointer, time, grid, &snapped))
    return snapped
  }

  private func setPart(
    of track: inout aha_track, withID id: aha_id, fields: TrackFields
  ) throws(Failure) {
    guard fields.from != nil || fields.to != nil else { return }
    let info = try fileInfo(trackPath(withID: id), engine: Handle.engine())
    let rate = Double(info.sample_rate)
    func time(_ time: SoundTime) -> Int64 { Int64(time.frames(at: 1e6, fileRate: rate)) }
    if let from = fields.from { track.begin_us = time(from) }
    if let to = fields.to { track.end_us = time(to) }
    let end = track.end_us == 0 ? Int64((info.seconds * 1e6).rounded()) : track.end_us
    if track.begin_us < end { return }
    let (begin, last) = (secondsText(track.begin_us), secondsText(end))
    throw .usage("nothing of the sound is left from " + begin + " to " + last + " s")
  }

  private func requirePosition(_ position: UInt32, below count: Int) throws(Failure) {
    if position > count { throw .usage("place= \"\(position)\" is beyond the last one, \(count)") }
  }

  private func completeLoop(of track: inout aha_track, withID id: aha_id) throws(Failure) {
    if track.loop_count == 0 { return }
    if track.loop_end_us == 0 { track.loop_end_us = try soundLength(of: trackPath(withID: id)) }
    if track.loop_begin_us < track.loop_end_us { return }
    let (begin, end) = (secondsText(track.loop_begin_us), secondsText(track.loop_end_us))
    throw .usage("a loop from " + begin + " to " + end + " s has no length")
  }

  func addEffect(_ fields: EffectFields, to owner: Target) throws(Failure) -> Target {
    var id: aha_id = 0
    let (kind, last) = (fields.kind.number, UInt32.max)  // AHA_LAST
    if let uri = fields.kind.uri {
      try require(aha_project_effect_add_lv2(pointer, owner.owner, owner.id, uri.c, last, &id))
    } else {
      try require(aha_project_effect_add(pointer, owner.owner, owner.id, kind, last, &id))
    }
    try change(Target(kind: .effect, id: id), to: fields)
    return Target(kind: .effect, id: id)
  }

  func change(_ effect: Target, to fields: EffectFields) throws(Failure) {
    if let preset = fields.preset {
      try require(aha_project_effect_load_preset(pointer, effect.id, preset.c))
    }
    for (parameter, value) in fields.values {
      try require(aha_project_effect_set_value(pointer, effect.id, parameter, value))
    }
    if let impulse = fields.impulse {
      try require(aha_project_effect_set_impulse(pointer, effect.id, impulse.c, 1))
    }
    if let key = fields.key { try setKey(of: effect, to: key) }
    if let isBypassed = fields.isBypassed {
      try require(aha_project_effect_set_bypassed(pointer, effect.id, isBypassed ? 1 : 0))
    }
    guard let position = fields.position else { return }
    let info = self.effect(effect)
    let count = aha_project_effect_count(pointer, info.owner_kind, info.owner)
    try requirePosition(position, below: Int(count))
    try require(
      aha_project_effect_move(pointer, effect.id, info.owner_kind, info.owner, position - 1))
  }

  /// The file's own name without its ending, and a number if another target has that name.
  private func freeName(for file: Bytes) -> Bytes {
    let base = stem(of: file)
    var (name, number) = (base, 1)
    while has(name) {
      number += 1
      name = base + " \(number)".array
    }
    return name
  }
}

/// Microseconds of a sound file. Errors: it is no sound file.
func soundLength(of file: Bytes) throws(Failure) -> Int64 {
  Int64((try fileInfo(file, engine: Handle.engine()).seconds * 1e6).rounded())
}

/// The name of a file without its folder and its ending.
func stem(of path: Bytes) -> Bytes {
  let name = path.split(separator: 0x2f).last ?? []
  guard let dot = name.lastIndex(of: 0x2e), dot > name.startIndex else { return Bytes(name) }
  return Bytes(name[..<dot])
}
