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
    try requireOther(path)
    let stream = try FileStream(reading: path)
    guard let place = path.resolvedInFolder, let status = FileStatus(place) else {
      throw AhaError(.notFound, "open \(path.text): not there")
    }
    return SoundFile(
      path: place.relative(to: folder), hash: try Sha256.text(of: stream), bytes: status.length,
      modified: status.modified)
  }

  private func requireOther(_ path: FilePath) throws(AhaError) {
    if let own = FileStatus(self.path), let status = FileStatus(path), own.isSame(as: status) {
      throw AhaError(.invalidArgument, "\(path.text) is the project itself")
    }
  }

  /// Refuses a file to write to that the project is made of. Errors: `invalidArgument`.
  func requireOutput(_ path: FilePath) throws(AhaError) {
    try requireOther(path)
    guard let status = FileStatus(path) else { return }
    for track in try tracks() {
      if let sound = FileStatus(folder.appending(track.file.path)), sound.isSame(as: status) {
        throw AhaError(.invalidArgument, "\(path.text) is a sound of the project")
      }
    }
  }

  /// Looks for a track's file: at its place, then by its hash in the project's folder and below.
  /// Errors: `notFound` (the track), `system`, `outOfMemory`. Thread: any; may read many files.
  public func resolve(_ id: ID) throws(AhaError) -> FileState { try resolve(track(id)) }

  /// The same for a track that was read already, without errors of the project's database.
  func resolve(_ track: Track) throws(AhaError) -> FileState {
    let (id, file) = (track.id, track.file)
    let place = folder.appending(file.path)
    let status = FileStatus(place)
    if let status, status.kind == .file {
      if status.length == file.bytes, status.modified == file.modified { return .present(place) }
      if status.length == file.bytes, try isSame(place, file) {
        note(id, file, at: place)
        return .present(place)
      }
    }
    let search = try FileSearch(of: file, near: path)
    let found = try search.find { (path) throws(AhaError) in try isSame(path, file) }
    if let found {
      note(id, file, at: found)
      return .moved(found)
    }
    return status?.kind == .file ? .changed(place) : .missing
  }

  /// One that cannot be read is another one. Errors: `system`, `outOfMemory`.
  private func isSame(_ path: FilePath, _ file: SoundFile) throws(AhaError) -> Bool {
    do throws(AhaError) {
      let stream = try FileStream(reading: path)
      return try Sha256.text(of: stream) == file.hash
    } catch {
      if error.isOfOneFile { return false }
      throw error
    }
  }

  /// Not an edit: it is no step, and what is undone stays so. Not to be noted is no failure.
  private func note(_ id: ID, _ file: SoundFile, at place: FilePath) {
    guard !isReadOnly, let status = FileStatus(place) else { return }
    let found = SoundFile(
      path: place.relative(to: folder), hash: file.hash, bytes: status.length,
      modified: status.modified)
    try? locked { (database) throws(AhaError) in
      if group.depth > 0 { return }
      // It may have been given another file since it was read.
      if try track(database, id).file.hash != file.hash { return }
      try database.transaction { () throws(AhaError) in try write(database, id, found) }
      var changes = Changes()
      changes.tracks.insert(id)
      log.add(changes)
    }
  }
}
