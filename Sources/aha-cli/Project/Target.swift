import CAha

/// A track, bus, effect or marker of a project.
struct Target: Equatable {
  enum Kind: Equatable, Sendable { case track, bus, effect, marker }

  let kind: Kind
  let id: aha_id

  /// As `aha project show` calls it.
  var label: String { kind.word + ":\(id)" }

  /// For calls about effects and lanes.
  var owner: aha_owner_kind {
    switch kind {
    case .track: aha_owner_kind(AHA_OWNER_TRACK)
    case .bus: aha_owner_kind(AHA_OWNER_BUS)
    case .effect, .marker: aha_owner_kind(AHA_OWNER_EFFECT)
    }
  }
}

extension Target.Kind {
  var word: String {
    switch self {
    case .track: "track"
    case .bus: "bus"
    case .effect: "effect"
    case .marker: "marker"
    }
  }

  static let all: [Target.Kind] = [.track, .bus, .effect, .marker]
  /// What has a fader.
  static let mixed: [Target.Kind] = [.track, .bus]
}

extension ProjectFile {
  func all(_ kind: Target.Kind) -> [Target] {
    switch kind {
    case .track:
      targets(kind, aha_project_track_count(pointer)) { aha_project_track_at(pointer, $0, $1) }
    case .bus: targets(kind, aha_project_bus_count(pointer)) { aha_project_bus_at(pointer, $0, $1) }
    case .effect: (all(.track) + all(.bus)).flatMap { effects(of: $0) }
    case .marker:
      targets(kind, aha_project_marker_count(pointer)) {
        aha_project_marker_at(pointer, $0, $1, nil)
      }
    }
  }

  func effects(of owner: Target) -> [Target] {
    targets(.effect, aha_project_effect_count(pointer, owner.owner, owner.id)) {
      aha_project_effect_at(pointer, owner.owner, owner.id, $0, $1)
    }
  }

  private func targets(
    _ kind: Target.Kind, _ count: UInt32, _ at: (UInt32, UnsafeMutablePointer<aha_id>) -> aha_result
  ) -> [Target] { ids(count, at).map { Target(kind: kind, id: $0) } }

  func ids(_ count: UInt32, _ at: (UInt32, UnsafeMutablePointer<aha_id>) -> aha_result) -> [aha_id]
  {
    var ids: [aha_id] = []
    for index in 0..<count {
      var id: aha_id = 0
      if at(index, &id) >= 0 { ids.append(id) }
    }
    return ids
  }

  /// What it is called; an effect by its owner and its kind, as in voice/reverb.
  func name(of target: Target) throws(Failure) -> Bytes {
    switch target.kind {
    case .track: return copiedText { aha_project_copy_track_name(pointer, target.id, $0, $1, $2) }
    case .bus: return copiedText { aha_project_copy_bus_name(pointer, target.id, $0, $1, $2) }
    case .marker: return copiedText { aha_project_copy_marker_name(pointer, target.id, $0, $1, $2) }
    case .effect:
      let effect = try effect(target)
      let isTrack = Int(effect.owner_kind) == AHA_OWNER_TRACK
      let owner = Target(kind: isTrack ? .track : .bus, id: effect.owner)
      return try name(of: owner) + "/".bytes + Bytes(kind(of: target).name.utf8)
    }
  }

  /// Its name and number, for messages and titles of edits.
  func shownName(of target: Target) throws(Failure) -> String {
    let name = shown(try self.name(of: target).prefix(80))
    return name.utf8.isEmpty ? target.label : name
  }
}

extension ProjectFile {
  /// What a person calls by its name or number.
  func find(_ word: Bytes, among kinds: [Target.Kind]) throws(Failure) -> Target {
    if let numbered = numbered(word) {
      if !kinds.contains(numbered.kind) { throw misplaced(word, kinds) }
      guard all(numbered.kind).contains(numbered) else { throw missing(word, nil) }
      return numbered
    }
    var found: [Target] = []
    var names: [String] = []
    for target in kinds.flatMap({ all($0) }) {
      let name = try name(of: target)
      if name == word, !name.isEmpty { found.append(target) }
      names.append(shown(name))
    }
    if found.count > 1 { throw ambiguous(word, found) }
    guard let target = found.first else { throw missing(word, suggestion(for: word, among: names)) }
    return target
  }

  /// True when there is a track, bus, effect or marker of this name or number.
  func has(_ word: Bytes) throws(Failure) -> Bool {
    if numbered(word) != nil { return true }
    for target in Target.Kind.all.flatMap({ all($0) }) {
      if try name(of: target) == word { return true }
    }
    return false
  }

  /// "track:3" and its like.
  private func numbered(_ word: Bytes) -> Target? {
    guard let colon = word.firstIndex(of: 0x3a) else { return nil }
    let digits = word[(colon + 1)...]
    guard let kind = Target.Kind.all.first(where: { same($0.word, Bytes(word[..<colon])) }),
      !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let id = UInt64(digits.string)
    else { return nil }
    return Target(kind: kind, id: id)
  }

  private func missing(_ word: Bytes, _ near: String?) -> Failure {
    var message = shown(path) + ": nothing is called \"" + shown(word) + "\""
    if let near { message += "; did you mean " + near + "?" }
    return .usage(message, hint: "aha project show tells what there is")
  }

  private func misplaced(_ word: Bytes, _ kinds: [Target.Kind]) -> Failure {
    .usage("\"" + shown(word) + "\" is no " + joined(kinds.map { $0.word }, " or "))
  }

  private func ambiguous(_ word: Bytes, _ found: [Target]) -> Failure {
    .usage(
      shown(path) + ": \"" + shown(word) + "\" may be " + joined(found.map { $0.label }, " or "))
  }
}
