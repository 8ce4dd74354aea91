/// Tracks in one engine: a sound for each file and speed, a player for each track.
class TrackSession {
  let tracks: [Track]
  let console: Console
  let engine: Handle
  let progress: Progress
  /// Says how the output is left, behind "interrupted".
  private let afterInterruption: String
  /// Whether a device plays the tracks. A job, in contrast, waits for streamed sounds.
  private let isRealTime: Bool
  private let soundOptions: aha_sound_options
  private var sources: [Source] = []
  private(set) var players: [Handle] = []

  init(
    _ tracks: [Track], _ engine: Handle, _ console: Console, _ arguments: Arguments,
    isRealTime: Bool, interrupted: String
  ) throws(Failure) {
    soundOptions = try arguments.read(loadSettings, into: aha_sound_options_init())
    self.tracks = tracks
    self.engine = engine
    self.console = console
    self.isRealTime = isRealTime
    afterInterruption = interrupted
    progress = Progress(
      console, rate: aha_engine_sample_rate(engine.pointer), isQuiet: arguments.has("--quiet"))
  }

  final var rate: Double { Double(aha_engine_sample_rate(engine.pointer)) }

  final func prepare() throws(Failure) {
    defer { progress.clear() }
    try load()
    try stretch()
    for track in tracks { players.append(try makePlayer(track)) }
  }

  final func track(of event: aha_event) -> Track {
    let index = players.firstIndex { UnsafeMutableRawPointer($0.pointer) == event.source } ?? 0
    return tracks[index]
  }

  /// The failure of a track that can't be read to its end.
  final func streamFailure(_ event: aha_event) -> Failure {
    .library(
      event.result, .input, about: track(of: event).path, line: shown(bytes(ofArray: event.line)))
  }

  final func refuseInterrupted() throws(Failure) {
    try console.refuseInterrupted("interrupted" + afterInterruption)
  }

  private func makePlayer(_ track: Track) throws(Failure) -> Handle {
    var options = aha_player_options_init()
    options.gain_db = track.fields.gain ?? 0
    options.pan = track.fields.pan ?? 0
    options.loop_count = track.loopCount
    let sound = source(of: track)?.sound
    let player = try Handle(aha_player_release, .input, about: track.path) {
      aha_player_create(engine.pointer, sound?.pointer, nil, &options, $0)
    }
    for effect in track.chain {
      let made = try Handle(aha_effect_release, .input, about: track.path) {
        aha_effect_create(engine.pointer, effect.kind.number, $0)
      }
      for (parameter, value) in effect.values {
        let result = aha_effect_set_value(made.pointer, parameter, value)
        try check(result, .input, about: track.path)
      }
      let chain = aha_player_chain(player.pointer)
      try check(aha_chain_add(chain, made.pointer), .input, about: track.path)
    }
    let start = UInt64((Double(track.fields.start ?? 0) / 1e6 * rate).rounded())
    try check(aha_player_start_at_frame(player.pointer, start), .input, about: track.path)
    return player
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

/// The first track's own rate if it is one of high quality, else 48 kHz: one poor track in front
/// must not degrade the others.
func usualRate(of tracks: [Track]) throws(Failure) -> UInt32 {
  guard let first = tracks.first else { return 48000 }
  let scratch = try Handle.engine()
  guard let info = try? fileInfo(first.path, scratch) else {
    return 48000  // Loading will report the file's error.
  }
  return (44100...192000).contains(info.sample_rate) ? info.sample_rate : 48000
}

/// A file of the mix at one speed; tracks of the same file and speed share it.
private final class Source {
  let path: Bytes
  let speed: Float
  var sound: Handle?
  var job: Handle?

  init(_ path: Bytes, speed: Float = 1) {
    self.path = path
    self.speed = speed
  }
}

/// Max files loaded at the same time, each with a descriptor and a thread.
private let maxLoads = 8

extension TrackSession {
  /// Loads every file once, several at a time, and reports every file that fails.
  private func load() throws(Failure) {
    for track in tracks where !sources.contains(where: { $0.path == track.path }) {
      sources.append(Source(track.path))
    }
    var tally = Tally()
    func note(_ source: Source, _ work: () throws(Failure) -> Void) {
      do throws(Failure) { try work() } catch {
        progress.clear()
        tally.add(error)
        console.tell(hinted(error, source.path), file: source.path)
      }
    }
    var started = 0
    for (index, source) in sources.enumerated() {
      while started < min(index + maxLoads, sources.count) {
        let next = sources[started]
        note(next) { () throws(Failure) in try start(next) }
        started += 1
      }
      note(source) { () throws(Failure) in try finish(source, "loading", of: sources) }
      try refuseInterrupted()
    }
    try tally.end()
  }

  /// Creates sounds at other speeds from the loaded ones.
  private func stretch() throws(Failure) {
    let loaded = sources
    for track in tracks where source(of: track) == nil {
      let copy = Source(track.path, speed: track.speed)
      let original = loaded.first { $0.path == track.path }
      var options = aha_stretch_options_init()
      options.speed = copy.speed
      (copy.sound, copy.job) = try Handle.withJob(aha_sound_release, .input, about: copy.path) {
        aha_sound_start_stretch(original?.sound?.pointer, &options, $0, $1)
      }
      sources.append(copy)
    }
    let copies = Array(sources.dropFirst(loaded.count))
    for copy in copies {
      progress.tell("stretching", fraction(of: copies))
      try finish(copy, "stretching", of: copies)
      try refuseInterrupted()
    }
  }

  private func source(of track: Track) -> Source? {
    sources.first { $0.path == track.path && $0.speed == track.speed }
  }

  private func start(_ source: Source) throws(Failure) {
    let stream = try Handle.stream(source.path)
    var options = soundOptions
    // A sound that is heard once is streamed. One that repeats is worth the memory, and so is any
    // sound of a device, which does not wait.
    let uses = tracks.filter { $0.path == source.path }
    let isHeardOnce = !isRealTime && uses.count == 1 && uses[0].loopCount == 0
    options.mode = aha_sound_mode(isHeardOnce ? AHA_SOUND_STREAMED : AHA_SOUND_AUTO)
    (source.sound, source.job) = try Handle.withJob(aha_sound_release, .input, about: source.path) {
      aha_sound_start_load(engine.pointer, stream.pointer, &options, $0, $1)
    }
  }

  private func finish(_ source: Source, _ stage: String, of all: [Source]) throws(Failure) {
    guard let job = source.job else { return }
    let result = console.wait(for: job) { progress.tell(stage, fraction(of: all)) }
    if Int(result) != AHA_ERROR_CANCELLED { try check(result, .input, about: source.path) }
  }

  private func fraction(of sources: [Source]) -> Double {
    let fractions = sources.map { $0.job.map { max(0, jobProgress($0).fraction) } ?? 0 }
    return fractions.reduce(0, +) / Double(fractions.count)
  }
}

/// A misspelled key reads as part of the file's name.
private func hinted(_ failure: Failure, _ path: Bytes) -> Failure {
  guard failure.has(AHA_ERROR_NOT_FOUND), path.contains(0x2c) else { return failure }
  let known = joined(options(of: keys(.mix)).map { $0.form })
  return failure.with(
    hint: "what follows a comma is part of the name unless it is a key; the keys are " + known)
}
