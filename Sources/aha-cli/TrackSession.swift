import CAha

/// Tracks that are played by one engine: a sound for each file, a player for each track.
class TrackSession {
  let tracks: [Track]
  let console: Console
  let engine: Handle
  let progress: Progress
  /// What is said about the output behind "interrupted".
  let afterInterruption: String
  /// Whether a device plays it, else a job, which waits for what is read.
  let isRealTime: Bool
  let loadOptions: LoadOptions
  var sources: [Source] = []
  var players: [Handle] = []

  init(
    _ tracks: [Track], _ engine: Handle, _ console: Console, _ loadOptions: LoadOptions,
    isQuiet: Bool, isRealTime: Bool, interrupted: String
  ) {
    self.loadOptions = loadOptions
    self.tracks = tracks
    self.engine = engine
    self.console = console
    self.isRealTime = isRealTime
    afterInterruption = interrupted
    progress = Progress(console, rate: aha_engine_sample_rate(engine.pointer), isQuiet: isQuiet)
  }

  /// Makes the players, each told when to begin.
  final func arrange() throws(Failure) {
    let rate = Double(aha_engine_sample_rate(engine.pointer))
    for track in tracks {
      let player = try makePlayer(track)
      try addEffects(of: track, to: player)
      let start = UInt64((track.start * rate).rounded())
      try check(aha_player_start_at_frame(player.pointer, start), .input, about: track.path)
      players.append(player)
    }
  }

  /// The track that an event of a player is about.
  final func track(of event: aha_event) -> Track {
    let index = players.firstIndex { UnsafeMutableRawPointer($0.pointer) == event.source } ?? 0
    return tracks[index]
  }

  /// What an event says about a track that can't be read to its end.
  final func streamFailure(_ event: aha_event) -> Failure {
    .library(
      event.result, .input, about: track(of: event).path,
      line: shown(bytes(ofArray: event.line)))
  }

  private func makePlayer(_ track: Track) throws(Failure) -> Handle {
    var options = aha_player_options_init()
    options.gain_db = track.gain
    options.pan = track.pan
    options.loop_count = track.loopCount
    let sound = source(of: track)?.sound
    var pointer: OpaquePointer?
    let result = aha_player_create(engine.pointer, sound?.pointer, nil, &options, &pointer)
    return try Handle(pointer, aha_player_release, result, .input, about: track.path)
  }

  private func addEffects(of track: Track, to player: Handle) throws(Failure) {
    for effect in track.chain {
      var pointer: OpaquePointer?
      let result = aha_effect_create(engine.pointer, effect.kind.number, &pointer)
      let made = try Handle(pointer, aha_effect_release, result, .input, about: track.path)
      for (parameter, value) in effect.values {
        try check(aha_effect_set_value(pointer, parameter, value), .input, about: track.path)
      }
      let chain = aha_player_chain(player.pointer)
      try check(aha_chain_add(chain, made.pointer), .input, about: track.path)
    }
  }
}

/// An engine with room for the tracks.
func trackEngine(
  _ tracks: [Track], rate: UInt32, isLimited: Bool = true
) throws(Failure) -> Handle {
  var options = aha_engine_options_init()
  options.sample_rate = rate
  options.max_players = UInt32(max(1024, min(tracks.count, 65536)))
  let effects = tracks.reduce(1) { $0 + $1.chain.count }
  options.max_effects = UInt32(max(1024, min(effects, 65536)))
  options.no_limiter = isLimited ? 0 : 1
  // Every jump of a loop is an event; a failed stream must not be lost among them.
  options.event_capacity = 65536
  return try Handle.engine(options)
}

/// The first track's own rate when it is one of high quality, else 48 kHz: one poor track in front
/// is not to spoil the others.
func usualRate(of tracks: [Track]) throws(Failure) -> UInt32 {
  guard let first = tracks.first else { return 48000 }
  let scratch = try Handle.engine(aha_engine_options_init())
  guard let info = try? fileInfo(first.path, scratch) else {
    return 48000  // Loading will tell what is wrong with the file.
  }
  return (44100...192000).contains(info.sample_rate) ? info.sample_rate : 48000
}
