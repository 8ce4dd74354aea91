/// Tracks in one engine: a sound for each file and speed, a player for each track.
class TrackSession {
  let tracks: [Track]
  let engine: Handle
  /// The engine's. Units: Hz.
  let rate: Double
  let progress: Progress
  /// The message of an interruption, with the output's state.
  let interruption: String
  /// Whether a device plays the tracks. A job, in contrast, waits for streamed sounds.
  let isRealTime: Bool
  let soundOptions: aha_sound_options
  /// Length of the mix in frames, if it does not end with its tracks.
  private let length: UInt64?
  /// Of the tracks that follow it. Units: beats in a minute.
  let tempo: Double?
  /// Whether a metronome clicks on its beats, after a count-in.
  private let hasMetronome: Bool
  private let barsBefore: UInt32
  var metronome: Handle?
  /// The frame at which the count-in ends and the tracks begin.
  private(set) var begin: UInt64 = 0
  var sources: [Source] = []
  /// Of the tracks at URLs.
  var stations: [Station] = []
  /// Of the tracks with other outputs than the first two.
  var outputs: [Handle] = []
  private(set) var players: [Handle] = []
  /// The tracks follow each other, crossfaded over that many seconds; nil: each has its start.
  private let crossfade: Double?
  /// Index of the present track of a list that one player plays; nil: each track has a player.
  private var listed: Int?

  init(
    _ tracks: [Track], engine: Handle, arguments: Arguments, isRealTime: Bool,
    interrupted: String, crossfade: Double? = nil
  ) throws(Failure) {
    soundOptions = try arguments.read(loadSettings, into: aha_sound_options_init())
    (self.tracks, self.engine, self.isRealTime) = (tracks, engine, isRealTime)
    interruption = "interrupted" + interrupted
    rate = Double(aha_engine_sample_rate(engine.pointer))
    let rate = rate
    self.crossfade = crossfade
    length = arguments.number("--seconds").map { UInt64(($0 * rate).rounded()) }
    tempo = arguments.number("--bpm")
    (hasMetronome, barsBefore) = (arguments.has("--metronome"), arguments.whole("--count-in"))
    progress = Progress(rate: rate, isQuiet: arguments.has("--quiet"))
    if let tempo { try check(aha_engine_set_tempo(engine.pointer, tempo, nil), .input) }
  }

  final func prepare() throws(Failure) {
    defer { progress.clear() }
    try load()
    try stretch()
    begin = try startMetronome(bars: barsBefore, clicksOn: hasMetronome)
    let buses = try makeBuses()
    if crossfade != nil, tracks.allSatisfy({ $0.isPlain }) {
      listed = 0
      players = [try makePlayer(tracks[0], on: nil).player]
      return try setNext()
    }
    var (end, last): (UInt64?, UInt64) = (nil, 0)
    for (track, bus) in zip(tracks, buses) {
      let made = try makePlayer(track, on: bus, after: end)
      players.append(made.player)
      if crossfade != nil { end = made.end }
      last = max(last, made.end)
    }
    // A metronome has no end of its own.
    if hasMetronome, !tracks.isEmpty { try stopMetronome(at: last) }
  }

  /// The player continues with its next track.
  final func continueList() throws(Failure) {
    guard let present = listed else { return }
    listed = present + 1
    try setNext()
  }

  private func setNext() throws(Failure) {
    guard let present = listed, present + 1 < tracks.count else { return }
    let track = tracks[present + 1]
    var ramp = aha_ramp_init()
    ramp.frames = UInt64(((crossfade ?? 0) * rate).rounded())
    ramp.curve = aha_fade_shape(AHA_FADE_EQUAL_POWER)
    let sound = source(of: track)?.sound.pointer
    try check(
      aha_player_set_next(players[0].pointer, sound, &ramp), .input, about: track.path)
  }

  final func nextEvent() -> aha_event? {
    var event = aha_event_init()
    return Int(aha_engine_next_event(engine.pointer, &event)) == AHA_OK ? event : nil
  }

  final func track(of event: aha_event) -> Track { tracks[listed ?? player(of: event) ?? 0] }

  /// The index of the player of a track.
  final func player(of event: aha_event) -> Int? {
    players.firstIndex { UnsafeMutableRawPointer($0.pointer) == event.source }
  }

  final func streamFailure(_ event: aha_event) -> Failure {
    .library(
      event.result, side: .input, about: track(of: event).path,
      line: shown(bytes(ofArray: event.line)))
  }

  final func refuseInterrupted() throws(Failure) {
    try console.refuseInterrupted(interruption)
  }

  /// - Parameter former: The frame at which the track before it in a list ends.
  private func makePlayer(_ track: Track, on bus: Handle?, after former: UInt64? = nil)
    throws(Failure) -> (player: Handle, end: UInt64)
  {
    var options = aha_player_options_init()
    let values = track.fields.track
    (options.gain_db, options.pan) = (values.gain_db, values.pan)
    if track.fields.usesGainTag {
      let tagged = try PieceFile.tagsIfAny(track.path).trackGain ?? 0
      options.gain_db = min(24, options.gain_db + tagged)
    }
    options.loop_count = values.loop_count
    options.speed = values.speed
    options.reverse = values.is_reversed
    let sound = source(of: track)?.sound.pointer
    let frames = try range(of: track, in: sound)
    (options.begin_frame, options.end_frame) = (frames.lowerBound, frames.upperBound)
    options.loop_mode = track.fields.loopMode
    let loop = try loop(of: track, in: sound, range: frames)
    let player = try Handle(.input, about: track.path) {
      aha_player_create(engine.pointer, sound, bus?.pointer, &options, $0)
    }
    try setChannels(player, of: track, in: sound)
    for effect in track.chain {
      let made = try makeEffect(effect.kind, of: track)
      if let preset = effect.preset {
        try check(
          aha_effect_load_preset(made.pointer, preset.c, nil), .input, about: track.path)
      }
      for (parameter, value) in effect.values {
        let result = aha_effect_set_value(made.pointer, parameter, value, nil)
        try check(result, .input, about: track.path)
      }
      if effect.isBypassed == true { aha_effect_set_bypassed(made.pointer, 1, nil) }
      if let impulse = effect.impulse { try setImpulse(impulse, of: made) }
      let chain = aha_player_chain(player.pointer)
      try check(aha_chain_add(chain, made.pointer), .input, about: track.path)
    }
    var passes = Double(frames.count) + Double(values.loop_count) * Double(loop.count)
    if track.fields.followedBeats != nil {
      passes /= try follow(player, of: track, loop: loop.count)
    }
    let end = try schedule(player, of: track, frameCount: passes, after: former)
    return (player, end)
  }

  /// The frames of the sound that a track plays. An end past the sound's end means that end.
  private func range(of track: Track, in sound: OpaquePointer?) throws(Failure) -> Range<UInt64> {
    let info = filled(aha_sound_info_init()) { aha_sound_get_info(sound, &$0) }
    let length = aha_sound_length_frames(sound)
    // A stretched copy has the positions of its original at another speed.
    let speed = Double(track.fields.speed)
    let rate = Double(info.played_rate) / speed
    let fileRate = Double(info.sample_rate)
    func frame(_ time: SoundTime) -> UInt64 {
      UInt64(min(time.frames(at: rate, fileRate: fileRate), Double(length)))
    }
    let begin = track.fields.from.map(frame) ?? 0
    let end = track.fields.to.map(frame) ?? length
    if length == 0 || begin < end { return begin..<end }
    let seconds = fixed(Double(length) / rate, decimals: 3)
    throw mixVerb.usage(
      "track \"\(track.path)\": nothing of its \(seconds) s is left between from= and to=")
  }

  /// The frames that each jump of a track's loop repeats.
  private func loop(of track: Track, in sound: OpaquePointer?, range: Range<UInt64>)
    throws(Failure) -> Range<UInt64>
  {
    switch Int(track.fields.loopMode) {
    case AHA_LOOP_FILE:
      let loop = filled(aha_loop_init()) { aha_sound_loop_get(sound, 0, &$0) }
      let begin = max(loop.begin_frame, range.lowerBound)
      let frames = begin..<max(begin, min(loop.end_frame, range.upperBound))
      if !frames.isEmpty { return loop.mode == AHA_LOOP_PING_PONG ? twice(frames) : frames }
      throw mixVerb.usage(
        "track \"\(track.path)\": "
          + (aha_sound_loop_count(sound) == 0
            ? "its file has no loop" : "nothing of its loop is between from= and to="))
    case AHA_LOOP_PING_PONG: return twice(range)
    default: return range
    }
  }

  /// A ping-pong loop runs back and forward again.
  private func twice(_ frames: Range<UInt64>) -> Range<UInt64> { 0..<(2 * UInt64(frames.count)) }

  /// Starts a player at its frame, with fades at its start and end; returns the frame of its end.
  private func schedule(_ player: Handle, of track: Track, frameCount: Double, after: UInt64?)
    throws(Failure) -> UInt64
  {
    var fields = track.fields
    var start = frames(UInt64(fields.track.start_us))
    if let beats = fields.followedBeats, let tempo {
      // Times in microseconds are rounded: a start on a beat may be a little behind it.
      let first = (Double(fields.track.start_us - 1) / 60e6 * tempo / beats).rounded(.up)
      start = UInt64((max(0, first) * beats * 60 / tempo * rate).rounded())
    }
    // The player of a list crossfades on its own.
    if let crossfade, listed == nil {
      start = addFades(&fields, over: crossfade, after: after)
    }
    start += begin
    let lasts = (frameCount / fields.varispeed).rounded(.up)
    let end = min(start + UInt64(min(lasts, 0x1p60)), length.map { $0 + begin } ?? .max)
    var envelope = aha_envelope_init()
    envelope.attack_frames = frames(UInt64(fields.track.fade_in_us))
    envelope.attack_shape = fields.track.fade_in_curve
    let fadeOut = frames(UInt64(fields.track.fade_out_us))
    envelope.release_frames = min(fadeOut, end > start ? end - start : 0)
    envelope.release_shape = fields.track.fade_out_curve
    if envelope.attack_frames > 0 || envelope.release_frames > 0 {
      try check(aha_player_set_envelope(player.pointer, &envelope), .input, about: track.path)
    }
    var ramp = aha_ramp_init()
    ramp.at_frame = start
    try check(aha_player_start(player.pointer, &ramp), .input, about: track.path)
    if envelope.release_frames > 0 {
      let stop = max(start + 1, end - envelope.release_frames)
      ramp.at_frame = stop
      try check(aha_player_stop(player.pointer, &ramp), .input, about: track.path)
    }
    return end
  }

  /// Gives a track of a list the fades of its crossfades; returns its start.
  private func addFades(_ fields: inout TrackFields, over seconds: Double, after: UInt64?) -> UInt64
  {
    let (time, shape) = (Int64(seconds * 1e6), aha_fade_shape(AHA_FADE_EQUAL_POWER))
    if time > 0, fields.track.fade_out_us == 0 {
      (fields.track.fade_out_us, fields.track.fade_out_curve) = (time, shape)
    }
    guard let after else { return 0 }
    if time > 0, fields.track.fade_in_us == 0 {
      (fields.track.fade_in_us, fields.track.fade_in_curve) = (time, shape)
    }
    return after - min(after, frames(UInt64(time)))
  }

  private func frames(_ microseconds: UInt64) -> UInt64 {
    UInt64((Double(microseconds) / 1e6 * rate).rounded())
  }

  private func makeEffect(_ kind: EffectKind, of track: Track) throws(Failure) -> Handle {
    if let uri = kind.uri { return try Handle.plugin(uri, engine: engine) }
    return try Handle(.input, about: track.path) {
      aha_effect_create(engine.pointer, kind.number, $0)
    }
  }

  private func setImpulse(_ path: Bytes, of effect: Handle) throws(Failure) {
    var options = soundOptions
    let sound = try Handle(.input, about: path) {
      aha_sound_load(engine.pointer, path.c, &options, $0)
    }
    try check(aha_effect_set_impulse(effect.pointer, sound.pointer, 1), .input, about: path)
  }
}
