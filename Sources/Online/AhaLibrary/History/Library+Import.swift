import AhaBase
import AhaStore

/// Counts of an import.
public struct HistoryImport: Sendable {
  /// New activities.
  public internal(set) var added: Int64 = 0
  /// Of these, activities that no item of the library fits; the history keeps them as text.
  public internal(set) var unmatched: Int64 = 0
  /// Activities that the history had.
  public internal(set) var known: Int64 = 0
  /// Entries that are no activity, as skipped tracks, of a time in the future, or of a second with
  /// 200 others.
  public internal(set) var skipped: Int64 = 0

  public init() {}
}

/// Import of history files of libaha and of other programs.
extension Library {
  /// Max entries of a transaction, during which other writers wait.
  private static let maxEntries = 512

  /// Adds the activities of a file that the history does not have. After an error those before it
  /// stay, and the next import adds the others.
  /// - Parameter counts: Also set after an error.
  /// Errors: `notFound`, `unknownFormat`, `damaged`, those of reading and of databases.
  public func importHistory(
    from path: FilePath, counts: inout HistoryImport
  ) throws(AhaError) {
    var reader = try HistoryReader(FileStream(reading: path))
    var isMore = true
    while isMore {
      var entries: [HistoryEntry] = []
      var failure: AhaError?
      var skipped: Int64 = 0
      do throws(AhaError) {
        while isMore, entries.count < Library.maxEntries {
          switch try reader.read() {
          case .entry(let entry)?: entries.append(entry)
          case .other?: skipped += 1
          case nil: isMore = false
          }
        }
      } catch { failure = error }
      var next = counts
      next.skipped += skipped
      if !entries.isEmpty {
        try changing { () throws(AhaError) in
          for entry in entries { try add(entry, counts: &next) }
        }
      }
      counts = next
      if let failure { throw failure }
    }
  }

  // MARK: Rows. Invariant: caller holds the lock, in a transaction

  private func add(_ entry: HistoryEntry, counts: inout HistoryImport) throws(AhaError) {
    if entry.at > clock.seconds {
      counts.skipped += 1
      return
    }
    let item = try item(for: entry)
    switch try match(of: entry, item: item) {
    case .event(let number, let known):
      counts.known += 1
      if let item, known == nil { try link(number, to: item, entry: entry) }
      return
    case .full:
      counts.skipped += 1
      return
    case .new: break
    }
    let local = clock.day(at: entry.at)
    // The day in another time zone is at most one day off.
    let day = entry.day.map { abs($0 - local) <= 1 ? $0 : local } ?? local
    if let item { try touch(item, activity: entry.activity, at: entry.at) }
    try database.run(
      "INSERT INTO event (kind, item, at, day, duration) VALUES (?1, ?2, ?3, ?4, ?5)",
      .integer(Int64(entry.activity.rawValue)), .optional(item), .integer(entry.at),
      .integer(max(0, day)), .integer(min(entry.duration, Library.longest)))
    counts.added += 1
    if item != nil { return }
    counts.unmatched += 1
    if entry.title.isEmpty, entry.artist.isEmpty { return }
    try database.run(
      "INSERT INTO heard VALUES (?1, ?2, ?3, ?4)", .integer(database.lastID), .text(entry.title),
      .text(entry.artist), .text(entry.album))
  }

  private enum Match {
    case event(Int64, item: Int64?)
    case new
    /// Its second has no capacity for another activity.
    case full
  }

  /// The event of the same time and kind, and of the same item, content or texts. An event without
  /// texts has the same duration: in milliseconds for an entry without texts; in seconds, as some
  /// files have it, if it was of an item that was forgotten.
  private func match(of entry: HistoryEntry, item: Int64?) throws(AhaError) -> Match {
    let duration = min(entry.duration, Library.longest)
    var found: Match?
    var rows = 0
    try database.each(
      Library.eventsAt, .integer(entry.at), .integer(Int64(entry.activity.rawValue))
    ) { (row) throws(AhaError) in
      rows += 1
      if found != nil { return }
      let other = row.optional(1)
      let isSame: Bool
      if row.integer(7) == 0 {
        isSame =
          other != nil && other == item
          || row.text(2).hasSameBytes(as: entry.title) && row.text(3).hasSameBytes(as: entry.artist)
          || !entry.sha256.isEmpty && row.text(4).hasSameBytes(as: entry.sha256)
      } else if entry.title.isEmpty, entry.artist.isEmpty {
        isSame = row.integer(5) == duration
      } else {
        isSame = row.integer(6) == 1 && row.integer(5) / 1000 == duration / 1000
      }
      if isSame { found = .event(row.integer(0), item: other) }
    }
    return found ?? (rows == 200 ? .full : .new)
  }

  /// At most 200 in one second: players without a clock write one time for all lines. Last, those
  /// without texts.
  private static let eventsAt: StaticString = """
    SELECT event.number, event.item, coalesce(item.title, heard.title),
      coalesce(item.artist, heard.artist), item.sha256, event.duration,
      heard.event IS NOT NULL,
      item.number IS NULL AND coalesce(heard.title || heard.artist, '') = '' AS is_bare
    FROM (SELECT number, item, duration FROM event WHERE at = ?1 AND kind = ?2 LIMIT 200) AS event
      LEFT JOIN heard ON heard.event = event.number LEFT JOIN item ON item.number = event.item
    ORDER BY is_bare, event.item IS NULL, event.number
    """

  /// An activity that was imported before its item was in the library.
  private func link(_ event: Int64, to item: Int64, entry: HistoryEntry) throws(AhaError) {
    try touch(item, activity: entry.activity, at: entry.at)
    try database.run(
      "UPDATE event SET item = ?2 WHERE number = ?1", .integer(event), .integer(item))
    try database.run("DELETE FROM heard WHERE event = ?1", .integer(event))
  }

  // MARK: Items of entries

  /// By place, content, or title and artist; nil without such an item.
  private func item(for entry: HistoryEntry) throws(AhaError) -> Int64? {
    if !entry.place.isEmpty {
      let number = try database.integer(
        "SELECT number FROM item WHERE place = ?1", .path(entry.place))
      if number > 0 { return number }
    }
    if !entry.sha256.isEmpty {
      let number = try database.integer(
        "SELECT min(number) FROM item WHERE sha256 = ?1 AND sha256 <> '' AND inode <> -1",
        .text(entry.sha256))
      if number > 0 { return number }
    }
    if entry.title.isEmpty || entry.artist.isEmpty { return nil }
    var found: Int64?
    let artist = entry.artist.array.lowered
    try database.each(Library.titled, .text(entry.title), .text(entry.artist)) {
      (row) throws(AhaError) in
      if found != nil { return }
      let artists = row.text(1).array.lowered
      let isOf = artists == artist || Library.parts(of: artists).contains { $0 == artist[...] }
      if isOf { found = row.integer(0) }
    }
    return found
  }

  /// The list of values lets SQLite seek by title in the index, which begins with both columns.
  private static let titled: StaticString = """
    SELECT number, artist FROM item WHERE state IN (0, 1, 2, 3, 4) AND origin IN (1, 2, 3, 4, 5)
      AND title = ?1 COLLATE NOCASE AND instr(lower(artist), lower(?2)) > 0
      ORDER BY number LIMIT 100
    """

  /// The artists of a line, which are separated by "; ".
  private static func parts(of line: [UInt8]) -> [ArraySlice<UInt8>] {
    line.split(separator: 0x3B).map { $0.drop { $0 == 0x20 } }
  }
}
