/// One TRACK argument: a file and how it is played.
struct Track {
  let path: Bytes
  var gain: Float = 0
  var pan: Float = 0
  /// Seconds into the mix.
  var start = 0.0
  /// Repetitions after the first time.
  var loopCount: UInt32 = 0
  /// 1: as the file is.
  var speed: Float = 1
  var pitch: TrackEffect?
  var filter: TrackEffect?
  var reverb: TrackEffect?
  /// The ones of fx=, in the order in which they are written.
  var effects: [TrackEffect] = []

  var isEndless: Bool { loopCount == foreverLoop }

  /// What the track goes through, in order.
  var chain: [TrackEffect] { [pitch, filter, reverb].compactMap { $0 } + effects }

  /// Reads FILE[,key=value]... The keys begin at the first comma with a known key behind it, so
  /// that file names may hold commas; "\," is always a comma of the name, and "\\" a backslash.
  init(_ argument: Bytes) throws(Failure) {
    let parts = splitAtKeys(argument)
    path = parts.path
    if path.isEmpty { throw mixVerb.usage("track \"" + shown(argument) + "\" names no file") }
    guard let keys = parts.keys else { return }
    for part in keys.split(separator: comma, omittingEmptySubsequences: false) {
      try apply(Bytes(part))
    }
  }

  private mutating func apply(_ part: Bytes) throws(Failure) {
    let (name, value) = splitAtEqualsSign(part[...])
    guard let key = trackKeys.first(where: { same($0.name, name) }) else { throw unknown(name) }
    if key.needsValue, value == nil { throw wrong(key.usual + " needs a value: " + key.value) }
    do throws(Failure) {
      try key.apply(&self, value)
    } catch {
      throw wrong(error.message)
    }
  }

  private func unknown(_ name: Bytes) -> Failure {
    let known = trackKeys.map { $0.name }
    var message = "unknown key \"" + shown(name) + "\""
    if let near = suggestion(for: name, among: known) { message += "; did you mean " + near + "?" }
    return wrong(message + "; " + knownKeys())
  }

  private func wrong(_ what: String) -> Failure {
    mixVerb.usage("track \"" + shown(path) + "\": " + what)
  }
}

func readTracks(_ operands: [Bytes]) throws(Failure) -> [Track] {
  var tracks: [Track] = []
  for operand in operands { tracks.append(try Track(operand)) }
  return tracks
}

func knownKeys() -> String { "the keys are " + joined(trackKeys.map { $0.usual }) }

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
  return trackKeys.contains { same($0.name, name) && (value != nil || !$0.needsValue) }
}

func splitAtEqualsSign(_ part: ArraySlice<UInt8>) -> (name: Bytes, value: Bytes?) {
  guard let sign = part.firstIndex(of: 0x3d) else { return (Bytes(part), nil) }
  return (Bytes(part[..<sign]), Bytes(part[(sign + 1)...]))
}
