/// A file of the mix at one speed; tracks of the same file and speed share it.
struct Source {
  let path: Bytes
  var speed: Float = 1
  let sound: Handle
  let job: Handle
}

extension TrackSession {
  /// Loads every file once, up to 8 at a time, and reports every file that fails.
  func load() throws(Failure) {
    var paths: [Bytes] = []
    for track in tracks where !paths.contains(track.path) { paths.append(track.path) }
    var loads = WorkAhead(paths, count: 8) { [self] (path) throws(Failure) in try start(path) }
    try console.each(paths, file: { $0 }, interrupted: interruption) { (path) throws(Failure) in
      do throws(Failure) {
        let source = try loads.next()
        sources.append(source)
        try finish(source, stage: "loading", done: Double(sources.count - 1), of: paths.count)
      } catch {
        progress.clear()
        throw hinted(error, path: path)
      }
    }
    try refuseInterrupted()
  }

  func stretch() throws(Failure) {
    let loaded = sources
    for track in tracks where source(of: track) == nil {
      if track.fields.channels != nil {
        throw mixVerb.usage("track \"\(track.path)\": channels= does not go with speed=")
      }
      let original = loaded.first { $0.path == track.path }
      var options = aha_stretch_options_init()
      options.speed = track.fields.speed
      let (sound, job) = try Handle.withJob(.input, about: track.path) {
        aha_sound_start_stretch(original?.sound.pointer, &options, $0, $1)
      }
      sources.append(Source(path: track.path, speed: track.fields.speed, sound: sound, job: job))
    }
    let copies = sources.dropFirst(loaded.count)
    for (index, copy) in copies.enumerated() {
      progress.tell("stretching", fraction: Double(index) / Double(copies.count))
      try finish(copy, stage: "stretching", done: Double(index), of: copies.count)
      try refuseInterrupted()
    }
  }

  func source(of track: Track) -> Source? {
    sources.first { $0.path == track.path && $0.speed == track.fields.speed }
  }

  private func start(_ path: Bytes) throws(Failure) -> Source {
    let stream: Handle
    if isRealTime, Station.isOne(path) {
      let station = try Station(path)
      stations.append(station)
      stream = station.stream
    } else {
      stream = try Handle.sound(path)
    }
    var options = soundOptions
    // A sound that is heard once is streamed. One that repeats is worth the memory, and so is any
    // sound of a device, which does not wait.
    let uses = tracks.filter { $0.path == path }
    options.keep_channels = uses.contains { $0.fields.channels != nil } ? 1 : 0
    let isHeardOnce = !isRealTime && uses.count == 1 && uses[0].fields.track.loop_count == 0
    options.mode = aha_sound_mode(isHeardOnce ? AHA_SOUND_STREAMED : AHA_SOUND_AUTO)
    let (sound, job) = try Handle.withJob(.input, about: path) {
      aha_sound_start_load(engine.pointer, stream.pointer, &options, $0, $1)
    }
    return Source(path: path, sound: sound, job: job)
  }

  private func finish(_ source: Source, stage: String, done: Double, of count: Int)
    throws(Failure)
  {
    let result = console.wait(for: source.job) {
      progress.tell(
        stage, fraction: (done + max(0, jobProgress(source.job).fraction)) / Double(count))
    }
    if Int(result) != AHA_ERROR_CANCELLED { try check(result, .input, about: source.path) }
  }
}

/// A misspelled key reads as part of the file's name.
private func hinted(_ failure: Failure, path: Bytes) -> Failure {
  guard failure.has(AHA_ERROR_NOT_FOUND), path.contains(0x2c) else { return failure }
  let known = joined(options(of: keys(.mix)).map { $0.form })
  return failure.with(
    hint: "text after a comma is part of the name unless it is a key; the keys are " + known)
}
