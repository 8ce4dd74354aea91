let automateVerb = Verb(
  "project automate", synopsis: "NAME.aha WHAT PARAMETER [POINT...]",
  summary: "Move a parameter over time",
  details: """
    WHAT is a track or bus, with the parameters gain and pan, of a track also
    varispeed, of the master also tempo, which tracks with follow= follow, or an
    effect, with those of \(program) effects. POINT is TIME=VALUE[:CURVE], with the
    time in seconds; one at the same time is replaced. Two POINTs of one time are a
    jump. CURVE is linear, exponential, smooth, or step, which is all that choices
    have; a tempo has step, or exponential, which is even in octaves.
    """,
  options: [
    Option("--mode MODE", "off, read, touch, latch or write; else read", kind: .word(modeNames)),
    Option("--clear", "drop the points that are there"),
  ]
) { (arguments, _) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  if words.count < 2 { throw arguments.usage("project automate needs WHAT and a PARAMETER") }
  let mode = arguments.number("--mode").map { UInt32($0) }
  let doesClear = arguments.has("--clear")
  if words.count == 2, mode == nil, !doesClear {
    throw arguments.usage("project automate needs TIME=VALUE, --mode or --clear")
  }
  let project = try ProjectFile.forEditing(path)
  let target = try project.find(words[0], among: [.track, .bus, .effect])
  let parameter = try project.parameter(named: words[1], of: target)
  let points = try readPoints(from: words.dropFirst(2), of: parameter)
  let title = "automate " + project.shownName(of: target) + " " + parameter.name
  try project.edit(titled: title) { () throws(Failure) in
    let (file, number) = (project.pointer, parameter.info.parameter)
    let known = project.lanes(of: target).first { project.lane(withID: $0).parameter == number }
    var lane = known ?? 0
    if doesClear, points.isEmpty, mode == nil {
      if known != nil { try project.require(aha_lane_remove(file, lane)) }
      return
    }
    if known == nil {
      let (owner, mode) = (target.owner, mode ?? UInt32(AHA_LANE_READ))
      try project.require(aha_lane_add(file, owner, target.id, number, mode, &lane))
    } else if let mode {
      try project.require(aha_lane_set_mode(file, lane, mode))
    }
    try project.require(
      doesClear
        ? aha_lane_replace_points(file, lane, 0, .max, points, points.count)
        : aha_lane_add_points(file, lane, points, points.count))
  }
}

/// In the order of AHA_POINT_...
let curveNames = ["step", "linear", "exponential", "smooth"]
/// In the order of AHA_LANE_...
let modeNames = ["off", "read", "touch", "latch", "write"]

extension ProjectFile {
  /// Tracks and buses have the parameters of a fader, whose gain_db is called gain here. The speed
  /// of a track is called varispeed, as in aha mix.
  fileprivate func parameter(named name: Bytes, of target: Target) throws(Failure)
    -> EffectParameter
  {
    if target.kind == .effect { return try kind(of: target).parameter(name) }
    if target.kind == .track, same("varispeed", name) { return .speed }
    let isMaster = target.kind == .bus && target.id == 1
    if isMaster, same("tempo", name) { return .tempo }
    let fader = try EffectKind.named("fader".array)
    if let found = try? fader.parameter(same("gain", name) ? "gain_db".array : name) {
      return found
    }
    throw .usage(
      "a " + target.kind.rawValue + " has no parameter \"\(name)\"; it has gain, pan"
        + (target.kind == .track ? ", varispeed" : isMaster ? ", tempo" : ""),
      hint: "its effects are automated as in " + shownName(of: target) + "/reverb")
  }

  func lanes(of owner: Target) -> [aha_id] {
    ids(count: aha_lane_count(pointer, owner.owner, owner.id)) {
      aha_lane_at(pointer, owner.owner, owner.id, $0, $1)
    }
  }

  func lane(withID id: aha_id) -> aha_lane {
    filled(aha_lane_init()) { aha_lane_get(pointer, id, &$0) }
  }
}

private func readPoints(from words: ArraySlice<Bytes>, of parameter: EffectParameter)
  throws(Failure)
  -> [aha_point]
{
  var points = try words.map { (word) throws(Failure) in try readPoint(from: word, of: parameter) }
  // Of two points at one time, the later word is the jump's second value.
  let order = points.indices.sorted { (points[$0].time_us, $0) < (points[$1].time_us, $1) }
  points = order.map { points[$0] }
  for (point, next) in zip(points, points.dropFirst(2)) where point.time_us == next.time_us {
    throw .usage("more than two points are at " + secondsText(point.time_us))
  }
  return points
}

private func readPoint(from word: Bytes, of parameter: EffectParameter) throws(Failure) -> aha_point
{
  let label = "point \"\(word)\""
  let (time, rest) = splitAtEqualsSign(word[...])
  guard let rest else { throw automateVerb.usage(label + " is not TIME=VALUE") }
  let parts = rest.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)
  let value = Bytes(parts[0])
  let isTempo = parameter.name == EffectParameter.tempo.name
  var curve = UInt32(
    parameter.isStepped || isTempo ? AHA_POINT_STEP : AHA_POINT_LINEAR)
  if parts.count > 1 {
    curve = try Kind.word(curveNames).read(Bytes(parts[1]), label: label + ": the curve").whole()
  }
  if parameter.isStepped, curve != UInt32(AHA_POINT_STEP) {
    throw .usage(label + ": " + parameter.name + " has only the curve step")
  }
  let microseconds: Int64 = try Kind.time.read(time, label: label + ":").whole()
  // Silence is the lowest gain.
  let isSilence = same("-inf", value) && parameter.info.minimum <= -120
  let lowest = plain(Double(parameter.info.minimum)).array
  let number = try parameter.read(isSilence ? lowest : value, label: label + ": " + parameter.name)
  return aha_point(time_us: microseconds, value: number, curve: curve)
}
