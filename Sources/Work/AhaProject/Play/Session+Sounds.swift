import AhaBase
import AhaEngine

/// The loading of one track's sound.
final class SoundLoad {
  private let path: Result<FilePath, AhaError>
  private(set) var outcome: Result<Sound, AhaError>?

  init(_ path: Result<FilePath, AhaError>) { self.path = path }

  func run(on engine: Engine, _ options: Sound.Options) {
    outcome = Result { () throws(AhaError) in
      try engine.loadSound(FileStream(reading: path.get()), options)
    }
  }
}

// Invariant: the caller holds `lock`.
extension Session {
  /// Loads the sounds of tracks without a sound or with another file, on as many threads as the
  /// engine renders with.
  func loadSounds(of rows: [Project.Track]) -> [Project.ID: SoundLoad] {
    let missing = rows.filter { row in
      tracks[row.id].map { $0.hash != row.file.hash } ?? true
    }
    // Sequential: a new path of a file is written to the project.
    let loads = missing.map { row in
      SoundLoad(Result { () throws(AhaError) in try path(of: row) })
    }
    var options = Sound.Options()
    options.mode = self.options.mode
    inParallel(loads.count, threads: engine.settings.threads) { [engine, options] number in
      loads[number].run(on: engine, options)
    }
    var sounds: [Project.ID: SoundLoad] = [:]
    for (row, load) in zip(missing, loads) { sounds[row.id] = load }
    return sounds
  }

  private func path(of row: Project.Track) throws(AhaError) -> FilePath {
    switch try project.resolve(row) {
    case .present(let path), .moved(let path): return path
    case .changed(let path):
      throw AhaError(.notFound, "track \(row.id): \(path.text) has another content than before")
    case .missing:
      throw AhaError(.notFound, "track \(row.id): \(row.file.path.text) does not exist")
    }
  }
}
