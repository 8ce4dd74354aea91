import CAha

/// A project as one JSON object.
func projectObject(_ project: ProjectFile, hasPoints: Bool) throws(Failure) -> JSONObject {
  try ProjectObjects(project: project, hasPoints: hasPoints).whole()
}

private struct ProjectObjects {
  let project: ProjectFile
  let hasPoints: Bool

  func whole() throws(Failure) -> JSONObject {
    let settings = project.settings
    var object = JSONObject()
    object.add("project", name: project.path)
    object.add("title", name: project.title)
    object.add("tempo_bpm", number: settings.tempo_bpm, decimals: 4)
    object.add("beats_per_bar", number: UInt64(settings.beats_per_bar))
    object.add("beat_unit", number: UInt64(settings.beat_unit))
    object.add("sample_rate", number: UInt64(settings.sample_rate))
    object.add("undo", name: project.undoTitle)
    object.add("redo", name: project.redoTitle)
    var objects: [JSONObject] = []
    for bus in project.all(.bus) { objects.append(try busObject(bus)) }
    object.add("buses", objects: objects)
    objects = []
    for track in project.all(.track) { objects.append(try trackObject(track)) }
    object.add("tracks", objects: objects)
    objects = []
    for marker in project.all(.marker) { objects.append(try markerObject(marker)) }
    object.add("markers", objects: objects)
    return object
  }

  private func named(_ target: Target) throws(Failure) -> JSONObject {
    var object = JSONObject()
    object.add(target.kind.word, number: target.id)
    object.add("name", name: try project.name(of: target))
    return object
  }

  private func markerObject(_ marker: Target) throws(Failure) -> JSONObject {
    var object = try named(marker)
    object.add("seconds", microseconds: project.markerTime(marker))
    return object
  }

  private func busObject(_ target: Target) throws(Failure) -> JSONObject {
    let bus = try project.bus(target.id)
    var object = try named(target)
    object.add("goes_to", number: target.id == 1 ? nil : max(1, bus.parent))
    object.addFader(bus.gain_db, bus.pan, bus.muted, bus.soloed)
    try addChain(&object, target)
    return object
  }

  private func trackObject(_ target: Target) throws(Failure) -> JSONObject {
    let track = try project.track(target.id)
    var object = try named(target)
    object.add("goes_to", number: max(1, track.bus))
    object.addFader(track.gain_db, track.pan, track.muted, track.soloed)
    object.add("start_seconds", microseconds: track.start_us)
    let isForever = track.loop_count == foreverLoop
    object.add("loops_forever", isTrue: isForever)
    object.add("loop_count", number: isForever ? nil : UInt64(track.loop_count))
    object.add("loop_begin_seconds", microseconds: track.loop_begin_us)
    object.add("loop_end_seconds", microseconds: track.loop_end_us)
    // Looking for the file may note another path.
    let state = fileStateNames[Int(try project.fileState(target.id))]
    object.add("file", name: project.trackPath(target.id))
    object.add("file_state", text: state)
    try addChain(&object, target)
    return object
  }

  private func addChain(_ object: inout JSONObject, _ owner: Target) throws(Failure) {
    let fader = try effectKind(named: Bytes("fader".utf8))
    object.add("lanes", objects: laneObjects(owner, fader))
    var effects: [JSONObject] = []
    for effect in project.effects(of: owner) { effects.append(try effectObject(effect)) }
    object.add("effects", objects: effects)
  }

  private func effectObject(_ effect: Target) throws(Failure) -> JSONObject {
    let kind = try project.kind(of: effect)
    var object = JSONObject()
    object.add("effect", number: effect.id)
    object.add("kind", text: kind.name)
    object.add("bypassed", isTrue: try project.isBypassed(effect))
    var values = JSONObject()
    for parameter in kind.parameters {
      values.add(parameter.name, number: project.value(of: effect, parameter))
    }
    object.add("values", object: values)
    object.add("lanes", objects: laneObjects(effect, kind))
    return object
  }

  private func laneObjects(_ owner: Target, _ kind: EffectKind) -> [JSONObject] {
    project.lanes(of: owner).map { id in
      let lane = project.lane(id)
      var object = JSONObject()
      object.add("parameter", text: kind.parameter(numbered: lane.parameter)?.name ?? "")
      object.add("mode", text: modeNames[Int(lane.mode)])
      object.add("point_count", number: aha_project_point_count(project.pointer, id))
      if hasPoints { object.add("points", objects: project.points(of: id).map { pointObject($0) }) }
      return object
    }
  }

  private func pointObject(_ point: aha_point) -> JSONObject {
    var object = JSONObject()
    object.add("seconds", microseconds: point.time_us)
    object.add("value", number: point.value)
    object.add("curve", text: curveNames[Int(point.curve)])
    return object
  }
}

extension JSONObject {
  fileprivate mutating func addFader(
    _ gain: Float, _ pan: Float, _ muted: UInt32, _ soloed: UInt32
  ) {
    add("gain_db", number: gain)
    add("pan", number: pan)
    add("muted", isTrue: muted != 0)
    add("soloed", isTrue: soloed != 0)
  }
}
