import AhaBase
import AhaEngine

/// The loading of one file, for all tracks with its content.
private final class SoundLoad {
  /// One of the tracks.
  let track: Document.ID
  let path: FilePath
  let bytes: Int64
  /// Whether its samples exceed the limit of the engine.
  private(set) var isStreamed = false
  private(set) var outcome: Result<Sound, AhaError>?

  init(of row: Document.Track, _ path: FilePath) {
    (track, bytes, self.path) = (row.id, row.file.bytes, path)
  }

  func run(
    on engine: Engine, options: Sound.Options, budget: MemoryBudget,
    until cancellation: Cancellation?
  ) {
    var (options, claimed) = (options, 0 as Int64)
    options.admits = { [unowned(unsafe) self] bytes in
      isStreamed = !budget.claim(bytes)
      if !isStreamed { claimed = bytes }
      return !isStreamed
    }
    outcome = Result { () throws(AhaError) in
      let stream = try FileStream(reading: path)
      do throws(AhaError) {
        return try engine.loadSound(stream, options, until: cancellation)
      } catch {
        guard isStreamed else { throw error }
        options.mode = .streamed
        return try engine.loadSound(stream, options, until: cancellation)
      }
    }
    // The header may have claimed another length, and samples that the engine has claim none.
    if case .success(let sound)? = outcome { budget.spend(sound.residentBytes - claimed) }
  }
}

/// The bytes that resident sounds may still take. Threads: any.
private final class MemoryBudget {
  private let lock = Lock()
  private var left: Int64

  init(_ bytes: Int64) { left = bytes }

  func claim(_ bytes: Int64) -> Bool {
    lock.locked {
      if bytes > left { return false }
      left -= bytes
      return true
    }
  }

  func spend(_ bytes: Int64) { lock.locked { left -= bytes } }
}

extension Sound {
  fileprivate var residentBytes: Int64 { Int64((try? memoryBytes()) ?? 0) }
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
          loads[row.file.hash] = SoundLoad(of: row, path)
        }
      } catch { sounds[row.id] = .failure(error) }
    }
    let used = present.values.reduce(0) { $0 + $1.residentBytes }
    try run(
      loads.values.sorted { ($0.bytes, $0.track) < ($1.bytes, $1.track) },
      budget: MemoryBudget(engine.settings.maxResidentBytes - used))
    for row in missing where sounds[row.id] == nil {
      sounds[row.id] = loads[row.file.hash]?.outcome
    }
    return sounds
  }

  /// - Parameter loads: The shortest files first, so that the longest are streamed.
  private func run(_ loads: [SoundLoad], budget: MemoryBudget) throws(AhaError) {
    var options = Sound.Options()
    options.mode = self.options.mode
    let cancellation = self.options.cancellation
    inParallel(loads.count, threads: Processors.count) { [engine, options] number in
      loads[number].run(on: engine, options: options, budget: budget, until: cancellation)
    }
    try throwIfCancelled()
    for load in loads where load.isStreamed { engine.postStreamed(of: load.track, path: load.path) }
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
