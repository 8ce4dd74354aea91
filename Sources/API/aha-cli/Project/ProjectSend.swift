let sendVerb = Verb(
  "project send", synopsis: "NAME.aha WHAT BUS [KEY=VALUE...]",
  summary: "Send a track or bus to another bus",
  details: """
    The send is a bus of its own, from WHAT into BUS, which project set, automate
    and remove call WHAT/BUS, as in voice/hall, unless name= gives another name. It
    is removed with WHAT and with BUS. A send that would close a loop is refused.
    """, keys: options(of: keys(.send))
) { (arguments, _) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  if words.count < 2 { throw arguments.usage("project send needs WHAT and a BUS") }
  let fields = try readFields(from: Array(words.dropFirst(2)), for: .send, of: sendVerb)
  try addAlone(titled: "send \(brief(words[0])) to \(brief(words[1]))", to: path) {
    (project) throws(Failure) in
    let source = try project.find(words[0], among: [.track, .bus])
    let bus = try project.find(words[1], among: [.bus])
    var options = aha_send_options_init()
    options.point = UInt32(fields.isBeforeFader ? AHA_SEND_BEFORE_FADER : AHA_SEND_AFTER_FADER)
    var id: aha_id = 0
    try project.require(
      aha_project_bus_add_send(project.pointer, source.owner, source.id, bus.id, &options, &id))
    let send = Target(kind: .bus, id: id)
    try project.change(send, to: fields)
    return send
  }
}

private let duckKeys: [Setting<aha_duck_options>] = [
  Setting("depth=DB", "greatest reduction, up to 60; else 12", kind: .range(0.1, 60)) {
    $0.depth_db = $1.float
  },
  Setting("threshold=DB", "level of KEY that reduces, -60 to -1; else -40", kind: .range(-60, -1)) {
    $0.threshold_db = $1.float
  },
  Setting("attack=MS", "0.1 to 200; else 20", kind: .range(0.1, 200)) { $0.attack_ms = $1.float },
  Setting("release=MS", "5 to 2000; else 400", kind: .range(5, 2000)) { $0.release_ms = $1.float },
]

let duckVerb = Verb(
  "project duck", synopsis: "NAME.aha WHAT KEY [KEY=VALUE...]",
  summary: "Make WHAT quieter while KEY is heard",
  details: """
    Adds a compressor to WHAT, a track or bus, whose side-chain is KEY, another one,
    and prints its number and name.
    To change it, use project set WHAT/compressor.
    """, keys: options(of: duckKeys)
) { (arguments, _) throws(Failure) in
  let path = try arguments.project()
  let words = Array(arguments.operands.dropFirst())
  if words.count < 2 { throw arguments.usage("project duck needs WHAT and a KEY") }
  var options = aha_duck_options_init()
  try read(Array(words.dropFirst(2)), by: duckKeys, into: &options, of: duckVerb)
  try addAlone(titled: "duck \(brief(words[0])) by \(brief(words[1]))", to: path) {
    (project) throws(Failure) in
    let owner = try project.find(words[0], among: [.track, .bus])
    let key = try project.find(words[1], among: [.track, .bus])
    var (id, options) = (aha_id(), options)
    try project.require(
      aha_project_bus_duck(
        project.pointer, owner.owner, owner.id, key.owner, key.id, &options, &id))
    return Target(kind: .effect, id: id)
  }
}

extension ProjectFile {
  /// Nil for a bus that is not a send.
  func send(to bus: Target) -> aha_project_send? {
    var send = aha_project_send_init()
    guard bus.kind == .bus, aha_project_bus_get_send(pointer, bus.id, &send) == 0
    else { return nil }
    return send
  }

  /// The name of a send without one: that of its source and its destination.
  func name(of bus: Target, sending send: aha_project_send) -> Bytes {
    let parent = Target(kind: .bus, id: max(1, self.bus(withID: bus.id).parent))
    return name(ownedBy: (send.owner_kind, send.owner)) + "/".array + shownName(of: parent).array
  }

  func name(ownedBy owner: (kind: aha_owner_kind, id: aha_id)) -> Bytes {
    shownName(of: target(of: owner)).array
  }

  func target(of owner: (kind: aha_owner_kind, id: aha_id)) -> Target {
    Target(kind: Int(owner.kind) == AHA_OWNER_TRACK ? .track : .bus, id: owner.id)
  }

  /// - Parameter word: A track or bus; "none": the effect's own input.
  func setKey(of effect: Target, to word: Bytes) throws(Failure) {
    if same("none", word) {
      return try require(aha_project_effect_set_sidechain(pointer, effect.id, 0, 0))
    }
    let key = try find(word, among: [.track, .bus])
    try require(aha_project_effect_set_sidechain(pointer, effect.id, key.owner, key.id))
  }
}
