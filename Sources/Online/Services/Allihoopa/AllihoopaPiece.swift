import AhaBase
import AhaJSON
import AhaOpen
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
    guard let created = Timestamp.seconds(date) else {
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
