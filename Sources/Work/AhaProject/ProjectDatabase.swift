import AhaBase
import AhaStore

/// The SQLite file of a project, open and locked. Serializes the calls of several threads.
final class ProjectDatabase: @unchecked Sendable {
  /// To record its changes, an edit reads its rows again in no order. A million points take this
  /// memory.
  private static let cacheMebibytes = 32

  /// Absolute, without links.
  let path: FilePath
  let isReadOnly: Bool
  private let lock = Lock()
  /// Invariant: access to this and all properties below holds `lock`. Nil after `close`.
  private var database: Database?
  private var fileLock: FileLock?
  /// SQLite's data version, which changes with other connections' writes.
  private var dataVersion: Int64

  /// Errors: those of `Project.init(creating:)`.
  init(creating path: FilePath, options: Project.Options) throws(AhaError) {
    let resolved = try ProjectDatabase.resolvedPath(of: path)
    let lock = try ProjectDatabase.lock(resolved, options: options)
    let status = FileStatus(resolved)
    if let status {
      if status.kind == .folder { throw AhaError(.isDirectory, "\(resolved.text) is a directory") }
      if status.length > 0 { throw AhaError(.exists, "\(resolved.text) is there already") }
    }
    let made = try ProjectDatabase.make(at: resolved, isNew: status == nil, options: options)
    self.path = resolved
    isReadOnly = false
    fileLock = lock
    (database, dataVersion) = made
  }

  /// Creates the tables. After a failure a new file is deleted and an existing one is empty.
  /// - Returns: The database and its data version.
  private static func make(
    at resolved: FilePath, isNew: Bool, options: Project.Options
  ) throws(AhaError) -> (Database, Int64) {
    if isNew { _ = try FileStream(creating: resolved, named: resolved.text, mode: 0o644) }
    do throws(AhaError) {
      let made = try Database(resolved, access: .create, busyMilliseconds: options.busyMilliseconds)
      try made.create(ProjectSchema.schema)
      try made.setCache(mebibytes: cacheMebibytes)
      return (made, try made.foreignChanges())
    } catch {
      if isNew {
        for ending in ["", "-journal"] { Disk.remove(resolved.wrapping("", after: ending)) }
      }
      throw error
    }
  }

  /// Errors: those of `Project.init(opening:)`.
  init(opening path: FilePath, options: Project.Options) throws(AhaError) {
    let resolved = try ProjectDatabase.existing(path)
    let lock =
      options.isReadOnly ? nil : try ProjectDatabase.lockIfPossible(resolved, options: options)
    let opened = try Database(
      resolved, access: lock == nil ? .read : .change, busyMilliseconds: options.busyMilliseconds)
    try ProjectSchema.check(opened)
    try opened.setCache(mebibytes: ProjectDatabase.cacheMebibytes)
    self.path = resolved
    isReadOnly = opened.isReadOnly
    fileLock = opened.isReadOnly ? nil : lock
    database = opened
    dataVersion = try opened.foreignChanges()
  }

  deinit { shut() }

  /// Closes the file and rolls back an open transaction. Every later call fails with `state`.
  /// - Parameter before: Runs under the lock.
  func close(_ before: () -> Void) {
    lock.locked {
      before()
      shut()
    }
  }

  /// Releases the file lock last, so that the next holder finds the file closed.
  private func shut() {
    database?.rollback()
    database = nil
    fileLock = nil
  }

  /// Errors: those of `body`; `state` (closed).
  func locked<T>(_ body: (Database) throws(AhaError) -> T) throws(AhaError) -> T {
    let database = try enter()
    defer { lock.unlock() }
    return try body(database)
  }

  /// Locks and returns the open database. The caller unlocks.
  private func enter() throws(AhaError) -> Database {
    lock.lock()
    if let database { return database }
    lock.unlock()
    throw AhaError(.state, "\(path.text) is closed")
  }

  /// Whether another program changed the file since the last call or the opening.
  /// Invariant: the caller holds the lock.
  func isChangedByOthers() throws(AhaError) -> Bool {
    guard let now = try database?.foreignChanges(), now != dataVersion else { return false }
    dataVersion = now
    return true
  }

  func requireWritable() throws(AhaError) {
    if isReadOnly { throw AhaError(.access, "\(path.text) is open for reading only") }
  }
}

// MARK: Paths and locks

extension ProjectDatabase {
  private static func checked(_ path: FilePath) throws(AhaError) {
    if !path.isPossible { throw AhaError(.invalidArgument, "\"\(path.text)\" is not a valid path") }
  }

  /// The absolute path of a new file.
  private static func resolvedPath(of path: FilePath) throws(AhaError) -> FilePath {
    try checked(path)
    try path.requireSafeLinks()
    if let there = path.resolved { return there }
    guard let resolved = path.resolvedInFolder else {
      throw AhaError(.notFound, "create \(path.text): its folder does not exist")
    }
    return resolved
  }

  private static func existing(_ path: FilePath) throws(AhaError) -> FilePath {
    try checked(path)
    // The file must not be opened as a stream: closing it would release SQLite's (POSIX) locks.
    let absence = "open \(path.text): it does not exist"
    let status = try FileStatus.required(path, absence: absence)
    guard let resolved = path.resolved else { throw AhaError(.notFound, absence) }
    switch status.kind {
    case .file: break
    case .folder: throw AhaError(.isDirectory, "\(resolved.text) is a directory")
    default: throw AhaError(.unsupported, "\(resolved.text) is not a regular file")
    }
    if status.length == 0 { throw AhaError(.empty, "\(resolved.text) is empty") }
    return resolved
  }

  /// Locks the project for writing; waits for another writer unless this project may only read.
  /// Errors: `state` (still in use), those of files.
  private static func lock(
    _ resolved: FilePath, options: Project.Options
  ) throws(AhaError) -> FileLock {
    let wait = options.readsWhenInUse ? 0 : Int64(options.busyMilliseconds)
    return try FileLock(
      resolved.wrapping(".", after: ".lock"),
      busy: "\(resolved.text) is in use: another process writes it, and did not close it within "
        + "\(wait) ms. Close it there, or open it for reading",
      until: Instant.after(milliseconds: wait))
  }

  /// Nil if the project can only be read.
  private static func lockIfPossible(
    _ resolved: FilePath, options: Project.Options
  ) throws(AhaError) -> FileLock? {
    do throws(AhaError) {
      return try lock(resolved, options: options)
    } catch {
      if error.code == .access { return nil }
      if error.code == .state, options.readsWhenInUse { return nil }
      throw error
    }
  }
}
