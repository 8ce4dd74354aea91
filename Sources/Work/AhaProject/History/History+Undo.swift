import AhaBase
import AhaHash
import AhaStore

extension History {
  public struct Step: Sendable {
    public let id: Int64
    public let title: String
    public let isUndone: Bool
  }

  /// Writes a step into the open transaction; drops the undone steps.
  func record(
    _ database: Database, title: String, changes: ChangeSet
  ) throws(AhaError) {
    let done = try database.integer("SELECT done FROM history")
    try database.run("DELETE FROM step WHERE id > ?", .integer(done))
    let before = try database.integer("SELECT end_bytes FROM step WHERE id = ?", .integer(done))
    let end = before &+ Int64(changes.count)
    try database.run(
      "INSERT INTO step (id, title, end_bytes, hash, changes) VALUES (?, ?, ?, ?, ?)",
      .integer(done &+ 1), .text(title), .integer(end),
      .bytes(try Sha256.digest(of: changes.bytes)), .changes(changes))
    try database.run("UPDATE history SET done = ?", .integer(done &+ 1))
    try prune(database, newest: done &+ 1, end: end)
  }

  /// Drops the oldest steps over the limits; usually one or two per call.
  private func prune(_ database: Database, newest: Int64, end: Int64) throws(AhaError) {
    while true {
      let oldest = try database.first(
        "SELECT id, end_bytes - length(changes) FROM step WHERE id < ? ORDER BY id LIMIT 1",
        .integer(newest)
      ) { (row) throws(AhaError) in (id: row.integer(0), begin: row.integer(1)) }
      guard let oldest else { return }
      let isTooOld = newest &- oldest.id >= maxSteps
      if !isTooOld, end &- oldest.begin <= maxStepBytes { return }
      try database.run("DELETE FROM step WHERE id = ?", .integer(oldest.id))
    }
  }

  /// All stored steps, oldest first.
  public func steps() throws(AhaError) -> [Step] {
    try store.locked { (database) throws(AhaError) in
      let done = try database.integer("SELECT done FROM history")
      var steps: [Step] = []
      try database.each("SELECT id, title FROM step ORDER BY id") { (row) throws(AhaError) in
        let id = row.integer(0)
        steps.append(Step(id: id, title: row.text(1), isUndone: id > done))
      }
      return steps
    }
  }

  /// The title of the step that `undo` or `redo` would apply next; nil without a step.
  public func nextTitle(undone: Bool) throws(AhaError) -> String? {
    try store.locked { (database) throws(AhaError) in
      let done = try database.integer("SELECT done FROM history")
      return try database.first(
        "SELECT title FROM step WHERE id = ?", .integer(undone ? done &+ 1 : done)
      ) { (row) throws(AhaError) in row.text(0) }
    }
  }

  /// Undoes the last step. Returns its title; nil without a step.
  /// Errors: `access`, `state` (an edit is open), `damaged`, `diskFull`.
  @discardableResult
  public func undo() throws(AhaError) -> String? {
    try walk { (database) throws(AhaError) in
      let done = try database.integer("SELECT done FROM history")
      guard let step = try step(database, id: done) else { return nil }
      return (step.title, try step.changes.inverted(), done &- 1)
    }
  }

  /// Redoes the last undone step. Returns its title; nil without a step.
  /// Errors: as `undo`.
  @discardableResult
  public func redo() throws(AhaError) -> String? {
    try walk { (database) throws(AhaError) in
      let next = try database.integer("SELECT done FROM history") &+ 1
      guard let step = try step(database, id: next) else { return nil }
      return (step.title, step.changes, next)
    }
  }

  private func step(
    _ database: Database, id: Int64
  ) throws(AhaError) -> (title: String, changes: ChangeSet)? {
    let step = try database.first(
      "SELECT title, hash, changes FROM step WHERE id = ?", .integer(id)
    ) { (row) throws(AhaError) in
      (title: row.text(0), hash: try row.changes(1), changes: try row.changes(2))
    }
    guard let step else { return nil }
    guard try Sha256.digest(of: step.changes.bytes).elementsEqual(step.hash.bytes) else {
      throw AhaError(.damaged, "\(store.path.text): step \(id), \(step.title), is damaged")
    }
    return (step.title, step.changes)
  }

  private func walk(
    _ find: (Database) throws(AhaError) -> (title: String, changes: ChangeSet, done: Int64)?
  ) throws(AhaError) -> String? {
    try store.locked { (database) throws(AhaError) in
      try store.requireWritable()
      if group.depth > 0 { throw AhaError(.state, "\(store.path.text): an edit is open") }
      guard let step = try find(database) else { return nil }
      let summary = try Changes(of: step.changes)
      try database.replay(step.changes, to: ProjectSchema.recorded) { () throws(AhaError) in
        try ProjectSchema.checkKeys(database)
        try database.run("UPDATE history SET done = ?", .integer(step.done))
      }
      log.add(summary)
      return step.title
    }
  }
}
