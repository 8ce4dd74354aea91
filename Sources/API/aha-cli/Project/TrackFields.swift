/// The values of a track or bus that KEY=VALUE words set; nil: unchanged.
struct TrackFields {
  var name: Bytes?
  var bus: Bytes?
  var file: Bytes?
  /// From 1 on.
  var position: UInt32?
  var snap: aha_grid?
  /// The root of the key to play in, or AHA_KEEP_KEY.
  var fittedRoot: UInt32?
  /// The values of a track; gain, pan, mute and solo of a bus.
  var track = aha_track_init()
  var speed: Float = 1
  /// It plays at the tempo of --bpm and starts at a multiple of so many beats; nil: at its own.
  var followedBeats: Double?
  /// As recorded; nil: measured. Units: beats in a minute.
  var tempo: Double?
  /// Its start was given.
  var hasStart = false
  /// The played part of the sound; nil: unchanged, or the whole sound.
  var from: SoundTime?
  var to: SoundTime?
  var loopMode = aha_loop_mode(AHA_LOOP_FORWARD)
  /// Of a send.
  var isBeforeFader = false
  /// The track that ducks this one, from 1 on.
  var duckedBy: Int?
  /// Its first output channel, from 1 on.
  var output: UInt32 = 1
  /// The channels of the file on the left and the right, from 1 on; nil: the downmix.
  var channels: (left: UInt32, right: UInt32)?
  /// Play at the gain in its tags.
  var usesGainTag = false
  var pitch: EffectFields?
  var filter: EffectFields?
  var reverb: EffectFields?
  var effects: [EffectFields] = []

  /// Reads "", "N", "file[:N]" or "ping_pong[:N]".
  fileprivate mutating func setLoop(_ value: Value) throws(Failure) {
    var parts = value.text.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)[
      ...]
    let words: [(String, Int)] = [("file", AHA_LOOP_FILE), ("ping_pong", AHA_LOOP_PING_PONG)]
    loopMode = aha_loop_mode(AHA_LOOP_FORWARD)
    if let word = words.first(where: { same($0.0, Bytes(parts[0])) }) {
      loopMode = aha_loop_mode(word.1)
      parts = parts.dropFirst()
    }
    track.loop_count = foreverLoop
    guard let count = parts.first, parts.count == 1, !value.text.isEmpty else {
      if parts.count > 1 { throw value.refused("not known") }
      return
    }
    track.loop_count = try Kind.whole(0, Double(foreverLoop - 1)).read(
      Bytes(count), label: value.label
    ).whole()
  }

  /// Reads "N", both sides, or "LEFT:RIGHT".
  fileprivate mutating func setChannels(_ value: Value) throws(Failure) {
    let numbers = Kind.whole(1, 32)
    if let both = try? numbers.read(value.text, label: value.label) {
      channels = (both.whole(), both.whole())
      return
    }
    let pair = try value.pair(
      by: 0x3a, of: numbers, orIs: "not channels such as 3 or 3:4, up to 32")
    channels = (UInt32(pair.0), UInt32(pair.1))
  }

  var varispeed: Double { track.speed == 0 ? 1 : track.speed }
}

/// Reads SECONDS or SECONDS:SHAPE.
private func readFade(from value: Value) throws(Failure) -> (Int64, aha_fade_shape) {
  let parts = value.text.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)
  let time: Int64 = try Kind.time.read(Bytes(parts[0]), label: value.label).whole()
  if parts.count == 1 { return (time, aha_fade_shape(AHA_FADE_LINEAR)) }
  let shape = try Kind.word(fadeShapes).read(Bytes(parts[1]), label: value.label)
  return (time, shape.whole())
}

/// A position in a sound.
enum SoundTime {
  case seconds(Double)
  /// Of the file.
  case frames(Double)

  /// Reads "1.5s", "200ms" or a count of frames.
  init(_ value: Value) throws(Failure) {
    guard let (number, isInSeconds) = parsedTime(value.text), (0...9e15).contains(number) else {
      throw value.refused("not a time such as 1.5s, 200ms or 48000 frames")
    }
    if !isInSeconds, number != number.rounded() {
      throw value.refused("not a whole count of frames; for seconds, write \(value.text)s")
    }
    self = isInSeconds ? .seconds(number) : .frames(number)
  }

  /// - Parameters:
  ///   - rate: Of the result.
  ///   - fileRate: Of the file.
  func frames(at rate: Double, fileRate: Double) -> Double {
    switch self {
    case .seconds(let seconds): (seconds * rate).rounded()
    case .frames(let frames): (frames * rate / fileRate).rounded()
    }
  }
}

enum KeyUse: Equatable, Sendable { case newTrack, newBus, track, bus, mix, send }

private struct FieldKey: Sendable {
  let uses: [KeyUse]
  let setting: Setting<TrackFields>

  init(
    _ form: String, _ help: String, kind: Kind = .text,
    for uses: [KeyUse] = [.newTrack, .newBus, .track, .bus], put: @escaping Setting<TrackFields>.Put
  ) { (self.uses, setting) = (uses, Setting(form, help, kind: kind, put: put)) }
}

private let ofTracks: [KeyUse] = [.newTrack, .track]
private let ofPlayed: [KeyUse] = [.newTrack, .track, .mix]
private let ofAll: [KeyUse] = [.newTrack, .newBus, .track, .bus, .mix, .send]
private let ofParts: [KeyUse] = [.newTrack, .newBus, .track, .bus, .send]

private let allKeys: [FieldKey] = [
  FieldKey("name=NAME", "the name", for: ofParts) { $0.name = $1.text },
  FieldKey(
    "pre[=on|off]", "before gain, pan and mute of WHAT; else after them", kind: .onOff, for: [.send]
  ) { $0.isBeforeFader = $1.isOn },
  FieldKey("bus=BUS", "its bus; else the master") { $0.bus = $1.text },
  FieldKey("gain=DB", "louder or softer, -inf to 24 decibels", kind: .gain, for: ofAll) {
    $0.track.gain_db = $1.float
  },
  FieldKey("pan=PAN", "-1 is left, 0 the middle, 1 right", kind: .pan, for: ofAll) {
    $0.track.pan = $1.float
  },
  FieldKey("start=SECONDS", "when it begins; else 0", kind: .time, for: ofPlayed) {
    $0.track.start_us = $1.whole()
    $0.hasStart = true
  },
  FieldKey("from=TIME", "begin there in the sound: 1.5s, 200ms or frames of it", for: ofPlayed) {
    (fields, value) throws(Failure) in fields.from = try SoundTime(value)
  },
  FieldKey("to=TIME", "end there in the sound; else at its end", for: ofPlayed) {
    (fields, value) throws(Failure) in fields.to = try SoundTime(value)
  },
  FieldKey(
    "loop[=N]", "repeat for ever, or N times after the first pass",
    kind: .whole(0, Double(foreverLoop - 1)), for: ofTracks
  ) { $0.track.loop_count = $1.text.isEmpty ? foreverLoop : $1.whole() },
  FieldKey(
    "loop[=N|file|ping_pong]",
    "repeat for ever, or N times; the loop of the file, or back and forth; then :N", for: [.mix]
  ) {
    (fields, value) throws(Failure) in try fields.setLoop(value)
  },
  FieldKey("loop_begin=SECONDS", "of the sound, for loop; else 0", kind: .time, for: ofTracks) {
    $0.track.loop_begin_us = $1.whole()
  },
  FieldKey("loop_end=SECONDS", "of the sound; else its own end", kind: .time, for: ofTracks) {
    $0.track.loop_end_us = $1.whole()
  },
  FieldKey("mute=on|off", "silent", kind: .onOff, for: ofParts) { $0.track.is_muted = $1.whole() },
  FieldKey("solo=on|off", "only soloed ones are heard while one is on", kind: .onOff, for: ofParts)
  {
    $0.track.is_soloed = $1.whole()
  },
  FieldKey(
    "speed=SPEED", "0.5 is twice as long, 2 half as long; the pitch stays", kind: .range(0.5, 2),
    for: [.mix]
  ) {
    $0.speed = $1.float
  },
  FieldKey(
    "varispeed=SPEED", "the speed, and with it the pitch, 0.05 to 16", kind: .range(0.05, 16),
    for: ofPlayed
  ) { $0.track.speed = $1.number },
  FieldKey(
    "follow[=beat|bar]", "at the tempo of --bpm, from the next beat or bar on; the pitch stays",
    kind: .word(["beat", "bar"]), for: [.mix]
  ) { $0.followedBeats = same("bar", $1.text) ? beatsPerBar : 1 },
  FieldKey(
    "tempo=BPM", "its own tempo, for follow; else measured", kind: .range(1, 1000), for: [.mix]
  ) { $0.tempo = $1.number },
  FieldKey(
    "follow=BPM", "follow the tempo of the project; BPM is its own, 0: do not",
    kind: .range(0, 1000), for: ofTracks
  ) { $0.track.tempo_bpm = $1.number },
  FieldKey(
    "fit[=NOTE]", "follow the tempo of the project, in the key of NOTE; both as its tags say",
    for: ofTracks
  ) { (fields, value) throws(Failure) in
    let root = value.text.isEmpty ? UInt32.max : readNote(value.text)  // AHA_KEEP_KEY
    guard let root else { throw value.refused("not a note, as F# or Bb") }
    fields.fittedRoot = root
  },
  FieldKey(
    "snap=beat|bar", "start at the nearest beat or bar of the project", kind: .word(gridNames),
    for: ofTracks
  ) { $0.snap = $1.whole() },
  FieldKey("reverse[=on|off]", "play backwards", kind: .onOff, for: ofPlayed) {
    $0.track.is_reversed = $1.isOn ? 1 : 0
  },
  FieldKey("fade_in=S[:SHAPE]", "fade in for S seconds, along SHAPE", for: ofPlayed) {
    (fields, value) throws(Failure) in
    (fields.track.fade_in_us, fields.track.fade_in_curve) = try readFade(from: value)
  },
  FieldKey(
    "fade_out=S[:SHAPE]", "fade out for S seconds before its end or --seconds", for: ofPlayed
  ) {
    (fields, value) throws(Failure) in
    (fields.track.fade_out_us, fields.track.fade_out_curve) = try readFade(from: value)
  },
  FieldKey("duck=N", "up to 12 dB quieter while the N-th track plays", kind: .position, for: [.mix])
  {
    $0.duckedBy = $1.whole()
  },
  FieldKey("out=N", "its outputs, N and N + 1: 1, 3, 5 to 31; else 1", for: [.mix]) {
    (fields, value) throws(Failure) in
    let first: UInt32 = try Kind.whole(1, 31).read(value.text, label: value.label).whole()
    if first % 2 == 0 { throw value.refused("even: a pair of outputs begins at 1, 3, 5 to 31") }
    fields.output = first
  },
  FieldKey("channels=L[:R]", "the channels of the file that it plays; else all", for: [.mix]) {
    (fields, value) throws(Failure) in try fields.setChannels(value)
  },
  FieldKey("replaygain[=on|off]", "at the gain in its tags", kind: .onOff, for: [.mix]) {
    $0.usesGainTag = $1.isOn
  },
  FieldKey("pitch=CENTS", "-3600 to 3600 cents; the length stays", for: [.mix]) {
    (fields, value) throws(Failure) in
    fields.pitch = try EffectFields("pitch", parameter: "cents", value: value)
  },
  FieldKey("cutoff=HZ", "a low-pass filter, 20 to 20000 hertz", for: [.mix]) {
    (fields, value) throws(Failure) in
    fields.filter = try EffectFields("filter", parameter: "cutoff_hz", value: value)
  },
  FieldKey("reverb=MIX", "a reverb, 0 dry to 1 wet", for: [.mix]) {
    (fields, value) throws(Failure) in
    fields.reverb = try EffectFields("reverb", parameter: "mix", value: value)
  },
  FieldKey(
    "fx=NAME[:P=V]...", "an effect; may be repeated", for: [.newTrack, .newBus, .mix, .send]
  ) {
    (fields, value) throws(Failure) in fields.effects.append(try EffectFields(value.text))
  },
  FieldKey("file=FILE", "another sound, such as a moved one", for: [.track]) { $0.file = $1.text },
  FieldKey("place=N", "index in the list, from 1 on", kind: .position, for: [.track, .bus]) {
    $0.position = $1.whole()
  },
]

extension Kind { static let position = whole(1, 4_000_000_000) }

func keys(_ use: KeyUse) -> [Setting<TrackFields>] {
  allKeys.filter { $0.uses.contains(use) }.map { $0.setting }
}

func readFields(
  from words: [Bytes], for use: KeyUse, of verb: Verb, into fields: TrackFields = TrackFields()
) throws(Failure) -> TrackFields {
  var fields = fields
  try read(words, by: keys(use), into: &fields, of: verb)
  return fields
}

/// In the order of AHA_GRID_...
let gridNames = ["beat", "bar"]

/// AHA_LOOP_FOREVER.
let foreverLoop = UInt32.max
