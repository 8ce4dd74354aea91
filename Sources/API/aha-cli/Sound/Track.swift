/// One TRACK argument: a file and how it is played.
struct Track {
  let path: Bytes
  private(set) var fields = TrackFields()

  /// A file without keys.
  let isPlain: Bool

  /// The keys say when it sounds: it is no part of a list.
  var isTimed: Bool {
    fields.hasStart || fields.followedBeats != nil || fields.duckedBy != nil
      || fields.track.loop_count == foreverLoop
  }

  /// Of the engine; a follower has a pitch shifter besides its chain.
  var effectCount: Int { chain.count + (fields.followedBeats == nil ? 0 : 1) }

  var chain: [EffectFields] {
    [fields.pitch, fields.filter, fields.reverb].compactMap { $0 } + fields.effects
  }

  /// Reads FILE[,KEY=VALUE]... The keys begin at the first comma with a known key behind it, so
  /// that file names may hold commas; "\," is always a comma of the name, and "\\" a backslash.
  init(_ argument: Bytes) throws(Failure) {
    let parts = splitAtKeys(argument)
    path = parts.path
    isPlain = parts.keys == nil
    if path.isEmpty { throw mixVerb.usage("track \"\(argument)\" names no file") }
    let words = parts.keys?.split(separator: comma, omittingEmptySubsequences: false) ?? []
    do throws(Failure) {
      try read(words.map { Bytes($0) }, by: keys(.mix), into: &fields, of: mixVerb)
    } catch { throw mixVerb.usage("track \"\(path)\": " + error.message) }
  }
}

func readTracks(_ operands: [Bytes]) throws(Failure) -> [Track] {
  var tracks: [Track] = []
  for operand in operands { tracks.append(try Track(operand)) }
  return tracks
}

private let comma = UInt8(0x2c)
private let backslash = UInt8(0x5c)

private func splitAtKeys(_ argument: Bytes) -> (path: Bytes, keys: ArraySlice<UInt8>?) {
  var path = Bytes()
  var rest = argument[...]
  while let byte = rest.popFirst() {
    if byte == comma, beginsWithKey(rest) { return (path, rest) }
    let isEscape = byte == backslash && (rest.first == comma || rest.first == backslash)
    path.append(isEscape ? rest.removeFirst() : byte)
  }
  return (path, nil)
}

private func beginsWithKey(_ rest: ArraySlice<UInt8>) -> Bool {
  let (name, value) = splitAtEqualsSign(rest.prefix { $0 != comma })
  return options(of: keys(.mix)).contains {
    same($0.name, name) && (value != nil || $0.isOptional)
  }
}

/// An effect, and the values that KEY=VALUE words set.
struct EffectFields {
  let kind: EffectKind
  private(set) var values: [(parameter: UInt32, value: Float)] = []
  /// Applies before the values.
  private(set) var preset: Bytes?
  /// The file of a convolution's impulse response.
  private(set) var impulse: Bytes?
  private(set) var isBypassed: Bool?
  /// The track or bus whose level controls a compressor or gate, in a project.
  private(set) var key: Bytes?
  /// From 1 on.
  private(set) var position: UInt32?

  /// One parameter of one effect, for a key of its own.
  init(_ effect: String, parameter: String, value: Value) throws(Failure) {
    kind = try EffectKind.named(effect.array)
    try set(parameter.array, value.text, label: value.label)
  }

  /// Reads NAME[:PARAMETER=VALUE]...
  init(_ text: Bytes) throws(Failure) {
    if let plugin = EffectKind.pluginURI(text) {
      let (uri, words) = splitPlugin(plugin)
      kind = try EffectKind(plugin: uri)
      try setAll(words)
      return
    }
    let parts = text.split(separator: 0x3a, omittingEmptySubsequences: false)
    kind = try EffectKind.named(Bytes(parts[0]))
    for part in parts.dropFirst() {
      let (name, value) = splitAtEqualsSign(part)
      try set(name, value, label: kind.name + ":\(name)=")
    }
  }

  /// Reads PARAMETER=VALUE words; bypass= and place= are of every kind.
  init(_ words: [Bytes], of kind: EffectKind) throws(Failure) {
    self.kind = kind
    try setAll(words)
  }

  private mutating func setAll(_ words: [Bytes]) throws(Failure) {
    for word in words {
      let (name, text) = splitAtEqualsSign(word[...])
      guard let text else { throw .usage("\(name)= needs a value") }
      if same("bypass", name) {
        isBypassed = try Kind.onOff.read(text, label: "bypass=").isOn
      } else if same("place", name) {
        position = try Kind.position.read(text, label: "place=").whole()
      } else if same("key", name), ["compressor", "gate"].contains(kind.name) {
        key = text
      } else {
        let others = "; bypass= and place= go for all"
        try set(name, text, label: kind.name + ":\(name)=", others: others)
      }
    }
  }

  private mutating func set(_ name: Bytes, _ text: Bytes?, label: String, others: String = "")
    throws(Failure)
  {
    if same("convolution", kind.name.array), same("impulse", name), let text {
      impulse = text
      return
    }
    if same("preset", name), !kind.presets.isEmpty, let text {
      preset = try kind.preset(text, label: label)
      return
    }
    let parameter = try kind.parameter(name, others: others)
    guard let text else { throw .usage(label + " needs a value") }
    values.append((parameter.info.parameter, try parameter.read(text, label: label)))
  }
}

let loadSettings: [Setting<aha_sound_options>] = [
  Setting("--accept-damaged", "use damaged files to the damage") { $0.accept_damaged = $1.whole() },
  Setting("--max-frames N", "refuse files with more frames", kind: .whole(1, 9e15)) {
    $0.max_frames = $1.whole()
  },
  Setting("--max-bytes N", "refuse larger files", kind: .whole(1, 9e15)) {
    $0.max_bytes = $1.whole()
  },
]
