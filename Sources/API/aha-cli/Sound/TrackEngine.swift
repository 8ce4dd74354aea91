let threadsOption = Option(
  "--threads N", "threads that render effects; else one", kind: .whole(1, 64))

/// With --pan-law and --threads of the verbs that have them.
func trackEngine(
  _ tracks: [Track], rate: UInt32, arguments: Arguments, isLimited: Bool = true,
  isOffline: Bool = false, channels: UInt32 = 2
) throws(Failure) -> Handle {
  var options = aha_engine_options_init()
  options.channels = channels
  options.sample_rate = rate
  options.max_players = UInt32(max(1024, min(tracks.count, 65536)))
  let effects = tracks.reduce(1) { $0 + $1.effectCount }
  options.max_effects = UInt32(max(1024, min(effects, 65536)))
  options.max_buses = UInt32(max(64, min(2 * tracks.count + 40, 1024)))
  options.no_limiter = isLimited ? 0 : 1
  options.pan_law = arguments.whole("--pan-law")
  options.offline = isOffline ? 1 : 0
  options.threads = arguments.whole("--threads")
  // Every jump of a loop is an event; a failed stream must not be lost among them.
  options.event_capacity = 65536
  return try Handle.engine(options)
}

/// The first track's own rate if it is one of high quality, else 48 kHz: one poor track in front
/// must not degrade the others.
func usualRate(of tracks: [Track]) throws(Failure) -> UInt32 {
  guard let first = tracks.first else { return 48000 }
  let scratch = try Handle.engine()
  // Loading will report the file's error.
  let rate = (try? fileInfo(first.path, engine: scratch))?.sample_rate ?? 0
  return (44100...192000).contains(rate) ? rate : 48000
}
