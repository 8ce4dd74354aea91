import AhaBase
import AhaStore

/// Export of the history to files of libaha and of other programs.
extension Library {
  private static let maxRows: Int64 = 500

  /// Writes the history to a file, which is replaced atomically. The forms of other programs have
  /// plays with a title and an artist alone. Returns: The count of activities.
  /// Errors: those of files and of databases.
  public func exportHistory(to path: FilePath, format: HistoryFormat) throws(AhaError) -> Int64 {
    let file = try ReplacementFile(for: path)
    var (offset, count, last) = (Int64(0), Int64(0), Int64(0))
    var text = format.head
    while true {
      let rows = try entries(after: last)
      for row in rows where format == .json || row.entry.isListen {
        text += try format.line(for: row.entry, isFirst: count == 0)
        count += 1
      }
      last = rows.last?.number ?? last
      if rows.isEmpty { text += format.tail }
      try file.stream.writeAll(text.array, at: offset)
      offset += Int64(text.utf8.count)
      text = ""
      if rows.isEmpty { break }
    }
    try file.commit()
    return count
  }

  private func entries(
    after last: Int64
  ) throws(AhaError) -> [(number: Int64, entry: HistoryEntry)] {
    try reading { () throws(AhaError) in
      var rows: [(number: Int64, entry: HistoryEntry)] = []
      try database.each(Library.entries, .integer(last), .integer(Library.maxRows)) {
        (row) throws(AhaError) in rows.append((row.integer(0), HistoryEntry(row)))
      }
      return rows
    }
  }

  private static let entries: StaticString = """
    SELECT event.number, kind, at, day, duration, coalesce(item.title, heard.title),
      coalesce(item.artist, heard.artist), coalesce(detail.album, heard.album), detail.track,
      item.place, item.sha256
    FROM event LEFT JOIN item ON item.number = event.item
      LEFT JOIN heard ON heard.event = event.number LEFT JOIN detail ON detail.item = event.item
    WHERE event.number > ?1 ORDER BY event.number LIMIT ?2
    """
}

extension HistoryEntry {
  fileprivate init(_ row: Row) {
    activity = Activity(rawValue: UInt32(clamping: row.integer(1))) ?? .play
    (at, day, duration) = (row.integer(2), row.integer(3), row.integer(4))
    // A damaged file has any number; this is the last day of the calendar.
    if !(0...WallClock.last / 86_400).contains(day ?? 0) { day = nil }
    (title, artist, album) = (row.text(5), row.text(6), row.text(7))
    (track, place, sha256) = (row.integer(8), row.path(9), row.text(10))
  }
}

extension HistoryFormat {
  fileprivate var head: String {
    switch self {
    case .json: "["
    case .listenBrainz: ""
    case .scrobblerLog: HistoryEntry.logHead
    }
  }

  fileprivate var tail: String { self == .json ? "\n]\n" : "" }

  fileprivate func line(for entry: HistoryEntry, isFirst: Bool) throws(AhaError) -> String {
    switch self {
    case .json: (isFirst ? "\n" : ",\n") + (try entry.json())
    case .listenBrainz: try entry.listen() + "\n"
    case .scrobblerLog: entry.logLine() + "\n"
    }
  }
}

extension FileStream {
  fileprivate func writeAll(_ bytes: [UInt8], at offset: Int64) throws(AhaError) {
    var failure: AhaError?
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) { try write(bytes, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
