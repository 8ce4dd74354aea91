import AhaBase
import AhaDrop
import AhaJSON
import AhaPage
import AhaPiece

/// A piece as the input of the mutation dropPiece.
///
/// Source: the public SDKs of Allihoopa, JavaScript 1.x.
enum PieceInput {
  /// Errors: `unsupported`, `outOfMemory`.
  static func object(for drop: DropContent) throws(AhaError) -> JSONObject {
    let piece = drop.piece
    let input = try JSONObject()
    try input.set("presentation", .object(presentation(of: drop)))
    let stems = try JSONObject()
    try stems.set("mixStem", try asset(for: drop.asset(for: .mixStem)))
    try input.set("stems", .object(stems))
    let attribution = try JSONObject()
    try attribution.set("basedOnPieces", .list(piece.basedOn.map { .text($0) }))
    try input.set("attribution", .object(attribution))
    try input.set("musicalMetadata", .object(music(of: piece)))
    if let sent = drop.asset(for: .attachment) {
      let attachment = try JSONObject()
      try attachment.set("mimeType", .text(sent.asset.type))
      try attachment.set("url", .text(sent.result))
      try input.set("attachment", .object(attachment))
    }
    return input
  }

  private static func presentation(of drop: DropContent) throws(AhaError) -> JSONObject {
    let object = try JSONObject()
    try object.set("title", .text(drop.piece.title))
    try object.set("description", .text(drop.piece.description))
    try object.set("isListed", .flag(drop.piece.isListed))
    try object.set("preview", try asset(for: drop.asset(for: .preview)))
    try object.set("coverImage", try asset(for: drop.asset(for: .cover)))
    return object
  }

  private static func music(of piece: Piece) throws(AhaError) -> JSONObject {
    let object = try JSONObject()
    try object.set("lengthUs", .integer(piece.length))
    if let tempo = piece.tempo {
      let value = try JSONObject()
      try value.set("fixed", Int64(exactly: tempo).map { .integer($0) } ?? .real(tempo))
      try object.set("tempo", .object(value))
    }
    if let signature = piece.timeSignature {
      let (value, fixed) = (try JSONObject(), try JSONObject())
      try fixed.set("upper", .integer(signature.upper))
      try fixed.set("lower", .integer(signature.lower))
      try value.set("fixed", .object(fixed))
      try object.set("timeSignature", .object(value))
    }
    if let loop = piece.loop {
      let value = try JSONObject()
      try value.set("startUs", .integer(loop.start))
      try value.set("endUs", .integer(loop.end))
      try object.set("loop", .object(value))
    }
    try object.set("tonality", .object(tonality(of: piece.tonality)))
    return object
  }

  private static func tonality(of tonality: Tonality) throws(AhaError) -> JSONObject {
    let object = try JSONObject()
    switch tonality.mode {
    case .unknown: try object.set("mode", .text("UNKNOWN"))
    case .atonal: try object.set("mode", .text("ATONAL"))
    case .tonal:
      try object.set("mode", .text("TONAL"))
      let data = try JSONObject()
      let flags = (0..<12).map { JSONObject.Value.flag(tonality.scale >> UInt32($0) & 1 == 1) }
      try data.set("scale", .list(flags))
      try data.set("root", .integer(Int64(tonality.root)))
      try object.set("data", .object(data))
    }
    return object
  }

  /// URL of a file under its format's name; null without a file.
  private static func asset(for sent: SentAsset?) throws(AhaError) -> JSONObject.Value {
    guard let sent else { return .null }
    let object = try JSONObject()
    switch try AllihoopaFormat(sent.asset) {
    case .wav: try object.set("wav", .text(sent.result))
    case .ogg: try object.set("ogg", .text(sent.result))
    case .png: try object.set("png", .text(sent.result))
    }
    return .object(object)
  }
}

/// File formats of the protocol.
enum AllihoopaFormat {
  case wav, ogg, png

  /// Errors: `unsupported`.
  init(_ asset: DropAsset) throws(AhaError) {
    let isPicture = asset.role == .cover
    if isPicture && asset.type == "image/png" {
      self = .png
    } else if !isPicture && MediaTypes.isSame(asset.type, as: "wav") {
      self = .wav
    } else if !isPicture && MediaTypes.isSame(asset.type, as: "ogg") {
      self = .ogg
    } else {
      throw AhaError(
        .unsupported,
        "Allihoopa takes \(isPicture ? "PNG" : "WAV and Ogg Vorbis"), not "
          + "\(asset.type.cut) (\(asset.name))")
    }
  }

  var text: StaticString {
    switch self {
    case .wav: "wav"
    case .ogg: "ogg"
    case .png: "png"
    }
  }
}
