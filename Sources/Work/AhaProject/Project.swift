import AhaBase
import AhaEngine
import AhaStore

/// A project: tracks, buses, effects and their automation, in one SQLite file.
///
/// Every edit is a transaction: a killed process leaves the state before or after it. One project
/// at a time may write a file; any number may read it meanwhile.
/// Threads: any; calls of several threads are serialized.
public final class Project: @unchecked Sendable {
  public struct Options: Sendable {
    /// Opens for reading even if the file can be written.
    public var isReadOnly = false
    /// If another project writes the file, opens for reading; otherwise that is an error.
    public var readsWhenInUse = false
    /// Timeout in ms of opening, while another project writes the file, and of a call, during a
    /// transaction of another program.
    public var busyMilliseconds: Int32 = 5000
    /// Max undo steps; older ones are dropped. The newest is always kept.
    public var maxUndoSteps: Int64 = 1000
    public var maxStepBytes: Int64 = 64 << 20

    public init() {}
  }

  /// Absolute, without links.
  public let path: FilePath
  public let isReadOnly: Bool
  let options: Options
  let parameterTable = ParameterTable()
  let plugins = PluginParameters()
  let lock = Lock()
  /// Runs bounces and plots.
  let jobs = JobQueue()
  /// Invariant: access to this and all properties below holds `lock`. Nil after `close`.
  private var database: Database?
  private var fileLock: FileLock?
  var group = EditGroup()
  var log = ChangeLog()

  /// Creates a project in a file that is absent or empty.
  /// Errors: `exists`, `notFound` (its folder), `access`, `diskFull`, `state` (in use).
  public init(creating path: FilePath, options: Options = Options()) throws(AhaError) {
    let resolved = try Project.resolvedPath(of: path)
    let lock = try Project.lock(resolved, options: options)
    let status = FileStatus(resolved)
    if let status {
      if status.kind == .folder { throw AhaError(.isDirectory, "\(resolved.text) is a directory") }
      if status.length > 0 { throw AhaError(.exists, "\(resolved.text) is there already") }
    }
    let made = try Project.makeDatabase(at: resolved, isNew: status == nil, options: options)
    self.path = resolved
    self.options = options
    isReadOnly = false
    fileLock = lock
    (database, log.foreign) = made
  }

  /// Creates the tables. After a failure a new file is deleted and an existing one is empty.
  /// - Returns: The database and its count of foreign changes.
  private static func makeDatabase(
    at resolved: FilePath, isNew: Bool, options: Options
  ) throws(AhaError) -> (Database, Int64) {
    if isNew { _ = try FileStream(creating: resolved, named: resolved.text, mode: 0o644) }
    do throws(AhaError) {
      let made = try Database(resolved, access: .create, busyMilliseconds: options.busyMilliseconds)
      try made.create(ProjectSchema.schema)
      return (made, try made.foreignChanges())
    } catch {
      if isNew {
        for ending in ["", "-journal"] { Disk.remove(resolved.wrapping("", after: ending)) }
      }
      throw error
    }
  }

  /// Opens a project; for reading only if its file or folder cannot be written.
  /// Errors: `notFound`, `access`, `state` (in use), `unknownFormat` (no database), `empty`,
  /// `damaged`, `unsupported` (another program's file, or a newer version).
  public init(opening path: FilePath, options: Options = Options()) throws(AhaError) {
    let resolved = try Project.existing(path)
    let lock = options.isReadOnly ? nil : try Project.lockIfPossible(resolved, options: options)
    let opened = try Database(
      resolved, access: lock == nil ? .read : .change, busyMilliseconds: options.busyMilliseconds)
    try Project.check(opened)
    self.path = resolved
    self.options = options
    isReadOnly = opened.isReadOnly
    fileLock = opened.isReadOnly ? nil : lock
    database = opened
    log.foreign = try opened.foreignChanges()
    try checkRows()
  }

  /// Running bounces retain the project, so they have ended.
  deinit {
    jobs.endWhenIdle()
    shut()
  }

  /// Closes the file and rolls back an open edit. Every later call fails with `state`.
  public func close() {
    jobs.close()
    lock.locked { shut() }
  }

  /// Releases the file lock last, so that the next holder finds the file closed.
  private func shut() {
    group = EditGroup()
    database?.rollback()
    database = nil
    fileLock = nil
  }

  /// Invariant: the caller holds `lock`.
  func rollback() { database?.rollback() }

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

  /// The folder that the paths of tracks are relative to.
  public var folder: FilePath { path.folder }
}
