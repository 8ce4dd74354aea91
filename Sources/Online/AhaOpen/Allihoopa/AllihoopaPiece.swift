import AhaBase
import AhaJSON
import AhaPiece

/// A piece parsed from a reply of the Allihoopa protocol.
struct AllihoopaPiece {
  var piece = Piece()
  let id: String
  let url: String
  let created: Int64
  let cover: String

  /// Errors: `reply` (a required field is missing).
  init(_ found: JSONObject, named name: String) throws(AhaError) {
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
  }
}
