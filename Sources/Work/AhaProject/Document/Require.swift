import AhaBase
import AhaDSP

/// Validates values of a project. The same checks apply to values of a caller and to values in a
/// file, which another program may have written; only the error code differs.
struct Require {
  let code: ResultCode

  /// For values of a caller.
  static let argument = Require(code: .invalidArgument)
  /// For values in a file.
  static let content = Require(code: .damaged)

  func that(_ isSo: Bool, _ line: @autoclosure () -> String) throws(AhaError) {
    if !isSo { throw AhaError(code, line()) }
  }

  func name(_ text: String, what: StaticString) throws(AhaError) {
    let letters = text.letters
    try that(letters <= 1000, "\(what) of \(letters) letters; at most 1000")
    try that(!text.array.contains(0), "\(what) with a byte of 0")
  }

  func time(_ time: Int64, what: String) throws(AhaError) {
    try that(
      (0...Document.longest).contains(time), "\(what) of \(time) us is not in 0 to a year")
  }

  func value(_ value: Float, of parameter: Parameter) throws(AhaError) {
    try that(
      parameter.accepts(value),
      "\(parameter.name) of \(value) is not \(parameter.isStepped ? "a whole number " : "")in "
        + "\(parameter.minimum) to \(parameter.maximum)")
  }

  func fader(_ fader: Document.Fader) throws(AhaError) {
    try value(fader.gainDb, of: ParameterTable.gain)
    try value(fader.pan, of: ParameterTable.pan)
  }

  func track(_ track: Document.Track) throws(AhaError) {
    try name(track.name, what: "a track's name")
    try fader(track.fader)
    try that(
      SpeedPath.limits.contains(track.speed), "speed of \(track.speed) is not in 0.05 to 16")
    try that(
      track.tempo == 0 || TempoMap.limits.contains(track.tempo),
      "a track's tempo of \(track.tempo) BPM is not in 1 to 1000")
    try time(track.start, what: "start")
    try time(track.begin, what: "begin of the sound")
    try time(track.end, what: "end of the sound")
    try that(
      track.end == 0 || track.begin < track.end,
      "part of the sound from \(track.begin) to \(track.end) us")
    try time(track.fadeIn.time, what: "fade-in")
    try time(track.fadeOut.time, what: "fade-out")
    try time(track.loopBegin, what: "loop's begin")
    try time(track.loopEnd, what: "loop's end")
    try that(
      (-1...4_294_967_294).contains(track.loopCount), "loop count of \(track.loopCount)")
    try that(
      track.loopCount == 0 || track.loopBegin < track.loopEnd,
      "loop from \(track.loopBegin) to \(track.loopEnd) us")
  }

  func settings(_ settings: Document.Settings) throws(AhaError) {
    try name(settings.title, what: "a title")
    try that((1...1000).contains(settings.tempoBpm), "tempo of \(settings.tempoBpm) BPM")
    try that((1...64).contains(settings.beatsPerBar), "\(settings.beatsPerBar) beats per bar")
    let unit = settings.beatUnit
    try that((1...32).contains(unit) && unit & (unit - 1) == 0, "beat unit of 1/\(unit)")
    try that(
      (8000...192_000).contains(settings.sampleRate), "sample rate of \(settings.sampleRate) Hz")
  }

  func point(_ point: AutomationPoint, parameter: Parameter) throws(AhaError) {
    try time(point.time, what: "time")
    try value(point.value, of: parameter)
    try that(
      !parameter.isStepped || point.curve == .step, "\(parameter.name) jumps: its curve is step")
    try that(
      !parameter.isTempo || point.curve == .step || point.curve == .exponential,
      "\(parameter.name) jumps or changes evenly in octaves: its curve is step or exponential")
  }
}
