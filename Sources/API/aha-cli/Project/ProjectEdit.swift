extension ProjectFile {
  func addTrack(_ file: Bytes, _ fields: Fields) throws(Failure) -> Target {
    _ = try soundLength(file)
    var name = fields.name
    if name == nil { name = try freeName(for: file) }
    var id: aha_id = 0
    try check(aha_project_add_track(pointer, file.c, nil, &id), .input, about: file)
    let target = Target(kind: .track, id: id)
    try require(aha_project_set_track_name(pointer, id, name?.c))
    try change(target, fields)
    return target
  }

  func addBus(_ name: Bytes, _ fields: Fields) throws(Failure) -> Target {
    var id: aha_id = 0
    try require(aha_project_add_bus(pointer, name.c, nil, &id))
    let target = Target(kind: .bus, id: id)
    try change(target, fields)
    return target
  }

  /// Changes a track or bus.
  func change(_ target: Target, _ fields: Fields) throws(Failure) {
    let parent = try fields.bus.map { (bus) throws(Failure) in try find(bus, among: [.bus]).id }
    if target.kind == .track {
      if let name = fields.name {
        try require(aha_project_set_track_name(pointer, target.id, name.c))
      }
      if let file = fields.file {
        _ = try soundLength(file)
        let result = aha_project_set_track_path(pointer, target.id, file.c)
        try check(result, .input, about: file)
      }
      var track = try track(target.id)
      track.bus = parent ?? track.bus
      try change(&track, fields, of: target.id)
      try require(aha_project_set_track(pointer, target.id, &track))
    } else {
      if let name = fields.name {
        try require(aha_project_set_bus_name(pointer, target.id, name.c))
      }
      var bus = try bus(target.id)
      bus.parent = parent ?? bus.parent
      bus.apply(fields)
      try require(aha_project_set_bus(pointer, target.id, &bus))
    }
    for effect in fields.effects {
      try change(addEffect(effect.kind, to: target), EffectFields(values: effect.values))
    }
    guard let place = fields.place else { return }
    try requirePlace(place, all(target.kind).count)
    try require(
      target.kind == .track
        ? aha_project_move_track(pointer, target.id, place - 1)
        : aha_project_move_bus(pointer, target.id, place - 1))
  }

  private func requirePlace(_ place: UInt32, _ count: Int) throws(Failure) {
    if place > count { throw .usage("place= \"\(place)\" is beyond the last one, \(count)") }
  }

  private func change(_ track: inout aha_track, _ fields: Fields, of id: aha_id) throws(Failure) {
    track.apply(fields)
    track.start_us = fields.start ?? track.start_us
    track.loop_count = fields.loopCount ?? track.loop_count
    track.loop_begin_us = fields.loopBegin ?? track.loop_begin_us
    track.loop_end_us = fields.loopEnd ?? track.loop_end_us
    if track.loop_count == 0 { return }
    if track.loop_end_us == 0 { track.loop_end_us = try soundLength(trackPath(id)) }
    if track.loop_begin_us < track.loop_end_us { return }
    let (begin, end) = (secondsText(track.loop_begin_us), secondsText(track.loop_end_us))
    throw .usage("a loop from " + begin + " to " + end + " s has no length")
  }

  func addEffect(_ kind: EffectKind, to owner: Target) throws(Failure) -> Target {
    var id: aha_id = 0
    let last = UInt32.max  // AHA_LAST
    try require(aha_project_add_effect(pointer, owner.owner, owner.id, kind.number, last, &id))
    return Target(kind: .effect, id: id)
  }

  func change(_ effect: Target, _ fields: EffectFields) throws(Failure) {
    for (parameter, value) in fields.values {
      try require(aha_project_set_effect_value(pointer, effect.id, parameter, value))
    }
    if let isBypassed = fields.isBypassed {
      try require(aha_project_set_effect_bypassed(pointer, effect.id, isBypassed ? 1 : 0))
    }
    guard let place = fields.place else { return }
    let info = try self.effect(effect)
    let count = aha_project_effect_count(pointer, info.owner_kind, info.owner)
    try requirePlace(place, Int(count))
    try require(
      aha_project_move_effect(pointer, effect.id, info.owner_kind, info.owner, place - 1))
  }

  /// The file's own name without its ending, and a number if another target has that name.
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

/// What KEY=VALUE words say about an effect.
struct EffectFields {
  var values: [(parameter: UInt32, value: Float)] = []
  fileprivate var isBypassed: Bool?
  /// From 1 on.
  fileprivate var place: UInt32?

  init(values: [(parameter: UInt32, value: Float)]) { self.values = values }

  init(_ words: [Bytes], _ kind: EffectKind) throws(Failure) {
    for word in words {
      let (name, text) = splitAtEqualsSign(word[...])
      let label = "\(name)="
      let isOwn = same("bypass", name) || same("place", name)
      let parameter: EffectParameter?
      do throws(Failure) { parameter = isOwn ? nil : try kind.parameter(name) } catch {
        throw .usage(error.message + "; bypass= and place= go for all")
      }
      guard let text else { throw .usage(label + " needs a value") }
      if let parameter {
        let value = try parameter.read(text, label: kind.name + ":" + label)
        values.append((parameter.info.parameter, value))
      } else if same("bypass", name) {
        isBypassed = try Kind.onOff.read(text, label).isOn
      } else {
        place = try Kind.place.read(text, label).whole()
      }
    }
  }
}

/// Microseconds of a sound file. Errors: it is no sound file.
func soundLength(_ file: Bytes) throws(Failure) -> Int64 {
  Int64((try fileInfo(file, Handle.engine()).seconds * 1e6).rounded())
}

/// The name of a file without its folder and its ending.
func stem(of path: Bytes) -> Bytes {
  let name = path.split(separator: 0x2f).last ?? []
  guard let dot = name.lastIndex(of: 0x2e), dot > name.startIndex else { return Bytes(name) }
  return Bytes(name[..<dot])
}
