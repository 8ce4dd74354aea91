import AhaBase
import AhaJSON
import AhaOpen
import AhaPage
import AhaPiece

/// A piece parsed from a reply of the Allihoopa protocol.
struct AllihoopaPiece {
  var piece = Piece()
  let id: String
  let url: String
  let created: Int64
  let cover: String

  /// Errors: `reply` (a required field is missing).
  init(found: JSONObject, named name: String) throws(AhaError) {
    guard let id = found.optionalText("uuid"), let title = found.optionalText("title"),
      let date = found.optionalText("createdAt"), let url = found.optionalText("url"),
      let author = found.object("author")?.optionalText("username"),
      let cover = found.object("coverImage")?.optionalText("url"),
      let length = found.integer("lengthUs"), length != 0
    else { throw AhaError(.reply, "\(name): a part of the piece is missing") }
    guard let created = Timestamp.seconds(from: date) else {
      throw AhaError(.reply, "\(name): createdAt is \"\(date.cut)\"")
    }
    (self.id, self.url, self.created) = (id.onOneLine, url.withoutUser.onOneLine, created)
    self.cover = cover
    (piece.title, piece.artist, piece.length) = (title, author, length)
    piece.description = found.text("description")
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
    piece.tonality = found.object("tonality")?.tonality ?? .unknown
  }
}

extension JSONObject {
  /// Unknown if a part is missing or impossible.
  fileprivate var tonality: Tonality {
    switch text("mode") {
    case "ATONAL": return .atonal
    case "TONAL":
      guard case .list(let flags)? = self["scale"], flags.count == 12,
        let root = integer("root"), (0..<12).contains(root)
      else { return .unknown }
      var scale: UInt32 = 0
      for (note, flag) in flags.enumerated() {
        if case .flag(true) = flag { scale |= 1 << UInt32(note) }
      }
      let found = Tonality(scale: scale, root: UInt32(root))
      return found.isValid ? found : .unknown
    default: return .unknown
    }
  }
}

/// "2017-05-29T12:34:56.123456+02:00"; fractions of a second are ignored.
///
/// Source: RFC 3339.
enum Timestamp {
  /// Seconds since 1970; nil if malformed.
  static func seconds(from text: String) -> Int64? {
    let bytes = text.array
    guard bytes.count >= 20, bytes[4] == 45, bytes[7] == 45, bytes[10] | 32 == 116,
      bytes[13] == 58, bytes[16] == 58, let year = bytes.number(at: 0, count: 4),
      let month = bytes.number(at: 5, count: 2), let day = bytes.number(at: 8, count: 2),
      let hour = bytes.number(at: 11, count: 2), let minute = bytes.number(at: 14, count: 2),
      let second = bytes.number(at: 17, count: 2), year >= 1970, (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60, let zone = zone(of: bytes)
    else { return nil }
    return CivilDate.days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60
      + second - zone
  }

  /// Offset of the zone from UTC in seconds, positive to the east.
  private static func zone(of bytes: [UInt8]) -> Int64? {
    var next = 19
    if bytes[next] == 46 {
      next += 1
      while next < bytes.count, (48...57).contains(bytes[next]) { next += 1 }
    }
    let rest = Array(bytes[next...])
    if rest.count == 1 && rest[0] | 32 == 122 { return 0 }
    let hasColon = rest.count == 6 && rest[3] == 58
    guard hasColon || rest.count == 5, rest[0] == 43 || rest[0] == 45,
      let hours = rest.number(at: 1, count: 2),
      let minutes = rest.number(at: hasColon ? 4 : 3, count: 2), hours < 24,
      minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (rest[0] == 45 ? -1 : 1)
  }
}

/// Attachments at a service with the Allihoopa protocol, which lists none: it returns an attachment
/// by its media type alone.
enum AttachmentTypes {
  /// Types of Allihoopa's applications, and those of `aha drop` by a file's ending.
  private static let all: [(name: StaticString, type: StaticString, ending: StaticString)] = [
    ("figure", "application/figure", ".figure"), ("bytes", "application/octet-stream", ""),
    ("zip", "application/zip", ".zip"), ("json", "application/json", ".json"),
    ("pdf", "application/pdf", ".pdf"), ("midi", "audio/midi", ".mid"),
    ("text", "text/plain", ".txt"), ("png", "image/png", ".png"), ("jpeg", "image/jpeg", ".jpg"),
    ("wav", "audio/wav", ".wav"), ("flac", "audio/flac", ".flac"), ("ogg", "audio/ogg", ".ogg"),
    ("opus", "audio/opus", ".opus"), ("mp3", "audio/mpeg", ".mp3"), ("m4a", "audio/mp4", ".m4a"),
    ("aac", "audio/aac", ".aac"), ("amr", "audio/amr", ".amr"), ("wma", "audio/x-ms-wma", ".wma"),
    ("aiff", "audio/aiff", ".aiff"), ("caf", "audio/x-caf", ".caf"), ("w64", "audio/x-w64", ".w64"),
    ("au", "audio/basic", ".au"),
  ]

  /// Asks for every type at once.
  static var query: String {
    var text = "query($uuid:String!){piece(uuid:$uuid){"
    for known in all {
      text += "\(known.name):attachment(mimeType:\"\(known.type)\"){url} "
    }
    return text + "}}"
  }

  /// Attachments of a piece in the reply.
  static func assets(in piece: JSONObject, made: any MadePiece) -> [OpenedAsset] {
    var assets: [OpenedAsset] = []
    for known in all {
      guard let found = piece.object(known.name), !found.text("url").isEmpty else { continue }
      assets.append(
        OpenedAsset(
          role: .attachment, name: "attachment" + known.ending.text, type: known.type.text,
          location: .made(made)))
    }
    return assets
  }
}
