import CAha

/// What KEY=VALUE words say about a track or bus; nil: nothing.
struct Fields {
  var name: Bytes?
  var bus: Bytes?
  var file: Bytes?
  /// From 1 on.
  var place: UInt32?
  var start: Int64?
  var loopCount: UInt32?
  var loopBegin: Int64?
  var loopEnd: Int64?
  var gain: Float?
  var pan: Float?
  var isMuted: Bool?
  var isSoloed: Bool?
  var effects: [TrackEffect] = []
}

/// What the words are about.
enum FieldUse: Equatable, Sendable { case newTrack, newBus, track, bus }

/// One thing that can be said about a track or bus of a project.
struct FieldKey: Sendable {
  let name: String
  let value: String
  var needsValue = true
  var uses: [FieldUse] = [.newTrack, .newBus, .track, .bus]
  let help: String
  /// Puts the value, nil when the key stands alone, into the fields.
  let apply: @Sendable (inout Fields, Bytes?) throws(Failure) -> Void

  var usual: String { needsValue ? name + "=" : name }
}

private let ofTracks: [FieldUse] = [.newTrack, .track]
private let ofNew: [FieldUse] = [.newTrack, .newBus]

/// Every key, in the order of the help. A new one is a new row.
let fieldKeys = [
  FieldKey(name: "name", value: "NAME", help: "what it is called") {
    (fields, text) throws(Failure) in fields.name = text
  },
  FieldKey(name: "bus", value: "BUS", help: "where it goes; else to the master") {
    (fields, text) throws(Failure) in fields.bus = text
  },
  FieldKey(name: "gain", value: "DB", help: "louder or softer, -inf to 24 decibels") {
    (fields, text) throws(Failure) in
    // The file has no lower number for silence.
    fields.gain = max(-120, Float(try gainQuantity("gain=").read(text ?? [])))
  },
  FieldKey(name: "pan", value: "PAN", help: "-1 is left, 0 the middle, 1 right") {
    (fields, text) throws(Failure) in fields.pan = Float(try panQuantity.read(text ?? []))
  },
  FieldKey(name: "start", value: "SECONDS", uses: ofTracks, help: "when it begins") {
    (fields, text) throws(Failure) in fields.start = try readTime(text ?? [], "start=")
  },
  FieldKey(
    name: "loop", value: "N", needsValue: false, uses: ofTracks,
    help: "repeat for ever, or N times after the first"
  ) { (fields, text) throws(Failure) in
    guard let text else { return fields.loopCount = foreverLoop }
    fields.loopCount = UInt32(try loopQuantity.read(text))
  },
  FieldKey(
    name: "loop_begin", value: "SECONDS", uses: ofTracks, help: "of the sound, for loop; else 0"
  ) { (fields, text) throws(Failure) in
    fields.loopBegin = try readTime(text ?? [], "loop_begin=")
  },
  FieldKey(
    name: "loop_end", value: "SECONDS", uses: ofTracks, help: "of the sound; else its own end"
  ) { (fields, text) throws(Failure) in fields.loopEnd = try readTime(text ?? [], "loop_end=") },
  FieldKey(name: "mute", value: "on|off", help: "not to be heard") {
    (fields, text) throws(Failure) in fields.isMuted = try readSwitch(text ?? [], "mute=")
  },
  FieldKey(name: "solo", value: "on|off", help: "while any is, only such are heard") {
    (fields, text) throws(Failure) in fields.isSoloed = try readSwitch(text ?? [], "solo=")
  },
  FieldKey(name: "fx", value: "NAME[:P=V]...", uses: ofNew, help: "an effect; may be repeated") {
    (fields, text) throws(Failure) in fields.effects.append(try TrackEffect(text ?? []))
  },
  FieldKey(name: "file", value: "FILE", uses: [.track], help: "another sound") {
    (fields, text) throws(Failure) in fields.file = text
  },
  FieldKey(name: "place", value: "N", uses: [.track, .bus], help: "where in the list, from 1 on") {
    (fields, text) throws(Failure) in fields.place = try readPlace(text ?? [])
  },
]

func readPlace(_ text: Bytes) throws(Failure) -> UInt32 {
  let place = Quantity(name: "place=", lowest: 1, highest: 4_000_000_000, isWhole: true)
  return UInt32(try place.read(text))
}

extension Fields {
  init(_ words: [Bytes], for use: FieldUse, of verb: Verb) throws(Failure) {
    let keys = fieldKeys.filter { $0.uses.contains(use) }
    for word in words {
      let (name, value) = splitAtEqualsSign(word[...])
      guard let key = keys.first(where: { same($0.name, name) }) else {
        throw verb.unknownKey(name, among: keys.map { $0.usual })
      }
      if key.needsValue, value == nil {
        throw verb.usage(key.usual + " needs a value: " + key.value)
      }
      try key.apply(&self, value)
    }
  }
}

extension Verb {
  /// - Parameter known: as in "gain=" or "loop".
  func unknownKey(_ name: Bytes, among known: [String]) -> Failure {
    var message = "unknown key \"" + shown(name) + "\""
    let words = known.map { String(decoding: $0.utf8.filter { $0 != 0x3d }, as: UTF8.self) }
    if let near = suggestion(for: name, among: words) { message += "; did you mean " + near + "?" }
    return usage(message + "; the keys are " + joined(known))
  }
}

/// Lines of the help.
func fieldHelp(_ uses: [FieldUse]) -> String {
  var text = ""
  for key in fieldKeys where key.uses.contains(where: { uses.contains($0) }) {
    let form = key.needsValue ? key.name + "=" + key.value : key.name + "[=" + key.value + "]"
    text += "  " + padded(form, 20) + key.help + "\n"
  }
  return text
}
