import CAha

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
        note(&tally, sources[started]) { () throws(Failure) in
          try self.start(self.sources[started])
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
    var sound: OpaquePointer?
    var job: OpaquePointer?
    var options = aha_stretch_options_init()
    options.speed = copy.speed
    let result = aha_sound_start_stretch(source?.sound?.pointer, &options, &sound, &job)
    copy.sound = try Handle(sound, aha_sound_release, result, .input, about: copy.path)
    copy.job = try Handle(job, aha_job_release, result, .input, about: copy.path)
  }

  private func note(
    _ tally: inout Tally, _ source: Source, _ work: () throws(Failure) -> Void
  ) {
    do throws(Failure) {
      try work()
    } catch {
      progress.clear()
      tally.add(error)
      console.tell(error.isMissing ? withHint(error, source.path) : error, file: source.path)
    }
  }

  private func start(_ source: Source) throws(Failure) {
    let stream = try Handle.stream(source.path)
    var sound: OpaquePointer?
    var job: OpaquePointer?
    var options = loadOptions.options(mode: mode(of: source.path))
    let result = aha_sound_start_load(engine.pointer, stream.pointer, &options, &sound, &job)
    source.sound = try Handle(sound, aha_sound_release, result, .input, about: source.path)
    source.job = try Handle(job, aha_job_release, result, .input, about: source.path)
  }

  /// What is heard once is decoded as it goes; what comes again is worth the memory, and so is what
  /// a device does not wait for.
  private func mode(of path: Bytes) -> aha_sound_mode {
    let uses = tracks.filter { $0.path == path }
    let isHeardOnce = !isRealTime && uses.count == 1 && uses[0].loopCount == 0
    return aha_sound_mode(isHeardOnce ? AHA_SOUND_STREAMED : AHA_SOUND_AUTO)
  }

  private func finish(
    _ source: Source, _ stage: String, _ fraction: () -> Double
  ) throws(Failure) {
    guard let job = source.job else { return }
    let result = console.wait(for: job) { self.progress.tell(stage, fraction()) }
    if Int(result) != AHA_ERROR_CANCELLED { try check(result, .input, about: source.path) }
  }

  private func fraction(of sources: [Source]) -> Double {
    let fractions = sources.map { $0.job.map { max(0, jobProgress($0).fraction) } ?? 0 }
    return fractions.reduce(0, +) / Double(fractions.count)
  }
}

extension Failure {
  fileprivate var isMissing: Bool { Int(result) == AHA_ERROR_NOT_FOUND }
}

/// A misspelled key reads as part of the file's name.
private func withHint(_ failure: Failure, _ path: Bytes) -> Failure {
  guard path.contains(0x2c) else { return failure }
  var failure = failure
  failure.hint = "what follows a comma is part of the name unless it is a key; " + knownKeys()
  return failure
}
