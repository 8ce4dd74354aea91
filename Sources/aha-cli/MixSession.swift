import CAha
import CCli

/// The objects of one mix: an engine, a sound for each file, a player for each track.
final class MixSession {
  let request: MixRequest
  let console: Console
  let engine: Handle
  let progress: Progress
  var sources: [Source] = []
  var players: [Handle] = []

  init(_ request: MixRequest, _ console: Console) throws(Failure) {
    self.request = request
    self.console = console
    let rate = try engineRate(request)
    var options = aha_engine_options_init()
    options.sample_rate = rate
    options.max_players = UInt32(max(1024, min(request.tracks.count, 65536)))
    let effects = request.tracks.reduce(1) { $0 + $1.chain.count }
    options.max_effects = UInt32(max(1024, min(effects, 65536)))
    options.no_limiter = request.isLimited ? 0 : 1
    // Every jump of a loop is an event; a failed stream must not be lost among them.
    options.event_capacity = 65536
    engine = try Handle.engine(options)
    progress = Progress(console, rate: rate, isQuiet: request.isQuiet)
  }

  /// Makes the players, each told when to begin.
  func arrange() throws(Failure) {
    let rate = Double(aha_engine_sample_rate(engine.pointer))
    for track in request.tracks {
      let player = try makePlayer(track)
      try addEffects(of: track, to: player)
      let start = UInt64((track.start * rate).rounded())
      try check(aha_player_start_at_frame(player.pointer, start), .input, about: track.path)
      players.append(player)
    }
    let master = aha_engine_master_bus(engine.pointer)
    try check(aha_bus_set_gain_db(master, request.gain), .input, about: Bytes("--gain".utf8))
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

/// The rate asked for; else the first track's own rate when it is one of high quality, else 48 kHz:
/// one poor track in front is not to spoil the others.
private func engineRate(_ request: MixRequest) throws(Failure) -> UInt32 {
  if let rate = request.rate { return rate }
  let scratch = try Handle.engine(aha_engine_options_init())
  guard let first = request.tracks.first, let info = try? fileInfo(first.path, scratch) else {
    return 48000  // Loading will tell what is wrong with the file.
  }
  return (44100...192000).contains(info.sample_rate) ? info.sample_rate : 48000
}
