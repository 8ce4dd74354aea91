import CAha

extension ProjectFile {
  /// Adds a track and gives its number.
  func addTrack(_ file: Bytes, _ fields: Fields) throws(Failure) -> Target {
    let seconds = try soundSeconds(file)
    var track = aha_track_init()
    try change(&track, fields) { seconds }
    var id: aha_id = 0
    let result = aha_project_add_track(pointer, file.c, &track, &id)
    try check(result, .input, about: file)
    let target = Target(kind: .track, id: id)
    var name = fields.name
    if name == nil { name = try freeName(for: file) }
    try setName(of: target, name ?? [])
    try addEffects(fields.effects, to: target)
    return target
  }

  func addBus(_ name: Bytes, _ fields: Fields) throws(Failure) -> Target {
    var bus = aha_project_bus_init()
    try change(&bus, fields)
    var id: aha_id = 0
    try require(aha_project_add_bus(pointer, name.c, &bus, &id))
    let target = Target(kind: .bus, id: id)
    try addEffects(fields.effects, to: target)
    return target
  }

  func change(_ target: Target, _ fields: Fields) throws(Failure) {
    if let name = fields.name { try setName(of: target, name) }
    if let file = fields.file { try setFile(of: target, file) }
    if target.kind == .track {
      var track = try track(target.id)
      let path = trackPath(target.id)
      try change(&track, fields) { () throws(Failure) in try soundSeconds(path) }
      try require(aha_project_set_track(pointer, target.id, &track))
    } else {
      var bus = try bus(target.id)
      try change(&bus, fields)
      try require(aha_project_set_bus(pointer, target.id, &bus))
    }
    guard let place = fields.place else { return }
    try requirePlace(place, all(target.kind).count)
    try require(
      target.kind == .track
        ? aha_project_move_track(pointer, target.id, place - 1)
        : aha_project_move_bus(pointer, target.id, place - 1))
  }

  func requirePlace(_ place: UInt32, _ count: Int) throws(Failure) {
    if place > count { throw .usage("place= \"\(place)\" is beyond the last one, \(count)") }
  }

  private func setFile(of target: Target, _ file: Bytes) throws(Failure) {
    _ = try soundSeconds(file)
    let result = aha_project_set_track_path(pointer, target.id, file.c)
    try check(result, .input, about: file)
  }

  private func setName(of target: Target, _ name: Bytes) throws(Failure) {
    try require(
      target.kind == .track
        ? aha_project_set_track_name(pointer, target.id, name.c)
        : aha_project_set_bus_name(pointer, target.id, name.c))
  }

  /// - Parameter seconds: how long the sound is; asked for a loop that goes to its end.
  private func change(
    _ track: inout aha_track, _ fields: Fields, seconds: () throws(Failure) -> Double
  ) throws(Failure) {
    if let bus = fields.bus { track.bus = try find(bus, among: [.bus]).id }
    track.start_us = fields.start ?? track.start_us
    track.gain_db = fields.silentGain ?? track.gain_db
    track.pan = fields.pan ?? track.pan
    track.muted = fields.isMuted.map { $0 ? 1 : 0 } ?? track.muted
    track.soloed = fields.isSoloed.map { $0 ? 1 : 0 } ?? track.soloed
    track.loop_count = fields.loopCount ?? track.loop_count
    track.loop_begin_us = fields.loopBegin ?? track.loop_begin_us
    track.loop_end_us = fields.loopEnd ?? track.loop_end_us
    if track.loop_count == 0 { return }
    if track.loop_end_us == 0 { track.loop_end_us = Int64((try seconds() * 1e6).rounded()) }
    if track.loop_begin_us < track.loop_end_us { return }
    throw .usage(
      "a loop from " + secondsText(track.loop_begin_us) + " to " + secondsText(track.loop_end_us)
        + " s has no length")
  }

  private func change(_ bus: inout aha_project_bus, _ fields: Fields) throws(Failure) {
    if let parent = fields.bus { bus.parent = try find(parent, among: [.bus]).id }
    bus.gain_db = fields.silentGain ?? bus.gain_db
    bus.pan = fields.pan ?? bus.pan
    bus.muted = fields.isMuted.map { $0 ? 1 : 0 } ?? bus.muted
    bus.soloed = fields.isSoloed.map { $0 ? 1 : 0 } ?? bus.soloed
  }

  private func addEffects(_ effects: [TrackEffect], to owner: Target) throws(Failure) {
    for effect in effects {
      let target = try addEffect(effect.kind, to: owner)
      for (parameter, value) in effect.values {
        try require(aha_project_set_effect_value(pointer, target.id, parameter, value))
      }
    }
  }

  func addEffect(_ kind: EffectKind, to owner: Target) throws(Failure) -> Target {
    var id: aha_id = 0
    let last = UInt32.max  // AHA_LAST
    try require(aha_project_add_effect(pointer, owner.owner, owner.id, kind.number, last, &id))
    return Target(kind: .effect, id: id)
  }

  /// The file's own name without its ending, and a number where that is taken.
  private func freeName(for file: Bytes) throws(Failure) -> Bytes {
    let base = shown(stem(of: file))
    var name = base
    var number = 1
    while try has(name.bytes) {
      number += 1
      name = base + " \(number)"
    }
    return name.bytes
  }
}

extension Fields {
  /// A project has no lower number for silence.
  fileprivate var silentGain: Float? { gain.map { max(-120, $0) } }
}

/// How long a sound file is. Errors: it is none.
private func soundSeconds(_ file: Bytes) throws(Failure) -> Double {
  try fileInfo(file, try Handle.engine(aha_engine_options_init())).seconds
}

/// The name of a file without its folder and its ending.
func stem(of path: Bytes) -> Bytes {
  let name = path.split(separator: 0x2f).last ?? []
  guard let dot = name.lastIndex(of: 0x2e), dot > name.startIndex else { return Bytes(name) }
  return Bytes(name[..<dot])
}
