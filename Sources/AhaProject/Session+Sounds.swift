import AhaBase
import AhaEngine

/// The sound of a track on its way into memory.
private final class SoundLoad {
  var path: FilePath?
  var outcome: Result<Sound, AhaError>?

  func end(_ load: () throws(AhaError) -> Sound) {
    do throws(AhaError) { outcome = .success(try load()) } catch { outcome = .failure(error) }
  }
}

// The lock is held.
extension Session {
  typealias LoadedSounds = [Project.ID: Result<Sound, AhaError>]

  /// Loads the sounds of those tracks that have none yet, or another one, on as many threads as the
  /// engine renders with.
  func loadSounds(of rows: [Project.Track]) -> LoadedSounds {
    let missing = rows.filter { row in
      tracks[row.id].map { !$0.hash.isSame(as: row.file.hash) } ?? true
    }
    let loads = missing.map { prepareLoad(of: $0) }
    var options = Sound.Options()
    options.mode = self.options.mode
    inParallel(loads.count, threads: engine.settings.threads) { [engine] number in
      let load = loads[number]
      guard let path = load.path else { return }
      load.end { () throws(AhaError) in
        try engine.loadSound(FileStream(reading: path), options)
      }
    }
    var sounds: LoadedSounds = [:]
    for (row, load) in zip(missing, loads) { sounds[row.id] = load.outcome }
    return sounds
  }

  /// Looks for the file; that of a track may be looked up in the project by one thread only.
  private func prepareLoad(of row: Project.Track) -> SoundLoad {
    let load = SoundLoad()
    do throws(AhaError) {
      // The row is read already: no error of this is one of the project's database.
      load.path = try path(of: row)
    } catch {
      load.outcome = .failure(error)
    }
    return load
  }

  private func path(of row: Project.Track) throws(AhaError) -> FilePath {
    switch try project.resolve(row) {
    case .present(let path), .moved(let path): return path
    case .changed(let path):
      throw AhaError(.notFound, "track \(row.id): \(path.text) is another sound than it was")
    case .missing:
      throw AhaError(.notFound, "track \(row.id): \(row.file.path.text) is not there")
    }
  }
}
