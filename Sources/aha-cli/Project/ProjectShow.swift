import CAha

let showVerb = Verb(
  "project show", "NAME.aha", "Tell what is in a project",
  details: """
    What it prints behind a name is what aha project set takes; what is not printed
    has its default. Files that are not at their place are looked for by their
    content, in the project's folder and below.
    """,
  options: [
    Option("--json", "print one JSON object"),
    Option("--points", "print the points of the automation"),
  ]
) { (arguments, console) throws(Failure) in
  let path = try arguments.project(isAlone: true)
  let project = try ProjectFile.forReading(path)
  let hasPoints = arguments.has("--points")
  if console.isJSON {
    console.print(try projectObject(project, hasPoints: hasPoints).text)
  } else {
    try ProjectLines(project, hasPoints: hasPoints, console).print()
  }
}

/// A project as lines for a person.
private struct ProjectLines {
  private let project: ProjectFile
  private let hasPoints: Bool
  private let console: Console

  init(_ project: ProjectFile, hasPoints: Bool, _ console: Console) {
    (self.project, self.hasPoints, self.console) = (project, hasPoints, console)
  }

  func print() throws(Failure) {
    let settings = project.settings
    let title = shown(project.title)
    console.print(
      shown(project.path) + ": " + (title.utf8.isEmpty ? "" : "title=" + title + " ") + "tempo="
        + plain(settings.tempo_bpm)
        + " time=\(settings.beats_per_bar)/\(settings.beat_unit) rate=\(settings.sample_rate)")
    if !project.undoTitle.isEmpty { console.print("undo: " + shown(project.undoTitle)) }
    if !project.redoTitle.isEmpty { console.print("redo: " + shown(project.redoTitle)) }
    for bus in project.all(.bus) { try print(bus, facts: try busFacts(project.bus(bus.id))) }
    for track in project.all(.track) { try print(track, facts: try trackFacts(track)) }
    for marker in project.all(.marker) {
      let time = "time=" + secondsText(project.markerTime(marker))
      line(0, [marker.label, shown(try project.name(of: marker)), time])
    }
  }

  private func line(_ depth: Int, _ words: [String]) {
    let indent = String(repeating: " ", count: depth * 2)
    console.print(indent + joined(words.filter { !$0.utf8.isEmpty }, " "))
  }

  private func print(_ target: Target, facts: [String]) throws(Failure) {
    line(0, [target.label, shown(try project.name(of: target))] + facts)
    let fader = try effectKind(named: "fader".bytes)
    printLanes(of: target, fader, depth: 1)
    for effect in project.effects(of: target) { try printEffect(effect) }
  }

  private func printEffect(_ effect: Target) throws(Failure) {
    let kind = try project.kind(of: effect)
    var words = [effect.label, kind.name]
    if try project.effect(effect).bypassed != 0 { words.append("bypass=on") }
    for parameter in kind.parameters {
      let value = project.value(of: effect, parameter)
      if value == parameter.info.default_value { continue }
      words.append(parameter.name + "=" + parameter.text(value))
    }
    line(1, words)
    printLanes(of: effect, kind, depth: 2)
  }

  private func printLanes(of owner: Target, _ kind: EffectKind, depth: Int) {
    for id in project.lanes(of: owner) {
      let lane = project.lane(id)
      guard let parameter = kind.parameter(numbered: lane.parameter) else { continue }
      let count = aha_project_point_count(project.pointer, id)
      let points = "\(count) point" + (count == 1 ? "," : "s,")
      line(depth, [parameter.name + ":", points, modeNames[Int(lane.mode)]])
      if !hasPoints { continue }
      for point in project.points(of: id) {
        line(
          depth + 1,
          [
            secondsText(point.time_us) + "=" + parameter.text(point.value) + ":"
              + curveNames[Int(point.curve)]
          ])
      }
    }
  }

  private func trackFacts(_ target: Target) throws(Failure) -> [String] {
    let track = try project.track(target.id)
    var words = try faderFacts(track.bus, track.gain_db, track.pan, track.muted, track.soloed)
    if track.start_us != 0 { words.append("start=" + secondsText(track.start_us)) }
    if track.loop_count != 0 {
      words.append(track.loop_count == foreverLoop ? "loop" : "loop=\(track.loop_count)")
      if track.loop_begin_us != 0 { words.append("loop_begin=" + secondsText(track.loop_begin_us)) }
      words.append("loop_end=" + secondsText(track.loop_end_us))
    }
    let state = try project.fileState(target.id)
    words.append("file=" + shown(project.trackPath(target.id)))
    if Int(state) != AHA_FILE_PRESENT { words.append("(" + fileStateNames[Int(state)] + ")") }
    return words
  }

  private func busFacts(_ bus: aha_project_bus) throws(Failure) -> [String] {
    try faderFacts(bus.parent, bus.gain_db, bus.pan, bus.muted, bus.soloed)
  }

  private func faderFacts(
    _ bus: aha_id, _ gain: Float, _ pan: Float, _ muted: UInt32, _ soloed: UInt32
  ) throws(Failure) -> [String] {
    var words: [String] = []
    if bus > 1 { words.append("bus=" + (try project.shownName(of: Target(kind: .bus, id: bus)))) }
    if gain != 0 { words.append("gain=" + (gain <= -120 ? "-inf" : plain(decimal(gain)))) }
    if pan != 0 { words.append("pan=" + plain(decimal(pan))) }
    if muted != 0 { words.append("mute=on") }
    if soloed != 0 { words.append("solo=on") }
    return words
  }
}

/// In the order of AHA_FILE_...
let fileStateNames = ["present", "moved", "changed", "missing"]

extension ProjectFile {
  func value(of effect: Target, _ parameter: EffectParameter) -> Float {
    var value = parameter.info.default_value
    _ = aha_project_get_effect_value(pointer, effect.id, parameter.number, &value)
    return value
  }

  func points(of lane: aha_id) -> [aha_point] {
    var count = 0
    _ = aha_project_copy_points(pointer, lane, 0, .max, nil, 0, &count)
    var points = [aha_point](repeating: aha_point(), count: count)
    _ = aha_project_copy_points(pointer, lane, 0, .max, &points, points.count, &count)
    return Array(points.prefix(count))
  }
}

/// A project as one JSON object.
func projectObject(_ project: ProjectFile, hasPoints: Bool) throws(Failure) -> JSONObject {
  try ProjectObjects(project: project, hasPoints: hasPoints).whole()
}

private struct ProjectObjects {
  let project: ProjectFile
  let hasPoints: Bool

  func whole() throws(Failure) -> JSONObject {
    let settings = project.settings
    var object: JSONObject = [
      "project": .name(project.path), "title": .name(project.title),
      "tempo_bpm": .real(settings.tempo_bpm, 4), "beats_per_bar": .number(settings.beats_per_bar),
      "beat_unit": .number(settings.beat_unit), "sample_rate": .number(settings.sample_rate),
      "undo": .name(project.undoTitle), "redo": .name(project.redoTitle),
    ]
    var objects: [JSONObject] = []
    for bus in project.all(.bus) { objects.append(try busObject(bus)) }
    object.add("buses", .list(objects))
    objects = []
    for track in project.all(.track) { objects.append(try trackObject(track)) }
    object.add("tracks", .list(objects))
    objects = []
    for marker in project.all(.marker) { objects.append(try markerObject(marker)) }
    object.add("markers", .list(objects))
    return object
  }

  private func named(_ target: Target) throws(Failure) -> JSONObject {
    [target.kind.word: .number(target.id), "name": .name(try project.name(of: target))]
  }

  private func markerObject(_ marker: Target) throws(Failure) -> JSONObject {
    var object = try named(marker)
    object.add("seconds", .seconds(project.markerTime(marker)))
    return object
  }

  private func busObject(_ target: Target) throws(Failure) -> JSONObject {
    let bus = try project.bus(target.id)
    var object = try named(target)
    object.add("goes_to", .number(target.id == 1 ? nil : max(1, bus.parent)))
    object.addFader(bus.gain_db, bus.pan, bus.muted, bus.soloed)
    try addChain(&object, target)
    return object
  }

  private func trackObject(_ target: Target) throws(Failure) -> JSONObject {
    let track = try project.track(target.id)
    var object = try named(target)
    object.add("goes_to", .number(max(1, track.bus)))
    object.addFader(track.gain_db, track.pan, track.muted, track.soloed)
    object.add("start_seconds", .seconds(track.start_us))
    let isForever = track.loop_count == foreverLoop
    object.add("loops_forever", .flag(isForever))
    object.add("loop_count", .number(isForever ? nil : UInt64(track.loop_count)))
    object.add("loop_begin_seconds", .seconds(track.loop_begin_us))
    object.add("loop_end_seconds", .seconds(track.loop_end_us))
    // Looking for the file may note another path.
    let state = fileStateNames[Int(try project.fileState(target.id))]
    object.add("file", .name(project.trackPath(target.id)))
    object.add("file_state", .text(state))
    try addChain(&object, target)
    return object
  }

  private func addChain(_ object: inout JSONObject, _ owner: Target) throws(Failure) {
    let fader = try effectKind(named: "fader".bytes)
    object.add("lanes", .list(laneObjects(owner, fader)))
    var effects: [JSONObject] = []
    for effect in project.effects(of: owner) { effects.append(try effectObject(effect)) }
    object.add("effects", .list(effects))
  }

  private func effectObject(_ effect: Target) throws(Failure) -> JSONObject {
    let kind = try project.kind(of: effect)
    var object: JSONObject = [
      "effect": .number(effect.id), "kind": .text(kind.name),
      "bypassed": .flag(try project.effect(effect).bypassed != 0),
    ]
    var values = JSONObject()
    for parameter in kind.parameters {
      values.add(parameter.name, .number(project.value(of: effect, parameter)))
    }
    object.add("values", .object(values))
    object.add("lanes", .list(laneObjects(effect, kind)))
    return object
  }

  private func laneObjects(_ owner: Target, _ kind: EffectKind) -> [JSONObject] {
    project.lanes(of: owner).map { id in
      let lane = project.lane(id)
      var object: JSONObject = [
        "parameter": .text(kind.parameter(numbered: lane.parameter)?.name ?? ""),
        "mode": .text(modeNames[Int(lane.mode)]),
        "point_count": .number(aha_project_point_count(project.pointer, id)),
      ]
      if hasPoints { object.add("points", .list(project.points(of: id).map { pointObject($0) })) }
      return object
    }
  }

  private func pointObject(_ point: aha_point) -> JSONObject {
    [
      "seconds": .seconds(point.time_us), "value": .number(point.value),
      "curve": .text(curveNames[Int(point.curve)]),
    ]
  }
}

extension JSONObject {
  fileprivate mutating func addFader(_ gain: Float, _ pan: Float, _ muted: UInt32, _ soloed: UInt32)
  {
    add("gain_db", .number(gain))
    add("pan", .number(pan))
    add("muted", .flag(muted != 0))
    add("soloed", .flag(soloed != 0))
  }
}
