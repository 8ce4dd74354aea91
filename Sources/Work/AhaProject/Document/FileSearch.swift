import AhaBase

/// Searches the project's folder and its subfolders for a file of a given length.
struct FileSearch {
  private static let deepest = 8
  private static let maxEntries = 20_000
  private static let maxCandidates = 64

  private let file: Document.SoundFile
  private let project: FilePath
  private let cancellation: Cancellation?
  private var entries = 0
  private var sameName: [FilePath] = []
  private var others: [FilePath] = []

  /// Errors: `system`, `outOfMemory`, `cancelled`; skips folders that cannot be read.
  init(
    of file: Document.SoundFile, near project: FilePath, until cancellation: Cancellation? = nil
  ) throws(AhaError) {
    self.file = file
    self.cancellation = cancellation
    self.project = project
    try look(in: project.folder, depth: 0)
  }

  /// The first file that `fits` accepts; files with the same name come first.
  func find(_ fits: (FilePath) throws(AhaError) -> Bool) throws(AhaError) -> FilePath? {
    for path in (sameName + others).prefix(FileSearch.maxCandidates) {
      if try fits(path) { return path }
    }
    return nil
  }

  private func names(in folder: FilePath) throws(AhaError) -> [FilePath] {
    do throws(AhaError) { return try Disk.names(in: folder) } catch {
      if error.isOfOneFile { return [] }
      throw error
    }
  }

  /// Does not follow links: they could form cycles.
  private mutating func look(in folder: FilePath, depth: Int) throws(AhaError) {
    for name in try names(in: folder)
    where name != FilePath(".") && name != FilePath("..") {
      entries += 1
      if cancellation?.isWanted == true {
        throw AhaError(.cancelled, "cancelled while a file was searched")
      }
      if entries > FileSearch.maxEntries { return }
      let path = folder.appending(name)
      guard let status = FileStatus(path, followingLinks: false) else { continue }
      switch status.kind {
      case .folder: if depth < FileSearch.deepest { try look(in: path, depth: depth + 1) }
      case .file: if status.length == file.bytes { add(path, name: name, status: status) }
      default: continue
      }
    }
  }

  /// Skips databases: closing one would release the locks of SQLite in this process (POSIX locks).
  private mutating func add(_ path: FilePath, name: FilePath, status: FileStatus) {
    if name.fileExtension == "aha" { return }
    if let own = FileStatus(project), own.isSame(as: status) { return }
    if name == file.path.name { sameName.append(path) } else { others.append(path) }
  }
}
