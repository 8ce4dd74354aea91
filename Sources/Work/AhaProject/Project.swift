import AhaBase

/// A project in one SQLite file: its document, the history of the edits, and the jobs that render
/// it.
///
/// One project at a time may write a file; any number may read it meanwhile.
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

  public let document: Document
  public let history: History
  private let store: ProjectDatabase
  /// Runs bounces and plots.
  let jobs = JobQueue()

  /// Creates a project in a file that is absent or empty.
  /// Errors: `exists`, `notFound` (its folder), `access`, `diskFull`, `state` (in use).
  public convenience init(
    creating path: FilePath, options: Options = Options()
  ) throws(AhaError) {
    self.init(try ProjectDatabase(creating: path, options: options), options: options)
  }

  /// Opens a project; for reading only if its file or folder cannot be written.
  /// Errors: `notFound`, `access`, `state` (in use), `unknownFormat` (no database), `empty`,
  /// `damaged`, `unsupported` (another program's file, or a newer version).
  public convenience init(
    opening path: FilePath, options: Options = Options()
  ) throws(AhaError) {
    self.init(try ProjectDatabase(opening: path, options: options), options: options)
    try document.checkRows()
  }

  private init(_ store: ProjectDatabase, options: Options) {
    self.store = store
    history = History(of: store, options: options)
    document = Document(in: store, history: history)
  }

  /// Running jobs retain the project, so they have ended.
  deinit { jobs.endWhenIdle() }

  /// Closes the file and rolls back an open edit. Every later call fails with `state`.
  public func close() {
    jobs.close()
    history.close()
  }

  /// Absolute, without links.
  public var path: FilePath { store.path }
  public var isReadOnly: Bool { store.isReadOnly }
}
