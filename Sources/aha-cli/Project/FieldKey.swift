import CAha

/// What KEY=VALUE says about a track or bus; nil: nothing.
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
  var speed: Float?
  var pitch: TrackEffect?
  var filter: TrackEffect?
  var reverb: TrackEffect?
  var effects: [TrackEffect] = []
}

/// What the words are about.
enum FieldUse: Equatable, Sendable { case newTrack, newBus, track, bus, mix }

/// One thing that can be said about a track or bus of a project.
struct FieldKey: Sendable {
  let name: String
  let value: String
  let needsValue: Bool
  let uses: [FieldUse]
  let help: String
  /// Puts the value, nil when the key stands alone, into the fields.
  let apply: @Sendable (inout Fields, Bytes?) throws(Failure) -> Void

  var usual: String { needsValue ? name + "=" : name }

  init(
    _ name: String, _ value: String, needsValue: Bool = true,
    uses: [FieldUse] = [.newTrack, .newBus, .track, .bus], _ help: String,
    apply: @escaping @Sendable (inout Fields, Bytes?) throws(Failure) -> Void
  ) {
    (self.name, self.value, self.needsValue) = (name, value, needsValue)
    (self.uses, self.help, self.apply) = (uses, help, apply)
  }
}

private let ofTracks: [FieldUse] = [.newTrack, .track]
private let ofPlayed: [FieldUse] = [.newTrack, .track, .mix]
private let ofAll: [FieldUse] = [.newTrack, .newBus, .track, .bus, .mix]
private let ofNew: [FieldUse] = [.newTrack, .newBus, .mix]

/// Every key, in the order of the help. A new one is a new row.
let fieldKeys = [
  FieldKey("name", "NAME", "what it is called") { (fields, text) throws(Failure) in
    fields.name = text
  },
  FieldKey("bus", "BUS", "where it goes; else to the master") { (fields, text) throws(Failure) in
    fields.bus = text
  },
  FieldKey("gain", "DB", uses: ofAll, "louder or softer, -inf to 24 decibels") {
    (fields, text) throws(Failure) in
    fields.gain = Float(try Quantity.gain.read(text ?? [], "gain="))
  },
  FieldKey("pan", "PAN", uses: ofAll, "-1 is left, 0 the middle, 1 right") {
    (fields, text) throws(Failure) in fields.pan = Float(try Quantity.pan.read(text ?? [], "pan="))
  },
  FieldKey("start", "SECONDS", uses: ofPlayed, "when it begins") { (fields, text) throws(Failure) in
    fields.start = try readTime(text ?? [], "start=")
  },
  FieldKey(
    "loop", "N", needsValue: false, uses: ofPlayed, "repeat for ever, or N times after the first"
  ) { (fields, text) throws(Failure) in
    guard let text else {
      fields.loopCount = foreverLoop
      return
    }
    fields.loopCount = UInt32(try Quantity.loop.read(text, "loop="))
  },
  FieldKey("loop_begin", "SECONDS", uses: ofTracks, "of the sound, for loop; else 0") {
    (fields, text) throws(Failure) in fields.loopBegin = try readTime(text ?? [], "loop_begin=")
  },
  FieldKey("loop_end", "SECONDS", uses: ofTracks, "of the sound; else its own end") {
    (fields, text) throws(Failure) in fields.loopEnd = try readTime(text ?? [], "loop_end=")
  },
  FieldKey("mute", "on|off", "not to be heard") { (fields, text) throws(Failure) in
    fields.isMuted = try readSwitch(text ?? [], "mute=")
  },
  FieldKey("solo", "on|off", "while any is, only such are heard") {
    (fields, text) throws(Failure) in fields.isSoloed = try readSwitch(text ?? [], "solo=")
  },
  FieldKey("speed", "SPEED", uses: [.mix], "0.5 is twice as long, 2 half as long") {
    (fields, text) throws(Failure) in
    fields.speed = Float(try Quantity.real(0.5, 2).read(text ?? [], "speed="))
  },
  FieldKey("pitch", "CENTS", uses: [.mix], "higher or lower at the same speed") {
    (fields, text) throws(Failure) in
    fields.pitch = try TrackEffect("pitch", "cents", "pitch=", text ?? [])
  },
  FieldKey("cutoff", "HZ", uses: [.mix], "a low-pass filter") { (fields, text) throws(Failure) in
    fields.filter = try TrackEffect("filter", "cutoff_hz", "cutoff=", text ?? [])
  },
  FieldKey("reverb", "MIX", uses: [.mix], "a reverb, 0 dry to 1 wet") {
    (fields, text) throws(Failure) in
    fields.reverb = try TrackEffect("reverb", "mix", "reverb=", text ?? [])
  },
  FieldKey("fx", "NAME[:P=V]...", uses: ofNew, "an effect; may be repeated") {
    (fields, text) throws(Failure) in fields.effects.append(try TrackEffect(text ?? []))
  },
  FieldKey("file", "FILE", uses: [.track], "another sound") { (fields, text) throws(Failure) in
    fields.file = text
  },
  FieldKey("place", "N", uses: [.track, .bus], "where in the list, from 1 on") {
    (fields, text) throws(Failure) in fields.place = try readPlace(text ?? [])
  },
]

func readPlace(_ text: Bytes) throws(Failure) -> UInt32 {
  UInt32(try Quantity.whole(1, 4_000_000_000).read(text, "place="))
}

extension FieldKey {
  static func all(for use: FieldUse) -> [FieldKey] { fieldKeys.filter { $0.uses.contains(use) } }

  /// "loop_begin=" and its like.
  static func usual(for use: FieldUse) -> String { joined(all(for: use).map { $0.usual }) }
}

extension Fields {
  init(_ words: [Bytes], for use: FieldUse, of verb: Verb) throws(Failure) {
    for word in words { try take(word, for: use, of: verb) }
  }

  mutating func take(_ word: Bytes, for use: FieldUse, of verb: Verb) throws(Failure) {
    let (name, value) = splitAtEqualsSign(word[...])
    let keys = FieldKey.all(for: use)
    guard let key = keys.first(where: { same($0.name, name) }) else {
      throw verb.unknownKey(name, among: keys.map { $0.usual })
    }
    if key.needsValue, value == nil { throw verb.usage(key.usual + " needs a value: " + key.value) }
    try key.apply(&self, value)
  }
}

extension Verb {
  /// - Parameter known: as in "gain=" or "loop".
  func unknownKey(_ name: Bytes, among known: [String]) -> Failure {
    let words = known.map { String(decoding: $0.utf8.filter { $0 != 0x3d }, as: UTF8.self) }
    return usage(
      "unknown key \"" + shown(name) + "\"" + didYouMean(name, among: words) + "; the keys are "
        + joined(known))
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

/// The loop count of a track that never ends, AHA_LOOP_FOREVER.
let foreverLoop = UInt32.max
