import AhaBase
import AhaStore

extension Project {
  /// Runs `body` as one edit; rolls back if it throws. Within a group it becomes a part of the
  /// group.
  func change<T>(
    _ title: String, _ body: (Database) throws(AhaError) -> T
  ) throws(AhaError) -> T {
    try locked { (database) throws(AhaError) -> T in
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

  func requireWritable() throws(AhaError) {
    if isReadOnly { throw AhaError(.access, "\(path.text) is open for reading only") }
  }

  private func start(_ database: Database, title: String) throws(AhaError) {
    try requireWritable()
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
    try locked { (database) throws(AhaError) in
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
    try locked { (database) throws(AhaError) in
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
    try locked { (database) throws(AhaError) in
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
    lock.lock()
    defer { lock.unlock() }
    if group.depth == 0 { return }
    group = EditGroup()
    rollback()
  }

  private func leave(_ database: Database) throws(AhaError) {
    guard group.depth > 0 else { throw AhaError(.state, "\(path.text): no edit is open") }
    group.depth -= 1
    guard let lost = group.lost else { return }
    if group.depth == 0 {
      group.lost = nil
      abandon(database)
    }
    throw lost
  }
}
