import AhaBase
import AhaJSON
import AhaPiece

/// A piece parsed from a reply of the Allihoopa protocol.
struct ServicePiece {
  var piece = Piece()
  let id: String
  let url: String
  let created: Int64
  let cover: String

  /// Errors: `reply` (a required field is missing).
  init(_ found: JSONObject, named name: String) throws(AhaError) {
    guard let id = found.text("uuid"), let title = found.text("title"),
      let date = found.text("createdAt"), let url = found.text("url"),
      let author = found.object("author")?.text("username"),
      let cover = found.object("coverImage")?.text("url"),
      let length = found.integer("lengthUs"), length != 0
    else { throw AhaError(.reply, "\(name): a part of the piece is missing") }
    guard let created = Timestamp.seconds(date) else {
      throw AhaError(.reply, "\(name): createdAt is \"\(date.cut)\"")
    }
    (self.id, self.url, self.created) = (id.onOneLine, url.withoutUser.onOneLine, created)
    self.cover = cover
    (piece.title, piece.artist, piece.length) = (title, author, length)
    piece.description = found.text("description") ?? ""
    piece.tempo = found.number("tempo")
    if let loop = found.object("loop"), let start = loop.integer("startUs"),
      let end = loop.integer("endUs")
    {
      piece.loop = Piece.Loop(start: start, end: end)
    }
    if let signature = found.object("timeSignature"),
      let upper = signature.integer("numerator"), let lower = signature.integer("denominator")
    {
      piece.timeSignature = Piece.TimeSignature(upper: upper, lower: lower)
    }
  }
}

/// Values of a reply; nil if missing, null or of another type.
extension JSONObject {
  static func read(_ bytes: [UInt8], named name: String) -> JSONObject? {
    bytes.withUnsafeBytes { try? JSONObject(parsing: $0, limit: OpenLimit.reply, named: name) }
  }

  func text(_ key: StaticString) -> String? {
    if case .text(let text)? = self[key] { text } else { nil }
  }

  func object(_ key: StaticString) -> JSONObject? {
    if case .object(let object)? = self[key] { object } else { nil }
  }

  func number(_ key: StaticString) -> Double? {
    switch self[key] {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  func integer(_ key: StaticString) -> Int64? {
    switch self[key] {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }
}

/// "2017-05-29T12:34:56.123456+02:00"; fractions of a second are ignored.
///
/// Source: RFC 3339.
enum Timestamp {
  /// Seconds since 1970; nil if malformed.
  static func seconds(_ text: String) -> Int64? {
    let bytes = text.array
    guard bytes.count >= 20, bytes[4] == 45, bytes[7] == 45, bytes[10] | 32 == 116,
      bytes[13] == 58, bytes[16] == 58, let year = bytes.number(0, 4),
      let month = bytes.number(5, 2), let day = bytes.number(8, 2),
      let hour = bytes.number(11, 2), let minute = bytes.number(14, 2),
      let second = bytes.number(17, 2), year >= 1970, (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60, let zone = zone(bytes)
    else { return nil }
    return CivilDate.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - zone
  }

  /// Offset of the zone from UTC in seconds, positive to the east.
  private static func zone(_ bytes: [UInt8]) -> Int64? {
    var next = 19
    if bytes[next] == 46 {
      next += 1
      while next < bytes.count, (48...57).contains(bytes[next]) { next += 1 }
    }
    let rest = Array(bytes[next...])
    if rest.count == 1 && rest[0] | 32 == 122 { return 0 }
    let hasColon = rest.count == 6 && rest[3] == 58
    guard hasColon || rest.count == 5, rest[0] == 43 || rest[0] == 45,
      let hours = rest.number(1, 2), let minutes = rest.number(hasColon ? 4 : 3, 2), hours < 24,
      minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (rest[0] == 45 ? -1 : 1)
  }
}
