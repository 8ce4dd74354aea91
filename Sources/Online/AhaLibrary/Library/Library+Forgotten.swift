import AhaBase
import AhaStore

/// Forgotten items stay in a table of their own for a week, for an undo.
extension Library {
  /// Units: seconds.
  static let forgottenTime: Int64 = 7 * 86_400

  /// Deletes an item; its history entries stay. `restore` undoes it for a week.
  /// Errors: `notFound`.
  public func forget(_ number: Int64) throws(AhaError) {
    try changing { () throws(AhaError) in
      if try !moveToForgotten(number) {
        throw AhaError(.notFound, "the library has no item \(number)")
      }
      try expire()
    }
  }

  /// Removes items whose files are gone, in one transaction.
  func forget(_ numbers: [Int64]) throws(AhaError) {
    try changing { () throws(AhaError) in
      for number in numbers where try !mergeWithTwin(number) { _ = try moveToForgotten(number) }
      try expire()
    }
  }

  // MARK: Twins. Invariant: caller holds the lock, in a transaction

  /// Passes plays, history and own texts to a playable item with the same content, and deletes the
  /// item. Returns: False without such an item.
  private func mergeWithTwin(_ number: Int64) throws(AhaError) -> Bool {
    guard let ghost = try first(where: "number", is: .integer(number)),
      let twin = try twin(of: ghost)
    else { return false }
    let numbers: (Value, Value) = (.integer(number), .integer(twin))
    try database.run("UPDATE event SET item = ?2 WHERE item = ?1", numbers.0, numbers.1)
    try database.run(Library.addPlays, numbers.0, numbers.1)
    let own = try first(where: "number", is: numbers.1)?.ownTexts ?? [:]
    for (field, text) in ghost.ownTexts where own[field] == nil {
      try putText(of: twin, field: field, text: text)
    }
    try removeWords(of: number)
    try database.run("DELETE FROM detail WHERE item = ?1", numbers.0)
    try database.run("DELETE FROM item WHERE number = ?1", numbers.0)
    return true
  }

  /// The first other item with the same content, whose file exists and is unchanged since. A drop
  /// has a twin only in the same drop.
  private func twin(of ghost: LibraryItem) throws(AhaError) -> Int64? {
    if ghost.sha256.isEmpty { return nil }
    var twin: Int64?
    try database.each(Library.twins, .text(ghost.sha256), .integer(ghost.number)) {
      (row) throws(AhaError) in
      guard twin == nil, let status = FileStatus(row.path(1)) else { return }
      let mark = FileMark(status)
      let isKnown = mark.size == row.integer(2) && mark.modified == row.integer(3)
      let isOfPiece = ghost.pieceID.isEmpty || ghost.pieceID.hasSameBytes(as: row.text(4))
      if isKnown, isOfPiece { twin = row.integer(0) }
    }
    return twin
  }

  private static let twins: StaticString = """
    SELECT number, place, size, modified, piece_id FROM item
    WHERE sha256 = ?1 AND sha256 <> '' AND number <> ?2 AND state = 0 AND inode <> -1
    ORDER BY number LIMIT 16
    """
  private static let addPlays: StaticString = """
    UPDATE item SET plays = item.plays + ghost.plays, played = max(item.played, ghost.played),
      dropped = max(item.dropped, ghost.dropped), added = min(item.added, ghost.added)
    FROM (SELECT * FROM item WHERE number = ?1) AS ghost WHERE item.number = ?2
    """

  /// Returns: False for an unknown item.
  private func moveToForgotten(_ number: Int64) throws(AhaError) -> Bool {
    _ = try database.statement(
      made: Library.keep, values: [.integer(number), .integer(clock.seconds)]
    ).step()
    if database.changedRows == 0 { return false }
    try removeWords(of: number)
    try database.run(Library.markEvents, .integer(number))
    try database.run("DELETE FROM item WHERE number = ?1", .integer(number))
    return true
  }

  /// Restores a forgotten item with its number, plays and analysis. An item that is not forgotten
  /// stays unchanged.
  /// Errors: `notFound` (unknown, or forgotten more than a week ago), `state` (another item has its
  /// place).
  public func restore(_ number: Int64) throws(AhaError) {
    try changing { () throws(AhaError) in
      try expire()
      if try first(where: "number", is: .integer(number)) != nil { return }
      let place = try database.first(
        "SELECT place FROM forgotten WHERE number = ?1", .integer(number)
      ) { (row) throws(AhaError) in row.path(0) }
      guard let place else {
        throw AhaError(
          .notFound,
          "the library has no forgotten item \(number); it keeps forgotten items for 7 days")
      }
      if let other = try found(at: place) {
        throw AhaError(
          .state,
          "item \(number) cannot be restored: \(place.text.shownLocation) is item \(other.number) "
            + "now; forget that first")
      }
      try putBack(number)
    }
  }

  /// Restores the forgotten item of a place, if that was forgotten and no other item has its place.
  /// Invariant: caller holds the lock, in a transaction.
  func restore(at place: FilePath) throws(AhaError) {
    let number = try database.integer(Library.forgottenAt, .path(place))
    if number > 0 { try putBack(number) }
  }

  /// Deletes items that were forgotten more than a week ago. Writes only if such items exist.
  func deleteExpired() throws(AhaError) {
    let hasExpired = try reading { () throws(AhaError) in
      try database.integer(
        "SELECT EXISTS (SELECT 1 FROM forgotten WHERE at NOT BETWEEN ?1 AND ?2)",
        .integer(clock.seconds - Library.forgottenTime), .integer(clock.seconds))
    }
    if hasExpired == 1 { try changing { () throws(AhaError) in try expire() } }
  }

  // MARK: Rows. Invariant: caller holds the lock, in a transaction

  /// Also deletes items with a time in the future, which a wrong clock may have stored.
  private func expire() throws(AhaError) {
    try database.run(
      "DELETE FROM forgotten WHERE at NOT BETWEEN ?1 AND ?2",
      .integer(clock.seconds - Library.forgottenTime), .integer(clock.seconds))
    if database.changedRows > 0 { try database.run(Library.deleteDetails) }
  }

  private static let deleteDetails: StaticString = """
    DELETE FROM detail WHERE item NOT IN (SELECT number FROM item)
      AND item NOT IN (SELECT number FROM forgotten)
    """

  private func putBack(_ number: Int64) throws(AhaError) {
    _ = try database.statement(made: Library.putItemBack, values: [.integer(number)]).step()
    try addWords(of: number)
    try database.run(Library.putAncestorsBack, .integer(number))
    try database.run(Library.putEventsBack, .integer(number))
    try database.run(
      "DELETE FROM heard WHERE event IN (SELECT number FROM event WHERE item = ?1)",
      .integer(number))
    try database.run(Library.putRemotesBack, .integer(number))
    try database.run("DELETE FROM forgotten WHERE number = ?1", .integer(number))
  }

  /// OR REPLACE: of two forgotten items of one place, the last one stays.
  private static let keep = """
    INSERT OR REPLACE INTO forgotten (at, based_on, events, remotes, \(LibraryItem.columns))
    SELECT ?2, (SELECT json_group_array(piece_id) FROM ancestor WHERE item = ?1),
      (SELECT json_group_array(number) FROM event WHERE item = ?1),
      (SELECT json_group_array(json_array(source, id)) FROM remote WHERE item = ?1),
      \(LibraryItem.columns) FROM item WHERE number = ?1
    """
  /// Texts that are empty tell an import that the item was forgotten: another file may have them.
  private static let markEvents: StaticString = """
    INSERT OR REPLACE INTO heard SELECT number, '', '', '' FROM event WHERE item = ?1
    """
  private static let putItemBack = """
    INSERT INTO item (\(LibraryItem.columns))
    SELECT \(LibraryItem.columns) FROM forgotten WHERE number = ?1
    """
  private static let putAncestorsBack: StaticString = """
    INSERT OR IGNORE INTO ancestor
    SELECT number, value FROM forgotten, json_each(based_on) WHERE number = ?1
    """
  private static let putEventsBack: StaticString = """
    UPDATE event SET item = ?1 WHERE item IS NULL AND number IN
      (SELECT value FROM forgotten, json_each(events) WHERE forgotten.number = ?1)
    """
  private static let putRemotesBack: StaticString = """
    UPDATE remote SET item = ?1 WHERE item IS NULL AND (source, id) IN
      (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')
        FROM forgotten, json_each(remotes) WHERE forgotten.number = ?1)
    """
  private static let forgottenAt: StaticString = """
    SELECT number FROM forgotten WHERE place = ?1
      AND NOT EXISTS (SELECT 1 FROM item WHERE place = ?1)
    """
}
