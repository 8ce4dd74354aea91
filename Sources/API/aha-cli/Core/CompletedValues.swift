extension Completion {
  /// Values of an option or operand.
  /// - Parameters:
  ///   - owner: The option, or the command.
  ///   - form: The value's word in the help.
  ///   - text: As far as it is typed.
  func values(for owner: String, form: String, text: Bytes) -> [Candidate] {
    switch (owner, form) {
    case ("effects", _), ("--effect", _): return effects
    case ("--device", _), ("--output-device", _): return devices
    case ("drops", _): return saved { (online) throws(Failure) in try allDrops(of: online) }
    case ("destinations show", _), ("destinations remove", _): return destinations
    case ("login", _): return services.map { Candidate($0.name) } + [Candidate("oauth2")]
    case (_, "PROVIDER[/NAME]"): return accounts
    case (_, "DESTINATION"), (_, "SOURCE"):
      let known = services.map { $0.name }
      let signedIn = accounts.filter { account in
        known.contains { account.word.starts(with: ($0 + "/").utf8) }
      }
      return destinations + signedIn + known.map { Candidate($0) } + [.folders]
    case (_, "FORMAT"): return fileFormats.map { Candidate($0.name) }
    case (_, "BITS"): return sampleWidths.map { Candidate($0.0) }
    case (_, "STATE,..."):
      let last = text.lastIndex(of: 0x2c).map { $0 + 1 } ?? 0
      return behind(text[..<last], complete: (stateNames + ["all"]).map { Candidate($0) })
    case (_, "METHOD"):
      return ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].map { Candidate($0) }
    case ("--track", _): return projectNames(of: [.track])
    case (_, "BUS"): return projectNames(of: [.bus])
    case ("project set", "WHAT"):
      return projectNames(of: [.track, .bus]) + keyed(startingWith: text)
    case (_, "WHAT"), ("project duck", "KEY"): return projectNames(of: [.track, .bus])
    case (_, "TRACK"): return track(startingWith: text)
    case (_, "KEY=VALUE"): return keyed(startingWith: text)
    case (_, "NAME=@FILE"): return text.contains(0x40) ? [.files] : []
    case (_, "PARAMETER"):
      let ofEffects = EffectKind.all.flatMap { $0.parameters }
      return [Candidate("gain"), Candidate("pan")]
        + ofEffects.map { Candidate($0.name, help: $0.title) }
    case (_, "DIR"), (_, "FOLDER"): return [.folders]
    case ("project add", "FILE") where value("--effect") != nil || value("--bus") != nil:
      return keyed(startingWith: text)
    case (_, "FILE"), (_, "IN"), (_, "ITEM"), (_, "IMAGE"), (_, "PNG"), (_, "OUT"), (_, "AUDIO"),
      (_, "PIECE"),
      (_, "PROJECT"), (_, "PATH"), (_, "NAME.aha"), (_, "NAME.json"):
      return [.files]
    default: return []
    }
  }

  private var effects: [Candidate] { EffectKind.all.map { Candidate($0.name, help: $0.summary) } }

  private var devices: [Candidate] {
    let known = (try? allDevices()) ?? []
    return [Candidate("default"), Candidate("null", help: "a clock without hardware")]
      + known.map { Candidate(bytes(ofArray: $0.id), help: shown(bytes(ofArray: $0.name))) }
  }

  /// Words of the user's files; none if a file is unusable.
  private func saved(_ words: (Online) throws(Failure) -> [Bytes]) -> [Candidate] {
    guard let online = try? Online(nil), let words = try? words(online) else { return [] }
    return words.map { Candidate($0) }
  }

  private var destinations: [Candidate] {
    saved { (online) throws(Failure) in try online.savedNames() }
  }

  private var accounts: [Candidate] {
    saved { (online) throws(Failure) in try savedAccounts(of: online).map { $0.text.array } }
  }

  /// Names in the project that is the first operand; none if it cannot be read.
  private func projectNames(of kinds: [Target.Kind]) -> [Candidate] {
    guard let path = operands.first, let project = try? ProjectFile.forReading(path) else {
      return []
    }
    return kinds.flatMap { project.all($0) }.map { Candidate(project.shownName(of: $0)) }
  }

  /// FILE[,KEY=VALUE]...
  private func track(startingWith text: Bytes) -> [Candidate] {
    guard let comma = text.lastIndex(of: 0x2c) else { return [.files] }
    let rest = Bytes(text[(comma + 1)...])
    return behind(text[...comma], complete: pairs(mixVerb.keys, startingWith: rest)) + [.files]
  }

  /// KEY=VALUE of a verb, or PARAMETER=VALUE of its effect.
  private func keyed(startingWith text: Bytes) -> [Candidate] {
    // As in "voice/reverb".
    let owner = operands.count > 1 ? operands[1].split(separator: 0x2f).last.map { Bytes($0) } : nil
    let name = value("--effect") ?? (verb?.name == "project set" ? owner : nil)
    if let name, let kind = EffectKind.all.first(where: { same($0.name, name) }) {
      return parameters(of: kind, startingWith: text) + pairs(effectKeys, startingWith: text)
    }
    return pairs(verb?.keys ?? [], startingWith: text)
  }

  private func pairs(_ keys: [Option], startingWith text: Bytes) -> [Candidate] {
    guard let sign = text.firstIndex(of: 0x3d) else { return keys.map { Candidate(key: $0) } }
    guard let key = keys.first(where: { same($0.name, Bytes(text[..<sign])) }) else { return [] }
    let rest = Bytes(text[(sign + 1)...])
    if case .word(let words) = key.kind {
      return behind(text[...sign], complete: words.map { Candidate($0) })
    }
    if key.name == "file" { return [.files] }
    return key.name == "fx" ? behind(text[...sign], complete: effect(startingWith: rest)) : []
  }

  /// NAME[:PARAMETER=VALUE]...
  private func effect(startingWith text: Bytes) -> [Candidate] {
    guard let first = text.firstIndex(of: 0x3a), let last = text.lastIndex(of: 0x3a) else {
      return effects
    }
    guard let kind = EffectKind.all.first(where: { same($0.name, Bytes(text[..<first])) }) else {
      return []
    }
    return behind(
      text[...last], complete: parameters(of: kind, startingWith: Bytes(text[(last + 1)...])))
  }

  private func parameters(of kind: EffectKind, startingWith text: Bytes) -> [Candidate] {
    guard let sign = text.firstIndex(of: 0x3d) else {
      let impulse =
        kind.name == "convolution" ? [Candidate("impulse=", help: "Impulse response")] : []
      let preset = kind.presets.isEmpty ? [] : [Candidate("preset=", help: "Preset")]
      return kind.parameters.map { Candidate($0.name + "=", help: $0.title) } + impulse + preset
    }
    if text.begins(with: "preset=") {
      return behind(text[...sign], complete: kind.presets.map { Candidate($0) })
    }
    if text.begins(with: "impulse=") { return [.files] }
    let parameter = kind.parameters.first { same($0.name, Bytes(text[..<sign])) }
    return behind(text[...sign], complete: (parameter?.words ?? []).map { Candidate($0) })
  }
}

/// Keys that any effect of a project has.
private let effectKeys = [
  Option("bypass=on|off", "heard without it", kind: .onOff),
  Option("place=N", "its place", kind: .position),
]
