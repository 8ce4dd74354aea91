import AhaBase
import AhaJSON
import AhaOpen
import AhaPage

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
