import AhaBase
import AhaStore

/// The edits of a project. Each is a transaction, so a killed process leaves the state before or
/// after it, and one step to undo.
public final class History: @unchecked Sendable {
  /// The open transaction and its nesting depth.
  struct Group {
    var depth = 0
    var title = ""
    var recorder: ChangeRecorder?
    /// The error that ended the transaction, such as a full disk. Later edits of the group fail
    /// with it, because they would be only a part of the edit.
    var lost: AhaError?
  }

  let store: ProjectDatabase
  let maxSteps, maxStepBytes: Int64
  /// Invariant: access to this and all properties below holds the lock of `store`.
  private(set) var group = Group()
  var log = ChangeLog()

  init(of store: ProjectDatabase, options: Project.Options) {
    self.store = store
    (maxSteps, maxStepBytes) = (options.maxUndoSteps, options.maxStepBytes)
  }

  /// Ends the recording of an open edit, before the file is closed.
  deinit { group = Group() }

  /// Closes the file and rolls back an open edit.
  func close() { store.close { group = Group() } }

  /// Runs `body` as one edit; rolls back if it throws. Within a group it becomes a part of the
  /// group.
  func change<T>(
    _ title: String, _ body: (Database) throws(AhaError) -> T
  ) throws(AhaError) -> T {
    try store.locked { (database) throws(AhaError) -> T in
      if group.depth > 0 { return try changeInGroup(database, body) }
      try start(database, title: title)
      let value: T
      do throws(AhaError) {
        value = try body(database)
        try finish(database)
      } catch {
        abandon(database)
        throw error
      }
      return value
    }
  }

  private func changeInGroup<T>(
    _ database: Database, _ body: (Database) throws(AhaError) -> T
  ) throws(AhaError) -> T {
    if let lost = group.lost { throw lost }
    do throws(AhaError) {
      return try database.part { () throws(AhaError) -> T in try body(database) }
    } catch {
      if !database.isInTransaction { group.lost = error }
      throw error
    }
  }

  private func start(_ database: Database, title: String) throws(AhaError) {
    try store.requireWritable()
    try database.begin()
    do throws(AhaError) {
      group.recorder = try ChangeRecorder(database, tables: ProjectSchema.recorded)
    } catch {
      database.rollback()
      throw error
    }
    group.title = title
  }

  private func finish(_ database: Database) throws(AhaError) {
    guard let changes = try group.recorder?.changes() else { return }
    group.recorder = nil
    if changes.isEmpty {
      database.rollback()
      return
    }
    let summary = try Changes(of: changes)
    try record(database, title: group.title, changes: changes)
    try database.commit()
    log.add(summary)
  }

  private func abandon(_ database: Database) {
    group.recorder = nil
    database.rollback()
  }

  /// Makes a change without a step, unless an edit is open. Ignores failures.
  /// - Parameter body: Returns the changes; nil: none.
  func note(_ body: (Database) throws(AhaError) -> Changes?) {
    try? store.locked { (database) throws(AhaError) in
      if group.depth > 0 { return }
      if let changes = try body(database) { log.add(changes) }
    }
  }

  // MARK: Groups

  /// Runs `body` as one edit with one undo step; rolls back if it throws. Nested calls join the
  /// outer edit.
  public func edit<T>(
    _ title: String, _ body: () throws(AhaError) -> T
  ) throws(AhaError) -> T {
    try startEdit(title)
    let value: T
    do throws(AhaError) { value = try body() } catch {
      try? cancelEdit()
      throw error
    }
    try saveEdit()
    return value
  }

  /// Groups all edits until `saveEdit`, of any thread, to one. Errors: `access`, `state` (in use).
  public func startEdit(_ title: String) throws(AhaError) {
    try Require.argument.name(title, what: "a title")
    try store.locked { (database) throws(AhaError) in
      if group.depth == 0 {
        try start(database, title: title)
      } else {
        if let lost = group.lost { throw lost }
        try database.run("SAVEPOINT part")
      }
      group.depth += 1
    }
  }

  /// Errors: `state` (no edit is open), `diskFull`, `io`; then the whole group is rolled back.
  public func saveEdit() throws(AhaError) {
    try store.locked { (database) throws(AhaError) in
      try leave(database)
      if group.depth > 0 { return try database.run("RELEASE part") }
      do throws(AhaError) { try finish(database) } catch {
        abandon(database)
        throw error
      }
    }
  }

  /// Rolls back to the matching `startEdit`.
  public func cancelEdit() throws(AhaError) {
    try store.locked { (database) throws(AhaError) in
      try leave(database)
      if group.depth > 0 {
        try database.execute("ROLLBACK TO part; RELEASE part")
      } else {
        abandon(database)
      }
    }
  }

  /// Rolls back the open group at any depth.
  public func abandonEdit() {
    try? store.locked { (database) throws(AhaError) in
      if group.depth == 0 { return }
      group = Group()
      database.rollback()
    }
  }

  private func leave(_ database: Database) throws(AhaError) {
    guard group.depth > 0 else { throw AhaError(.state, "\(store.path.text): no edit is open") }
    group.depth -= 1
    guard let lost = group.lost else { return }
    if group.depth == 0 {
      group.lost = nil
      abandon(database)
    }
    throw lost
  }
}
