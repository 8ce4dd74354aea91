import AhaBase
import AhaJSON

/// The form of a history file. The numbers are those of the API.
public enum HistoryFormat: UInt32, CaseIterable, Sendable {
  /// libaha's: a JSON array with an object for each activity.
  case json = 0
  /// JSON lines as of a ListenBrainz export.
  /// Source: listenbrainz.readthedocs.io, "JSON Documentation".
  case listenBrainz
  /// A log of portable players, which Last.fm accepts.
  /// Source: "Portable Player Scrobbling Log", version 1.1.
  case scrobblerLog
}

/// An activity in a file of a history.
struct HistoryEntry {
  var activity = Activity.play
  /// Seconds since 1970.
  var at: Int64 = 0
  /// Local day since 1970; nil: unknown.
  var day: Int64?
  /// Units: milliseconds.
  var duration: Int64 = 0
  var title = ""
  var artist = ""
  var album = ""
  var track: Int64 = 0
  /// "" if unknown, like the next.
  var place = FilePath("")
  var sha256 = ""

  /// False: a service needs both.
  var isListen: Bool { activity == .play && !title.isEmpty && !artist.isEmpty }
}

// MARK: JSON

extension HistoryEntry {
  /// Nil for an object that is no activity.
  init?(_ object: JSONObject) {
    if let metadata = object.object("track_metadata") {
      guard let at = object.integer("listened_at") else { return nil }
      self.at = at
      (title, artist) = (metadata.text("track_name"), metadata.text("artist_name"))
      album = metadata.text("release_name")
      let more = metadata.object("additional_info")
      duration = more?.integer("duration_ms") ?? 0
      if duration == 0, let seconds = more?.integer("duration"), (0...10_000_000).contains(seconds)
      {
        duration = seconds * 1000
      }
      if title.isEmpty || artist.isEmpty { return nil }
    } else {
      guard let name = object.optionalText("activity"), let at = object.integer("at"),
        let activity = Activity.allCases.first(where: { name.hasSameBytes(as: "\($0.name)") })
      else { return nil }
      (self.activity, self.at) = (activity, at)
      day = HistoryEntry.day(object.text("day"))
      duration = object.integer("duration_ms") ?? 0
      (title, artist, album) = (object.text("title"), object.text("artist"), object.text("album"))
      (place, sha256) = (FilePath(object.text("place")), object.text("sha256"))
    }
    if at < 0 || at > WallClock.last || duration < 0 { return nil }
  }

  /// Days since 1970 of "2026-11-22"; nil for another text.
  private static func day(_ text: String) -> Int64? {
    let parts = text.array.split(separator: 0x2D, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else {
      return nil
    }
    let numbers = parts.map { HistoryEntry.number($0) ?? -1 }
    guard numbers[0] >= 1970, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
      return nil
    }
    return CivilDate.days(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// A line of a file, without a line break. Errors: those of JSON.
  func json() throws(AhaError) -> String {
    let object = try JSONObject()
    try object.set("activity", .text("\(activity.name)"))
    try object.set("at", .integer(at))
    if let day { try object.setText("day", TimeScale.day.label(of: day)) }
    if duration > 0 { try object.set("duration_ms", .integer(duration)) }
    try object.setText("title", title)
    try object.setText("artist", artist)
    try object.setText("album", album)
    // A name that is no UTF-8 could not be read back.
    if FilePath(place.text) == place { try object.setText("place", place.text) }
    try object.setText("sha256", sha256)
    return try object.text(indent: 0)
  }

  func listen() throws(AhaError) -> String {
    let metadata = try JSONObject()
    try metadata.set("track_name", .text(title))
    try metadata.set("artist_name", .text(artist))
    try metadata.setText("release_name", album)
    let more = try JSONObject()
    try more.set("media_player", .text("libaha"))
    if duration > 0 { try more.set("duration_ms", .integer(duration)) }
    if track > 0 { try more.set("tracknumber", .integer(track)) }
    try metadata.set("additional_info", .object(more))
    let object = try JSONObject()
    try object.set("listened_at", .integer(at))
    try object.set("track_metadata", .object(metadata))
    return try object.text(indent: 0)
  }
}

// MARK: Scrobbler log

extension HistoryEntry {
  static let logHead = "#AUDIOSCROBBLER/1.1\n#TZ/UTC\n#CLIENT/libaha\n"

  /// From the columns artist, album, title, track, seconds, rating, time and id. Nil for a line
  /// with other columns, and for a skipped track (rating S).
  init?(logLine line: ArraySlice<UInt8>, isLocalTime: Bool) {
    let columns = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard columns.count >= 7, columns[5].elementsEqual([UInt8(ascii: "L")]),
      let at = HistoryEntry.number(columns[6]), at <= WallClock.last
    else { return nil }
    (artist, album, title) = (columns[0].text, columns[1].text, columns[2].text)
    if title.isEmpty || artist.isEmpty { return nil }
    duration = min(HistoryEntry.number(columns[4]) ?? 0, 10_000_000) * 1000
    self.at = isLocalTime ? WallClock.moment(ofLocal: at) : at
  }

  /// Without a line break.
  func logLine() -> String {
    let texts = [artist, album, title].map { text in
      text.array.map { $0 < 0x20 ? 0x20 : $0 }.text
    }
    let number = track > 0 ? "\(track)" : ""
    return "\(texts[0])\t\(texts[1])\t\(texts[2])\t\(number)\t\(duration / 1000)\tL\t\(at)\t"
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}
