import AhaBase
import AhaHash
import AhaStore

extension Project {
  /// Where the file of a track is.
  public enum FileState {
    case present(FilePath)
    /// It was found at another place, which is noted unless the project is read only.
    case moved(FilePath)
    /// At its place is a file with another content, and its own is nowhere.
    case changed(FilePath)
    case missing
  }

  /// A file as a track holds it, which is read whole.
  func sound(_ path: FilePath) throws(AhaError) -> SoundFile {
    guard path.isPossible else { throw AhaError(.invalidArgument, "\"\(path.text)\" is no path") }
    if let own = FileStatus(self.path), let status = FileStatus(path), own.isSame(as: status) {
      throw AhaError(.invalidArgument, "\(path.text) is the project itself")
    }
    let stream = try FileStream(reading: path)
    guard let place = path.resolvedInFolder, let status = FileStatus(place) else {
      throw AhaError(.notFound, "open \(path.text): not there")
    }
    return SoundFile(
      path: place.relative(to: folder), hash: try Sha256.text(of: stream), bytes: status.length,
      modified: status.modified)
  }

  /// Looks for a track's file: at its place, then by its hash in the project's folder and below.
  /// Errors: `notFound` (the track). Thread: any; may read many files.
  public func resolve(_ id: ID) throws(AhaError) -> FileState {
    let file = try track(id).file
    let place = folder.appending(file.path)
    let status = FileStatus(place)
    if let status, status.kind == .file {
      if status.length == file.bytes, status.modified == file.modified { return .present(place) }
      if status.length == file.bytes, isSame(place, file) {
        note(id, file, at: place)
        return .present(place)
      }
    }
    if let found = FileSearch(of: file, near: path).find({ isSame($0, file) }) {
      note(id, file, at: found)
      return .moved(found)
    }
    return status?.kind == .file ? .changed(place) : .missing
  }

  private func isSame(_ path: FilePath, _ file: SoundFile) -> Bool {
    guard let stream = try? FileStream(reading: path), let hash = try? Sha256.text(of: stream)
    else { return false }
    return hash.isSame(as: file.hash)
  }

  /// Not an edit: it is no step, and what is undone stays so. Not to be noted is no failure.
  private func note(_ id: ID, _ file: SoundFile, at place: FilePath) {
    guard !isReadOnly, let status = FileStatus(place) else { return }
    let found = SoundFile(
      path: place.relative(to: folder), hash: file.hash, bytes: status.length,
      modified: status.modified)
    try? locked { (database) throws(AhaError) in
      if group.depth > 0 { return }
      try database.transaction { () throws(AhaError) in try write(database, id, found) }
      var changes = Changes()
      changes.tracks = [id]
      log.add(changes)
    }
  }
}
