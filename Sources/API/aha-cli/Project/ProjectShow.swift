let showVerb = Verb(
  "project show", synopsis: "NAME.aha", summary: "Show the contents of a project",
  details: """
    The words behind a name have the form of \(program) project set; a value that is not
    printed has its default. A file that is not at its path is searched by its
    content below the project's folder, and marked (moved); (changed) if another
    sound replaced it; or (missing).
    """,
  options: [
    Option("--json", "print one JSON object"),
    Option("--points", "print the points of the automation"),
  ]
) { (arguments, console) throws(Failure) in
  let path = try arguments.project(isAlone: true)
  let project = try ProjectFile.forReading(path)
  let records = ProjectRecords(
    project: project, fader: try EffectKind.named("fader".array),
    hasPoints: arguments.has("--points"))
  let whole = records.whole
  let steps = [("undo", project.undoTitle), ("redo", project.redoTitle)].filter { !$0.1.isEmpty }
  let lines = [whole.line()] + steps.map { $0.0 + ": \($0.1)" }
  console.print(
    whole, or: joined(lines + whole.lists.flatMap { $0.records }.flatMap { $0.lines() }, by: "\n"))
}

/// A project as records; fields without a text have their default.
private struct ProjectRecords {
  let project: ProjectFile
  let fader: EffectKind
  let hasPoints: Bool

  var whole: Record {
    let settings = project.settings
    var record = Record([
      Field("project", .name(project.path), label: "", text: "\(project.path):"),
      Field("title", .name(project.title), label: "title"),
      Field(
        "tempo_bpm", .real(settings.tempo_bpm, decimals: 4), label: "tempo",
        text: plain(settings.tempo_bpm)),
      Field("time", "\(settings.beats_per_bar)/\(settings.beat_unit)"),
      Field("beats_per_bar", .number(settings.beats_per_bar)),
      Field("beat_unit", .number(settings.beat_unit)),
      Field("sample_rate", .number(settings.sample_rate), label: "rate"),
      Field("undo", .name(project.undoTitle)), Field("redo", .name(project.redoTitle)),
    ])
    record.add("buses", project.all(.bus).map { bus($0) })
    record.add("tracks", project.all(.track).map { track($0) })
    record.add("markers", project.all(.marker).map { marker($0) })
    return record
  }

  private func named(_ target: Target) -> [Field] {
    [
      Field(target.kind.rawValue, .number(target.id), label: "", text: target.label),
      Field("name", .name(project.name(of: target)), label: ""),
    ]
  }

  private func marker(_ target: Target) -> Record {
    let time = project.markerTime(of: target)
    return Record(
      named(target) + [Field("seconds", .seconds(time), label: "time", text: plain(time))])
  }

  private func plain(_ microseconds: Int64) -> String { secondsText(microseconds) }
  private func plain(_ number: Double) -> String { aha_cli.plain(number) }

  private func bus(_ target: Target) -> Record {
    let parent = target.id == 1 ? nil : max(1, project.bus(withID: target.id).parent)
    var record = Record(named(target))
    if let send = project.send(to: target) {
      let isBefore = Int(send.point) == AHA_SEND_BEFORE_FADER
      let source = (send.owner_kind, send.owner)
      let shown = "(from \(project.name(ownedBy: source))" + (isBefore ? ", pre)" : ")")
      record.add(Field("source", .text(project.target(of: source).label), label: "", text: shown))
      record.add(Field("before_fader", .flag(isBefore)))
    }
    record = record + [goesTo(parent)] + faderFields(of: target)
    addChain(to: &record, of: target)
    return record
  }

  /// The played part of a track's sound, and its fades.
  private func part(of track: aha_track) -> [Field] {
    func fade(_ name: String, lasting time: Int64, shape: aha_fade_shape) -> [Field] {
      let word = fadeShapes.indices.contains(Int(shape)) ? fadeShapes[Int(shape)] : "linear"
      return [
        Field(
          name + "_seconds", .seconds(time), label: name, text: plain(time) + ":" + word,
          if: time != 0), Field(name + "_shape", .text(word), if: time != 0),
      ]
    }
    let (begin, end) = (track.begin_us, track.end_us)
    return [
      Field("from_seconds", .seconds(begin), label: "from", text: plain(begin), if: begin != 0),
      Field("to_seconds", .seconds(end), label: "to", text: plain(end), if: end != 0),
    ] + fade("fade_in", lasting: track.fade_in_us, shape: track.fade_in_curve)
      + fade("fade_out", lasting: track.fade_out_us, shape: track.fade_out_curve)
  }

  private func track(_ target: Target) -> Record {
    let track = project.values(of: target)
    let isForever = track.loop_count == foreverLoop
    let (start, begin, end) = (track.start_us, track.loop_begin_us, track.loop_end_us)
    let hasLoop = track.loop_count != 0
    // Looking for the file may note another path.
    let state = fileStateNames[project.fileState(ofTrack: target.id)]
    var record =
      Record(named(target) + [goesTo(max(1, track.bus))] + faderFields(of: target)) + [
        Field("start_seconds", .seconds(start), label: "start", text: plain(start), if: start != 0)
      ] + part(of: track) + [
        Field("loops_forever", .flag(isForever), label: "", text: "loop", if: isForever),
        Field(
          "loop_count", .number(isForever ? nil : UInt64(track.loop_count)), label: "loop",
          if: hasLoop && !isForever),
        Field(
          "loop_begin_seconds", .seconds(begin), label: "loop_begin", text: plain(begin),
          if: hasLoop && begin != 0),
        Field("loop_end_seconds", .seconds(end), label: "loop_end", text: plain(end), if: hasLoop),
        Field(
          "varispeed", .real(track.speed, decimals: 6), label: "varispeed",
          text: plain(track.speed),
          if: track.speed != 1),
        Field(
          "tempo_bpm", .real(track.tempo_bpm, decimals: 4), label: "follow",
          text: plain(track.tempo_bpm), if: track.tempo_bpm != 0),
        Field(
          "reverse", .flag(track.is_reversed), label: "reverse", text: "on",
          if: track.is_reversed != 0),
        Field("file", .name(project.trackPath(withID: target.id)), label: "file"),
        Field(
          "file_state", .text(state), label: "", text: "(" + state + ")",
          if: state != fileStateNames[0]),
      ]
    addChain(to: &record, of: target)
    return record
  }

  /// - Parameter bus: nil for the master, which has no bus.
  private func goesTo(_ bus: aha_id?) -> Field {
    var name = ""
    if let bus, bus > 1 { name = project.shownName(of: Target(kind: .bus, id: bus)) }
    return Field("goes_to", .number(bus), label: "bus", text: name)
  }

  private func faderFields(of target: Target) -> [Field] {
    let owner = project.values(of: target)
    let gain = owner.gain_db <= -120 ? "-inf" : plain(decimal(owner.gain_db))
    return [
      Field("gain_db", .number(owner.gain_db), label: "gain", text: gain, if: owner.gain_db != 0),
      Field(
        "pan", .number(owner.pan), label: "pan", text: plain(decimal(owner.pan)), if: owner.pan != 0
      ),
      Field("muted", .flag(owner.is_muted), label: "mute", text: "on", if: owner.is_muted != 0),
      Field("soloed", .flag(owner.is_soloed), label: "solo", text: "on", if: owner.is_soloed != 0),
    ]
  }

  private func addChain(to record: inout Record, of owner: Target) {
    record.add("lanes", lanes(of: owner, kind: fader))
    record.add("effects", project.effects(of: owner).map { effect($0) })
  }

  private func effect(_ target: Target) -> Record {
    let kind = project.kind(of: target)
    let isBypassed = project.effect(target).is_bypassed != 0
    let impulse = project.impulsePath(of: target)
    var record = Record([
      Field("effect", .number(target.id), label: "", text: target.label),
      Field("kind", .text(kind.name), label: ""),
      Field("bypassed", .flag(isBypassed), label: "bypass", text: "on", if: isBypassed),
    ])
    let info = project.effect(target)
    if info.key != 0 {
      let key = (info.key_kind, info.key)
      let name = "\(project.name(ownedBy: key))"
      record.add(Field("key", .text(project.target(of: key).label), label: "key", text: name))
    }
    if !impulse.isEmpty { record.add(Field("impulse", .name(impulse), label: "impulse")) }
    var values = Record([])
    for parameter in kind.parameters {
      let value = filled(parameter.info.default_value) {
        aha_project_effect_get_value(project.pointer, target.id, parameter.info.parameter, &$0)
      }
      values.add(parameter.name, .number(value))
      if value == parameter.info.default_value { continue }
      record.add(Field(parameter.name, parameter.text(value)))
    }
    record.add("values", .object(values))
    record.add("lanes", lanes(of: target, kind: kind))
    return record
  }

  private func lanes(of owner: Target, kind: EffectKind) -> [Record] {
    project.lanes(of: owner).compactMap { id in
      let lane = project.lane(withID: id)
      let found =
        switch (Int(lane.owner_kind), Int(lane.parameter)) {
        case (AHA_OWNER_TRACK, AHA_TRACK_SPEED): EffectParameter.speed
        case (AHA_OWNER_BUS, AHA_MASTER_TEMPO): EffectParameter.tempo
        default: kind.parameter(numbered: lane.parameter)
        }
      guard let parameter = found else { return nil }
      let count = aha_lane_point_count(project.pointer, id)
      let points = "\(count) point" + (count == 1 ? "," : "s,")
      var record = Record([
        Field("parameter", .text(parameter.name), label: "", text: parameter.name + ":"),
        Field("", points), Field("mode", .text(modeNames[Int(lane.mode)]), label: ""),
        Field("point_count", .number(count)),
      ])
      if hasPoints { record.add("points", self.points(of: id).map { point($0, of: parameter) }) }
      return record
    }
  }

  private func point(_ point: aha_point, of parameter: EffectParameter) -> Record {
    let (time, curve) = (plain(point.time_us), curveNames[Int(point.curve)])
    return Record([
      Field("", time + "=" + parameter.text(point.value) + ":" + curve),
      Field("seconds", .seconds(point.time_us)), Field("value", .number(point.value)),
      Field("curve", .text(curve)),
    ])
  }

  private func points(of lane: aha_id) -> [aha_point] {
    var count = 0
    _ = aha_lane_copy_points(project.pointer, lane, 0, .max, nil, 0, &count)
    var points = [aha_point](repeating: aha_point(), count: count)
    _ = aha_lane_copy_points(project.pointer, lane, 0, .max, &points, points.count, &count)
    return Array(points.prefix(count))
  }
}
