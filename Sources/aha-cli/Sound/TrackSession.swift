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
  let soundOptions: aha_sound_options
  var sources: [Source] = []
  var players: [Handle] = []

  init(
    _ tracks: [Track], _ engine: Handle, _ console: Console, _ soundOptions: aha_sound_options,
    isQuiet: Bool, isRealTime: Bool, interrupted: String
  ) {
    self.soundOptions = soundOptions
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
      event.result, .input, about: track(of: event).path, line: shown(bytes(ofArray: event.line)))
  }

  private func makePlayer(_ track: Track) throws(Failure) -> Handle {
    var options = aha_player_options_init()
    options.gain_db = track.gain
    options.pan = track.pan
    options.loop_count = track.loopCount
    let sound = source(of: track)?.sound
    return try Handle(aha_player_release, .input, about: track.path) {
      aha_player_create(engine.pointer, sound?.pointer, nil, &options, $0)
    }
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

func trackEngine(_ tracks: [Track], rate: UInt32, isLimited: Bool = true) throws(Failure) -> Handle
{
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

/// A file of the mix at one speed; tracks of the same file and speed share it.
final class Source {
  let path: Bytes
  let speed: Float
  var sound: Handle?
  var job: Handle?

  init(_ path: Bytes, speed: Float = 1) {
    self.path = path
    self.speed = speed
  }
}

/// Files that are loaded at the same time, each with a descriptor and a thread.
private let mostLoads = 8

extension TrackSession {
  /// Loads every file once, several at a time. Every file that fails is told about.
  func load() throws(Failure) {
    for track in tracks where !sources.contains(where: { $0.path == track.path }) {
      sources.append(Source(track.path))
    }
    defer { progress.clear() }
    var tally = Tally()
    var started = 0
    for (index, source) in sources.enumerated() {
      while started < min(index + mostLoads, sources.count) {
        note(&tally, sources[started]) { () throws(Failure) in try self.start(self.sources[started])
        }
        started += 1
      }
      note(&tally, source) { () throws(Failure) in
        try self.finish(source, "loading") { self.fraction(of: self.sources) }
      }
      try refuseInterrupted()
    }
    try tally.end()
  }

  /// Makes what is played at another speed out of what was loaded.
  func stretch() throws(Failure) {
    defer { progress.clear() }
    let loaded = sources
    for track in tracks where source(of: track) == nil {
      let copy = Source(track.path, speed: track.speed)
      try startStretch(copy, of: loaded.first { $0.path == track.path })
      sources.append(copy)
    }
    let copies = Array(sources.dropFirst(loaded.count))
    for copy in copies {
      progress.tell("stretching", fraction(of: copies))
      try finish(copy, "stretching") { self.fraction(of: copies) }
      try refuseInterrupted()
    }
  }

  func source(of track: Track) -> Source? {
    sources.first { $0.path == track.path && $0.speed == track.speed }
  }

  private func startStretch(_ copy: Source, of source: Source?) throws(Failure) {
    var options = aha_stretch_options_init()
    options.speed = copy.speed
    (copy.sound, copy.job) = try Handle.withJob(aha_sound_release, .input, about: copy.path) {
      aha_sound_start_stretch(source?.sound?.pointer, &options, $0, $1)
    }
  }

  private func note(_ tally: inout Tally, _ source: Source, _ work: () throws(Failure) -> Void) {
    do throws(Failure) { try work() } catch {
      progress.clear()
      tally.add(error)
      console.tell(error.isMissing ? withHint(error, source.path) : error, file: source.path)
    }
  }

  private func start(_ source: Source) throws(Failure) {
    let stream = try Handle.stream(source.path)
    var options = soundOptions
    options.mode = mode(of: source.path)
    (source.sound, source.job) = try Handle.withJob(aha_sound_release, .input, about: source.path) {
      aha_sound_start_load(engine.pointer, stream.pointer, &options, $0, $1)
    }
  }

  /// What is heard once is decoded as it goes; what comes again is worth the memory, and so is what
  /// a device does not wait for.
  private func mode(of path: Bytes) -> aha_sound_mode {
    let uses = tracks.filter { $0.path == path }
    let isHeardOnce = !isRealTime && uses.count == 1 && uses[0].loopCount == 0
    return aha_sound_mode(isHeardOnce ? AHA_SOUND_STREAMED : AHA_SOUND_AUTO)
  }

  private func finish(_ source: Source, _ stage: String, _ fraction: () -> Double) throws(Failure) {
    guard let job = source.job else { return }
    let result = console.wait(for: job) { self.progress.tell(stage, fraction()) }
    if Int(result) != AHA_ERROR_CANCELLED { try check(result, .input, about: source.path) }
  }

  private func fraction(of sources: [Source]) -> Double {
    let fractions = sources.map { $0.job.map { max(0, jobProgress($0).fraction) } ?? 0 }
    return fractions.reduce(0, +) / Double(fractions.count)
  }
}

extension Failure { fileprivate var isMissing: Bool { Int(result) == AHA_ERROR_NOT_FOUND } }

/// A misspelled key reads as part of the file's name.
private func withHint(_ failure: Failure, _ path: Bytes) -> Failure {
  guard path.contains(0x2c) else { return failure }
  var failure = failure
  failure.hint = "what follows a comma is part of the name unless it is a key; " + knownKeys()
  return failure
}
