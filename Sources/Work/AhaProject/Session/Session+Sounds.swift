import AhaBase
import AhaEngine

/// The loading of one file, for all tracks with its content.
final class SoundLoad {
  private let path: FilePath
  private(set) var outcome: Result<Sound, AhaError>?

  init(_ path: FilePath) { self.path = path }

  func run(on engine: Engine, options: Sound.Options, until cancellation: Cancellation?) {
    outcome = Result { () throws(AhaError) in
      try engine.loadSound(FileStream(reading: path), options, until: cancellation)
    }
  }
}

// Invariant: the caller holds `lock`.
extension Session {
  /// Loads the sounds of tracks without a sound or with another file, on all processors. Tracks
  /// whose files have the same content share a sound. Errors: `cancelled`.
  func loadSounds(
    of rows: [Document.Track]
  ) throws(AhaError) -> [Document.ID: Result<Sound, AhaError>] {
    let missing = rows.filter { row in
      tracks[row.id].map {
        $0.hash != row.file.hash || !$0.fits(links?.level(of: .track(row.id)) ?? .player)
      } ?? true
    }
    if missing.isEmpty { return [:] }
    var sounds: [Document.ID: Result<Sound, AhaError>] = [:]
    // By hash.
    var present: [String: Sound] = [:]
    for track in tracks.values { present[track.hash] = track.sound }
    var loads: [String: SoundLoad] = [:]
    // Sequential: a new path of a file is written to the project.
    for row in missing {
      try throwIfCancelled()
      do throws(AhaError) {
        let path = try path(of: row)
        if let sound = present[row.file.hash] {
          sounds[row.id] = .success(sound)
        } else if loads[row.file.hash] == nil {
          loads[row.file.hash] = SoundLoad(path)
        }
      } catch { sounds[row.id] = .failure(error) }
    }
    try run(Array(loads.values))
    for row in missing where sounds[row.id] == nil {
      sounds[row.id] = loads[row.file.hash]?.outcome
    }
    return sounds
  }

  private func run(_ loads: [SoundLoad]) throws(AhaError) {
    var options = Sound.Options()
    options.mode = self.options.mode
    let cancellation = self.options.cancellation
    inParallel(loads.count, threads: Processors.count) { [engine, options] number in
      loads[number].run(on: engine, options: options, until: cancellation)
    }
    try throwIfCancelled()
  }

  private func path(of row: Document.Track) throws(AhaError) -> FilePath {
    try path(
      document.resolve(row, until: options.cancellation), file: row.file, "track \(row.id)")
  }

  private func path(
    _ state: Document.FileState, file: Document.SoundFile, _ owner: @autoclosure () -> String
  ) throws(AhaError) -> FilePath {
    switch state {
    case .present(let path), .moved(let path): return path
    case .changed(let path):
      throw AhaError(.notFound, "\(owner()): \(path.text) has another content than before")
    case .missing: throw AhaError(.notFound, "\(owner()): \(file.path.text) does not exist")
    }
  }

  /// Gives a new convolution its impulse response.
  /// - Returns: False if it is missing: the effect does not change the sound, and the engine posts
  ///   an event.
  func prepare(_ item: Document.Effect, effect: Effect) throws(AhaError) -> Bool {
    guard let impulse = item.impulse else { return true }
    do throws(AhaError) {
      let state = try document.resolve(impulse, of: item.id, until: options.cancellation)
      let path = try path(state, file: impulse.file, "effect \(item.id)")
      let sound = try engine.loadSound(
        FileStream(reading: path), Sound.Options(), until: options.cancellation)
      try effect.setImpulse(sound, isNormalized: impulse.isNormalized)
      return true
    } catch {
      let isRefused = options.refusesDamage && error.code == .damaged
      // limit: the sound is too long for an impulse response.
      guard error.isOfOneFile || error.code == .limit, !isRefused else { throw error }
      engine.post(.impulseMissing, of: item.id, error: error)
      return false
    }
  }
}
