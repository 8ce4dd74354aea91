struct Target: Equatable {
  enum Kind: String, CaseIterable, Sendable { case track, bus, effect, marker }

  let kind: Kind
  let id: aha_id

  /// As in "track:1".
  var label: String { kind.rawValue + ":\(id)" }

  var owner: aha_owner_kind {
    switch kind {
    case .track: aha_owner_kind(AHA_OWNER_TRACK)
    case .bus: aha_owner_kind(AHA_OWNER_BUS)
    case .effect, .marker: aha_owner_kind(AHA_OWNER_EFFECT)
    }
  }
}

extension ProjectFile {
  func all(_ kind: Target.Kind) -> [Target] {
    switch kind {
    case .track:
      targets(kind, count: aha_track_count(pointer)) { aha_track_at(pointer, $0, $1) }
    case .bus:
      targets(kind, count: aha_project_bus_count(pointer)) { aha_project_bus_at(pointer, $0, $1) }
    case .effect: (all(.track) + all(.bus)).flatMap { effects(of: $0) }
    case .marker:
      targets(kind, count: aha_marker_count(pointer)) { aha_marker_at(pointer, $0, $1) }
    }
  }

  func effects(of owner: Target) -> [Target] {
    targets(.effect, count: aha_project_effect_count(pointer, owner.owner, owner.id)) {
      aha_project_effect_at(pointer, owner.owner, owner.id, $0, $1)
    }
  }

  private func targets(
    _ kind: Target.Kind, count: UInt32, at: (UInt32, UnsafeMutablePointer<aha_id>) -> aha_result
  ) -> [Target] { ids(count: count, at: at).map { Target(kind: kind, id: $0) } }

  func ids(count: UInt32, at: (UInt32, UnsafeMutablePointer<aha_id>) -> aha_result) -> [aha_id] {
    (0..<count).map { index in filled(aha_id()) { at(index, &$0) } }
  }

  /// The name; of an effect its owner's and its kind, as in voice/reverb.
  func name(of target: Target) -> Bytes {
    switch target.kind {
    case .track:
      return copiedText {
        aha_track_copy_text(pointer, target.id, aha_track_text(AHA_TRACK_TEXT_NAME), $0, $1, $2)
      }
    case .bus:
      let name = copiedText { aha_project_bus_copy_name(pointer, target.id, $0, $1, $2) }
      guard name.isEmpty, let send = send(to: target) else { return name }
      return self.name(of: target, sending: send)
    case .marker: return copiedText { aha_marker_copy_name(pointer, target.id, $0, $1, $2) }
    case .effect:
      let effect = effect(target)
      let owner = self.target(of: (effect.owner_kind, effect.owner))
      return name(of: owner) + "/".array + kind(of: target).name.array
    }
  }

  /// The name for messages and titles of edits; the label if it has none.
  func shownName(of target: Target) -> String {
    let name = brief(self.name(of: target))
    return name.isEmpty ? target.label : name
  }

  func find(_ word: Bytes, among kinds: [Target.Kind] = Target.Kind.allCases) throws(Failure)
    -> Target
  {
    if let labelled = labelled(word) {
      if !kinds.contains(labelled.kind) {
        throw .usage("\"\(word)\" is no " + joined(kinds.map { $0.rawValue }, by: " or "))
      }
      guard all(labelled.kind).contains(labelled) else { throw missing(word, among: []) }
      return labelled
    }
    let all = kinds.flatMap { self.all($0) }
    let found = all.filter { name(of: $0) == word && !word.isEmpty }
    if found.count > 1 {
      throw .usage("\(path): \"\(word)\" may be " + joined(found.map { $0.label }, by: " or "))
    }
    guard let target = found.first else {
      throw missing(word, among: all.map { shown(name(of: $0)) })
    }
    return target
  }

  private func missing(_ word: Bytes, among names: [String]) -> Failure {
    .usage(
      "\(path): nothing is called \"\(word)\"" + didYouMean(word, among: names),
      hint: "\(program) project show lists the names")
  }

  /// Whether a track, bus, effect or marker has this name, or the word is a label.
  func has(_ word: Bytes) -> Bool {
    let all = Target.Kind.allCases.flatMap { self.all($0) }
    return labelled(word) != nil || all.contains { name(of: $0) == word }
  }

  private func labelled(_ word: Bytes) -> Target? {
    guard let colon = word.firstIndex(of: 0x3a),
      let kind = Target.Kind.allCases.first(where: { same($0.rawValue, Bytes(word[..<colon])) }),
      word[(colon + 1)...].allSatisfy(isDigit), let id = UInt64(word[(colon + 1)...].text)
    else { return nil }
    return Target(kind: kind, id: id)
  }
}

/// The beginning of a name, for the title of an edit.
func brief(_ name: Bytes) -> String { shown(name.prefix(80)) }
