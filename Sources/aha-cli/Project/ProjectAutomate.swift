import CAha

let automateVerb = Verb(
  "project automate", "NAME.aha WHAT PARAMETER POINT...", "Move a parameter over time",
  details: """
    WHAT is a track or bus, with the parameters gain and pan, or an effect, with
    those of aha effects. POINT is TIME=VALUE[:CURVE], with the time in seconds; one
    at the same time is replaced. Two POINTs of one time are a jump from the first
    value to the second. CURVE is the shape up to the next point: linear
    (as without it), exponential, smooth, or step, which is all that choices and
    switches have.
    """,
  options: [
    Option("--mode", "MODE", "off, read, touch, latch or write; else read"),
    Option("--clear", "drop the points that are there"),
  ]
) { (arguments, console) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  if words.count < 2 { throw arguments.usage("project automate needs WHAT and a PARAMETER") }
  let mode = try arguments.value("--mode").map { (text) throws(Failure) in
    try choice(text, among: modeNames, "--mode")
  }
  let doesClear = arguments.has("--clear")
  if words.count == 2, mode == nil, !doesClear {
    throw arguments.usage("project automate needs TIME=VALUE, --mode or --clear")
  }
  let project = try ProjectFile.forEditing(path)
  let target = try project.find(words[0], among: [.track, .bus, .effect])
  let parameter = try project.parameter(words[1], of: target)
  let points = try readPoints(words.dropFirst(2), parameter)
  let title = "automate " + (try project.shownName(of: target)) + " " + parameter.name
  try project.edit(title) { () throws(Failure) in
    let known = project.lane(of: target, parameter.number)
    if doesClear, points.isEmpty, mode == nil {
      if let known { try project.require(aha_project_remove_lane(project.pointer, known)) }
      return
    }
    var lane = known ?? 0
    if known == nil { lane = try project.addLane(to: target, parameter.number, mode) }
    if known != nil, let mode {
      try project.require(aha_project_set_lane_mode(project.pointer, lane, mode))
    }
    try project.write(points, to: lane, doesClear: doesClear)
  }
}

/// In the order of AHA_POINT_...
let curveNames = ["step", "linear", "exponential", "smooth"]
/// In the order of AHA_LANE_...
let modeNames = ["off", "read", "touch", "latch", "write"]

extension ProjectFile {
  /// Those of a track or bus are its fader's, whose gain may be called as its key is.
  fileprivate func parameter(_ name: Bytes, of target: Target) throws(Failure) -> EffectParameter {
    if target.kind == .effect {
      let kind = try kind(of: target)
      guard let parameter = kind.parameter(name) else { throw kind.noParameter(name) }
      return parameter
    }
    let fader = try effectKind(named: "fader".bytes)
    if let parameter = fader.parameter(same("gain", name) ? "gain_db".bytes : name) {
      return parameter
    }
    throw .usage(
      "a " + target.kind.word + " has no parameter \"" + shown(name) + "\"; it has gain, pan",
      hint: "its effects are automated as in " + (try shownName(of: target)) + "/reverb")
  }

  func lanes(of owner: Target) -> [aha_id] {
    ids(aha_project_lane_count(pointer, owner.owner, owner.id)) {
      aha_project_lane_at(pointer, owner.owner, owner.id, $0, $1)
    }
  }

  func lane(_ id: aha_id) -> aha_lane {
    filled(aha_lane_init()) { aha_project_get_lane(pointer, id, &$0) }
  }

  fileprivate func lane(of owner: Target, _ parameter: UInt32) -> aha_id? {
    lanes(of: owner).first { lane($0).parameter == parameter }
  }

  fileprivate func addLane(to owner: Target, _ parameter: UInt32, _ mode: UInt32?) throws(Failure)
    -> aha_id
  {
    var id: aha_id = 0
    let mode = mode ?? UInt32(AHA_LANE_READ)
    try require(aha_project_add_lane(pointer, owner.owner, owner.id, parameter, mode, &id))
    return id
  }

  fileprivate func write(_ points: [aha_point], to lane: aha_id, doesClear: Bool) throws(Failure) {
    try require(
      doesClear
        ? aha_project_replace_points(pointer, lane, 0, .max, points, points.count)
        : aha_project_add_points(pointer, lane, points, points.count))
  }
}

/// Reads TIME=VALUE[:CURVE]... in any order.
private func readPoints(_ words: ArraySlice<Bytes>, _ parameter: EffectParameter) throws(Failure)
  -> [aha_point]
{
  var points: [aha_point] = []
  for word in words { points.append(try readPoint(word, parameter)) }
  // Of two points of one time, the jump goes to the later word.
  let order = points.indices.sorted { (points[$0].time_us, $0) < (points[$1].time_us, $1) }
  points = order.map { points[$0] }
  for (point, next) in zip(points, points.dropFirst(2)) where point.time_us == next.time_us {
    throw .usage("more than two points are at " + secondsText(point.time_us))
  }
  return points
}

private func readPoint(_ word: Bytes, _ parameter: EffectParameter) throws(Failure) -> aha_point {
  let label = "point \"" + shown(word) + "\""
  let (time, rest) = splitAtEqualsSign(word[...])
  guard let rest else { throw automateVerb.usage(label + " is not TIME=VALUE") }
  let parts = rest.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)
  let doesJump = Int(parameter.info.curve) == AHA_CURVE_STEPPED
  var curve = UInt32(doesJump ? AHA_POINT_STEP : AHA_POINT_LINEAR)
  if parts.count > 1 {
    curve = try choice(Bytes(parts[1]), among: curveNames, label + ": the curve")
  }
  if doesJump, curve != UInt32(AHA_POINT_STEP) {
    throw .usage(label + ": " + parameter.name + " has only the curve step")
  }
  return aha_point(
    time_us: try readTime(time, label + ": the time"),
    value: try value(Bytes(parts[0]), parameter, label), curve: curve)
}

/// Silence is the lowest gain.
private func value(_ text: Bytes, _ parameter: EffectParameter, _ label: String) throws(Failure)
  -> Float
{
  let lowest = parameter.info.minimum
  if same("-inf", text), lowest <= -120 { return lowest }
  return try parameter.read(text, label: label + ": " + parameter.name)
}

private func choice(_ text: Bytes, among words: [String], _ label: String) throws(Failure) -> UInt32
{
  if let index = words.firstIndex(where: { same($0, text) }) { return UInt32(index) }
  var message = label + " \"" + shown(text) + "\" is not known"
  message += didYouMean(text, among: words)
  throw .usage(message + "; it is one of " + joined(words))
}
