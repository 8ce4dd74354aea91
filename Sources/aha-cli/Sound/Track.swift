import CAha

/// One TRACK argument: a file and how it is played.
struct Track {
  let path: Bytes
  private var fields = Fields()

  var gain: Float { fields.gain ?? 0 }
  var pan: Float { fields.pan ?? 0 }
  /// Seconds into the mix.
  var start: Double { Double(fields.start ?? 0) / 1e6 }
  /// Repetitions after the first time.
  var loopCount: UInt32 { fields.loopCount ?? 0 }
  /// 1: as the file is.
  var speed: Float { fields.speed ?? 1 }
  var isEndless: Bool { loopCount == foreverLoop }

  var chain: [TrackEffect] {
    [fields.pitch, fields.filter, fields.reverb].compactMap { $0 } + fields.effects
  }

  /// Reads FILE[,key=value]... The keys begin at the first comma with a known key behind it, so
  /// that file names may hold commas; "\," is always a comma of the name, and "\\" a backslash.
  init(_ argument: Bytes) throws(Failure) {
    let parts = splitAtKeys(argument)
    path = parts.path
    if path.isEmpty { throw mixVerb.usage("track \"" + shown(argument) + "\" names no file") }
    for part in parts.keys?.split(separator: comma, omittingEmptySubsequences: false) ?? [] {
      do throws(Failure) { try fields.take(Bytes(part), for: .mix, of: mixVerb) } catch {
        throw mixVerb.usage("track \"" + shown(path) + "\": " + error.message)
      }
    }
  }
}

func readTracks(_ operands: [Bytes]) throws(Failure) -> [Track] {
  var tracks: [Track] = []
  for operand in operands { tracks.append(try Track(operand)) }
  return tracks
}

func knownKeys() -> String { "the keys are " + FieldKey.usual(for: .mix) }

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
  return FieldKey.all(for: .mix).contains {
    same($0.name, name) && (value != nil || !$0.needsValue)
  }
}

func splitAtEqualsSign(_ part: ArraySlice<UInt8>) -> (name: Bytes, value: Bytes?) {
  guard let sign = part.firstIndex(of: 0x3d) else { return (Bytes(part), nil) }
  return (Bytes(part[..<sign]), Bytes(part[(sign + 1)...]))
}

struct TrackEffect {
  let kind: EffectKind
  private(set) var values: [(parameter: UInt32, value: Float)] = []

  /// One parameter of one effect, which a key of its own stands for.
  /// - Parameter label: the key, as in "cutoff=".
  init(_ effect: String, _ parameter: String, _ label: String, _ text: Bytes) throws(Failure) {
    kind = try effectKind(named: effect.bytes)
    try set(parameter.bytes, text, label: label)
  }

  /// Reads NAME[:PARAMETER=VALUE]...
  init(_ text: Bytes) throws(Failure) {
    let parts = text.split(separator: colon, omittingEmptySubsequences: false)
    kind = try effectKind(named: Bytes(parts[0]))
    for part in parts.dropFirst() {
      let (name, value) = splitAtEqualsSign(part)
      let label = kind.name + ":" + shown(name)
      guard let value else {
        if kind.parameter(name) == nil { throw kind.noParameter(name) }
        throw .usage(label + "= needs a value")
      }
      try set(name, value, label: label + "=")
    }
  }

  private mutating func set(_ name: Bytes, _ text: Bytes, label: String) throws(Failure) {
    guard let parameter = kind.parameter(name) else { throw kind.noParameter(name) }
    values.append((parameter.number, try parameter.read(text, label: label)))
  }
}

private let colon = UInt8(0x3a)

/// Which files the verbs that play tracks accept.
let loadOptions = [
  Option("--accept-damaged", "use damaged files up to the damage"),
  Option("--max-frames", "N", "refuse files with more frames", .whole(1, 9e15)),
  Option("--max-bytes", "N", "refuse larger files", .whole(1, 9e15)),
]

extension Arguments {
  var soundOptions: aha_sound_options {
    var options = aha_sound_options_init()
    (options.max_frames, options.max_bytes) = (whole("--max-frames"), whole("--max-bytes"))
    options.accept_damaged = flag("--accept-damaged")
    return options
  }
}
