import AhaBase
import AhaHash
import AhaStore

extension Document {
  /// State of a track's file.
  public enum FileState {
    case present(FilePath)
    /// Found at another path, which is stored unless the project is read-only.
    case moved(FilePath)
    /// The file at the path has another content, and the original was not found.
    case changed(FilePath)
    case missing
  }

  /// Reads a whole file and returns it as a track stores it.
  func sound(_ path: FilePath) throws(AhaError) -> SoundFile {
    guard path.isPossible else {
      throw AhaError(.invalidArgument, "\"\(path.text)\" is not a valid path")
    }
    try requireOther(path)
    let stream = try FileStream(reading: path)
    guard let resolved = path.resolvedInFolder, let status = FileStatus(resolved) else {
      throw AhaError(.notFound, "open \(path.text): it does not exist")
    }
    return SoundFile(
      path: resolved.relative(to: folder), hash: try Sha256.text(of: stream), bytes: status.length,
      modified: status.modified)
  }

  private func requireOther(_ path: FilePath) throws(AhaError) {
    if let own = FileStatus(self.path), let status = FileStatus(path), own.isSame(as: status) {
      throw AhaError(.invalidArgument, "\(path.text) is the project itself")
    }
  }

  /// Refuses an output file that is the project or one of its sounds. Errors: `invalidArgument`.
  func requireOutput(_ path: FilePath) throws(AhaError) {
    try requireOther(path)
    guard let status = FileStatus(path) else { return }
    let files = try tracks().map { $0.file } + allEffects().compactMap { $0.impulse?.file }
    for file in files {
      if let sound = FileStatus(folder.appending(file.path)), sound.isSame(as: status) {
        throw AhaError(.invalidArgument, "\(path.text) is a sound of the project")
      }
    }
  }

  /// Locates a track's file: at its path, then by its hash in the project's folder and subfolders.
  /// Errors: `notFound` (the track), `system`, `outOfMemory`. Thread: any; may read many files.
  public func resolve(_ id: ID) throws(AhaError) -> FileState { try resolve(track(id)) }

  /// The same for a track that was already read, without errors of the project's database.
  /// Errors: `cancelled`.
  func resolve(
    _ track: Track, until cancellation: Cancellation? = nil
  ) throws(AhaError) -> FileState {
    try resolve(track.file, until: cancellation) { note(track.id, file: track.file, at: $0) }
  }

  /// - Parameter note: Stores the path at which the file was found.
  func resolve(
    _ file: SoundFile, until cancellation: Cancellation? = nil, note: (FilePath) -> Void
  ) throws(AhaError) -> FileState {
    let resolved = folder.appending(file.path)
    let status = FileStatus(resolved)
    if let status, status.kind == .file {
      if status.length == file.bytes, status.modified == file.modified { return .present(resolved) }
      if status.length == file.bytes, try isSame(resolved, file: file, until: cancellation) {
        note(resolved)
        return .present(resolved)
      }
    }
    let search = try FileSearch(of: file, near: path, until: cancellation)
    let found = try search.find { (path) throws(AhaError) in
      try isSame(path, file: file, until: cancellation)
    }
    if let found {
      note(found)
      return .moved(found)
    }
    return status?.kind == .file ? .changed(resolved) : .missing
  }

  /// A file that cannot be read counts as different. Errors: `system`, `outOfMemory`.
  private func isSame(
    _ path: FilePath, file: SoundFile, until cancellation: Cancellation?
  ) throws(AhaError) -> Bool {
    do throws(AhaError) {
      let stream = try FileStream(reading: path)
      return try Sha256.text(of: stream) { cancellation?.isWanted == true } == file.hash
    } catch {
      if error.isOfOneFile { return false }
      throw error
    }
  }

  private func note(_ id: ID, file: SoundFile, at path: FilePath) {
    note(file, at: path) { (database, found) throws(AhaError) in
      // The track may have got another file since it was read.
      if try track(database, id: id).file.hash != file.hash { return nil }
      try database.transaction { () throws(AhaError) in try write(database, id: id, file: found) }
      var changes = Changes()
      changes.tracks.insert(id)
      return changes
    }
  }

  /// Stores a new path outside of the undo history. Ignores failures.
  func note(
    _ sound: SoundFile, at path: FilePath,
    write: (Database, SoundFile) throws(AhaError) -> Changes?
  ) {
    guard !store.isReadOnly, let status = FileStatus(path) else { return }
    let found = SoundFile(
      path: path.relative(to: folder), hash: sound.hash, bytes: status.length,
      modified: status.modified)
    history.note { (database) throws(AhaError) in try write(database, found) }
  }
}
