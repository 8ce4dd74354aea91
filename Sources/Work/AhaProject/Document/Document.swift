import AhaBase
import AhaStore

/// The content of a project: settings, tracks, buses, effects and their automation.
///
/// Reads the tables of the file, and writes them as edits of the history.
/// Threads: any; calls of several threads are serialized.
public final class Document: @unchecked Sendable {
  let store: ProjectDatabase
  public let history: History
  let parameterTable = ParameterTable()
  let plugins = PluginParameters()

  init(in store: ProjectDatabase, history: History) {
    (self.store, self.history) = (store, history)
  }

  /// Absolute, without links.
  public var path: FilePath { store.path }

  /// The folder that the paths of tracks are relative to.
  public var folder: FilePath { path.folder }

  /// Reads everything except the points, to refuse another program's invalid values at opening
  /// rather than during playback.
  func checkRows() throws(AhaError) {
    _ = try settings()
    _ = try tracks()
    _ = try buses()
    _ = try lanes()
    _ = try markers()
    _ = try allEffects()
    try requireRoutes()
  }

  // MARK: Rows

  /// Errors: `damaged`.
  func requireID(_ id: ID, what: StaticString) throws(AhaError) {
    if id <= 0 { throw AhaError(.damaged, "\(path.text): \(what) \(id): ids start at 1") }
  }

  /// Throws if the last statement changed no row. Errors: `notFound`.
  func requireRow(
    _ database: Database, what: StaticString, id: ID
  ) throws(AhaError) {
    if database.changedRows == 0 { throw missing(what, id: id) }
  }

  func missing(_ what: StaticString, id: ID) -> AhaError {
    AhaError(.notFound, "\(path.text) has no \(what) \(id)")
  }

  /// The count that a query returns.
  func count(_ query: StaticString) throws(AhaError) -> Int64 {
    try store.locked { (database) throws(AhaError) in try database.integer(query) }
  }

  /// The id at an index of an ordered list.
  func id(_ list: StaticString, at index: Int64, what: StaticString) throws(AhaError) -> ID {
    try store.locked { (database) throws(AhaError) in
      let found = try database.first(list, .integer(index)) { (row) throws(AhaError) in
        row.integer(0)
      }
      guard let found else { throw Document.noIndex(index, what: what) }
      return found
    }
  }

  static func noIndex(_ index: Int64, what: StaticString) -> AhaError {
    AhaError(.invalidArgument, "index \(index): the project has fewer \(what)")
  }

  /// Reads two columns, of which one is NULL: a track and a bus.
  func readOwner(_ row: Row, from column: Int32) -> Owner {
    row.isNull(column) ? .bus(row.integer(column + 1)) : .track(row.integer(column))
  }
}
