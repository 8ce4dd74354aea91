import AhaBase
import AhaJSON
import AhaNet
import AhaOpen
import AhaPage
import AhaPiece

/// Queries for one piece of a service with the Allihoopa protocol.
final class AllihoopaQuery: MadePiece {
  let id: String
  private let loader: PieceLoader
  private let opener: AllihoopaOpener

  init(loader: PieceLoader, id: String, opener: AllihoopaOpener) {
    (self.loader, self.id, self.opener) = (loader, id, opener)
  }

  private static let pieceQuery: StaticString = """
    query($uuid:String!){piece(uuid:$uuid){uuid title description createdAt url author{username} \
    coverImage(position:0,withFallback:true){url} lengthUs tempo loop{startUs endUs} \
    timeSignature{numerator denominator} tonality{mode scale root}}}
    """
  /// For services from before tonalities.
  private static let oldPieceQuery: StaticString = """
    query($uuid:String!){piece(uuid:$uuid){uuid title description createdAt url author{username} \
    coverImage(position:0,withFallback:true){url} lengthUs tempo loop{startUs endUs} \
    timeSignature{numerator denominator}}}
    """
  private static let mixStemQuery: StaticString =
    "query($uuid:String!,$format:String!){piece(uuid:$uuid){asset:mixStem(fileType:$format){url}}}"
  private static let previewQuery: StaticString = """
    query($uuid:String!,$format:String!)\
    {piece(uuid:$uuid){asset:previewAudio(fileType:$format){url}}}
    """
  private static let attachmentQuery: StaticString = """
    query($uuid:String!,$format:String!){piece(uuid:$uuid){asset:attachment(mimeType:$format){url}}}
    """

  /// Formats that the service makes of every piece on request.
  private static let formats: [(ending: String, type: String)] = [
    ("wav", "audio/wav"), ("ogg", "audio/ogg"), ("m4a", "audio/mp4"),
  ]

  /// Errors: `notFound`, `reply`, those of `query`.
  func open(as job: Job) throws(AhaError) -> OpenedPiece {
    let (found, distance) = try pieceReply(as: job)
    let made = try AllihoopaPiece(found: found, named: opener.hostName)
    try PieceLoader.judge(made.piece, named: opener.hostName)
    var assets: [OpenedAsset] = []
    for role in [DropFile.Role.mixStem, .preview] {
      for (ending, type) in AllihoopaQuery.formats {
        let name = role == .mixStem ? "mix.\(ending)" : "preview.\(ending)"
        assets.append(OpenedAsset(role: role, name: name, type: type, location: .made(self)))
      }
    }
    let isJPEG = made.cover.array.suffix(4).elementsEqual(".jpg".array)
    assets.append(
      OpenedAsset(
        role: .cover, name: isJPEG ? "cover.jpg" : "cover.png",
        type: isJPEG ? "image/jpeg" : "image/png",
        location: .web(made.cover)))
    assets += try attachments(as: job)
    return OpenedPiece(
      loader: loader, piece: made.piece, id: made.id, url: made.url, created: made.created,
      ssrfGuard: .notNearer(than: distance), assets: assets)
  }

  /// Empty if the service refuses the question. Errors: `cancelled`.
  private func attachments(as job: Job) throws(AhaError) -> [OpenedAsset] {
    do throws(AhaError) {
      return AttachmentTypes.assets(
        in: try query(text: AttachmentTypes.query, format: nil, job: job).piece, made: self)
    } catch {
      if error.code == .cancelled { throw error }
      Log.info("attachments of the piece are not listed: \(error.line)")
      return []
    }
  }

  private func pieceReply(
    as job: Job
  ) throws(AhaError) -> (piece: JSONObject, distance: HTTPDistance) {
    do throws(AhaError) {
      return try query(text: AllihoopaQuery.pieceQuery.text, format: nil, job: job)
    } catch {
      // A GraphQL service refuses a query with a field that it does not have.
      guard error.code == .reply else { throw error }
      do throws(AhaError) {
        return try query(text: AllihoopaQuery.oldPieceQuery.text, format: nil, job: job)
      } catch {}
      throw error
    }
  }

  func readyURL(of asset: OpenedAsset, job: Job) throws(AhaError) -> String {
    if asset.role == .attachment {
      let found = try query(text: AllihoopaQuery.attachmentQuery.text, format: asset.type, job: job)
        .piece
      if let url = found.object("asset")?.text("url"), !url.isEmpty { return url }
      throw AhaError(.notFound, "\(opener.hostName) has no attachment of type \(asset.type.cut)")
    }
    let text = asset.role == .preview ? AllihoopaQuery.previewQuery : AllihoopaQuery.mixStemQuery
    for attempt in 0..<max(1, loader.settings.notReadyAttempts) {
      if attempt > 0 {
        job.enter(.waiting)
        try job.rest(milliseconds: loader.settings.notReadyMilliseconds)
      }
      job.enter(.receiving)
      let found = try query(text: text.text, format: asset.format, job: job).piece
      if let url = found.object("asset")?.text("url"), !url.isEmpty { return url }
    }
    throw AhaError(
      .limit,
      "\(opener.hostName) has no \(asset.name) after \(loader.settings.notReadyAttempts) attempts")
  }

  /// The piece in the reply to a query. Errors: those of the request and its status, `reply`,
  /// `notFound`.
  private func query(
    text: String, format: String?, job: Job
  ) throws(AhaError) -> (piece: JSONObject, distance: HTTPDistance) {
    let variables = try JSONObject()
    try variables.set("uuid", .text(id))
    if let format { try variables.set("format", .text(format)) }
    let body = try JSONObject()
    try body.set("query", .text(text))
    try body.set("variables", .object(variables))
    var request = try opener.request(sending: try body.text(indent: 0), job: job)
    request.ssrfGuard = loader.settings.allowsPrivate ? .any : .notNearerThanBefore
    let reply = try loader.ask(request, job: job)
    let name = opener.hostName
    if reply.status == 400 { throw AhaError(.reply, "\(name): HTTP 400") }
    try reply.requireSuccess(name)
    let answer = JSONObject.read(reply.body, limit: OpenLimit.reply)
    guard let data = answer?.object("data") else {
      let reason = answer.reason
      let isShown = request.isRepeated(in: reason.array)
      throw AhaError(
        .reply, "\(name): \(isShown ? "it contains a secret and is not shown" : reason)")
    }
    guard let piece = data.object("piece") else {
      throw AhaError(.notFound, "\(name) has no piece \(id.cut)")
    }
    return (piece, reply.distance)
  }
}

extension JSONObject? {
  /// The server's message in a reply without data.
  fileprivate var reason: String {
    guard let self else { return "the reply is not JSON" }
    guard case .list(let errors)? = self["errors"], case .object(let first)? = errors.first,
      let message = first.optionalText("message")
    else { return "there is no data in the reply" }
    return message.cut
  }
}
