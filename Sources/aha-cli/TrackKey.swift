import CAha

/// One thing that can be said about a track behind its file name.
struct TrackKey: Sendable {
  let name: String
  /// What stands for the value in the help.
  let value: String
  /// False for a key that may stand alone.
  var needsValue = true
  let help: String
  /// Puts the value, nil when the key stands alone, into the track.
  let apply: @Sendable (inout Track, Bytes?) throws(Failure) -> Void

  /// As in "gain=" or "loop".
  var usual: String { needsValue ? name + "=" : name }
}

/// Every key, in the order of the help. A new one is a new row.
let trackKeys = [
  TrackKey(name: "gain", value: "DB", help: "louder or softer, -inf to 24 decibels") {
    (track, text) throws(Failure) in track.gain = Float(try gainQuantity("gain=").read(text ?? []))
  },
  TrackKey(name: "pan", value: "PAN", help: "-1 is left, 0 the middle, 1 right") {
    (track, text) throws(Failure) in track.pan = Float(try panQuantity.read(text ?? []))
  },
  TrackKey(name: "start", value: "SECONDS", help: "when it begins in the mix") {
    (track, text) throws(Failure) in track.start = try startQuantity.read(text ?? [])
  },
  TrackKey(
    name: "loop", value: "N", needsValue: false, help: "repeat for ever, or N times after the first"
  ) { (track, text) throws(Failure) in
    guard let text else { return track.loopCount = foreverLoop }
    track.loopCount = UInt32(try loopQuantity.read(text))
  },
  TrackKey(name: "speed", value: "SPEED", help: "0.5 is twice as long, 2 half as long") {
    (track, text) throws(Failure) in track.speed = Float(try speedQuantity.read(text ?? []))
  },
  TrackKey(name: "pitch", value: "CENTS", help: "higher or lower at the same speed") {
    (track, text) throws(Failure) in
    track.pitch = try TrackEffect("pitch", "cents", "pitch=", text ?? [])
  },
  TrackKey(name: "cutoff", value: "HZ", help: "a low-pass filter") {
    (track, text) throws(Failure) in
    track.filter = try TrackEffect("filter", "cutoff_hz", "cutoff=", text ?? [])
  },
  TrackKey(name: "reverb", value: "MIX", help: "a reverb, 0 dry to 1 wet") {
    (track, text) throws(Failure) in
    track.reverb = try TrackEffect("reverb", "mix", "reverb=", text ?? [])
  },
  TrackKey(name: "fx", value: "NAME[:P=V]...", help: "an effect of aha effects; may be repeated") {
    (track, text) throws(Failure) in track.effects.append(try TrackEffect(text ?? []))
  },
]

/// The loop count of a track that never ends, AHA_LOOP_FOREVER.
let foreverLoop = UInt32.max

/// The longest mix, which is also the latest start: about 115 days.
let mostSeconds = 10_000_000.0

func gainQuantity(_ name: String) -> Quantity {
  Quantity(name: name, lowest: -.infinity, highest: 24)
}

let panQuantity = Quantity(name: "pan=", lowest: -1, highest: 1)
private let startQuantity = Quantity(name: "start=", lowest: 0, highest: mostSeconds)
private let speedQuantity = Quantity(name: "speed=", lowest: 0.5, highest: 2)
let loopQuantity = Quantity(
  name: "loop=", lowest: 0, highest: Double(foreverLoop - 1), isWhole: true)
