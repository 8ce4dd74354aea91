import CAha

let showVerb = Verb(
  name: "project show", synopsis: "NAME.aha", summary: "Tell what is in a project",
  details: """
    What it prints behind a name is what aha project set takes; what is not printed
    has its default. Files that are not at their place are looked for by their
    content, in the project's folder and below.
    """,
  ownOptions: [
    Option(name: "--json", help: "print one JSON object"),
    Option(name: "--points", help: "print the points of the automation"),
  ], run: runShow)

@Sendable
private func runShow(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let path = try showVerb.projectPath(arguments)
  _ = try showVerb.operands(arguments, most: 0)
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
      shown(project.path) + ": " + (title.utf8.isEmpty ? "" : "title=" + title + " ")
        + "tempo=" + plain(settings.tempo_bpm)
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
    let fader = try effectKind(named: Bytes("fader".utf8))
    printLanes(of: target, fader, depth: 1)
    for effect in project.effects(of: target) { try printEffect(effect) }
  }

  private func printEffect(_ effect: Target) throws(Failure) {
    let kind = try project.kind(of: effect)
    var words = [effect.label, kind.name]
    if try project.isBypassed(effect) { words.append("bypass=on") }
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
  func isBypassed(_ effect: Target) throws(Failure) -> Bool {
    var info = aha_project_effect_init()
    try require(aha_project_get_effect(pointer, effect.id, &info), .input)
    return info.bypassed != 0
  }

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
