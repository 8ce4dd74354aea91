import AhaBase
import AhaJSON
import AhaNet
import AhaPage
import AhaPiece

/// Pieces of a service with the Allihoopa protocol.
///
/// Source: the open-in part of Allihoopa's clients for iOS, and their reply's shape.
extension Opener {
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
  func openPiece(_ uuid: String, _ job: Job) throws(AhaError) -> OpenedPiece {
    let (found, distance) = try pieceReply(uuid, job)
    let made = try AllihoopaPiece(found, named: servicePlace)
    try Opener.judge(made.piece, named: servicePlace)
    var assets: [OpenedAsset] = []
    for role in [DropFile.Role.mixStem, .preview] {
      for (ending, type) in Opener.formats {
        let name = role == .mixStem ? "mix.\(ending)" : "preview.\(ending)"
        assets.append(OpenedAsset(role, name: name, type: type, .service(uuid: uuid)))
      }
    }
    let isJPEG = made.cover.array.suffix(4).elementsEqual(".jpg".array)
    assets.append(
      OpenedAsset(
        .cover, name: isJPEG ? "cover.jpg" : "cover.png", type: isJPEG ? "image/jpeg" : "image/png",
        .web(made.cover)))
    assets += try attachments(uuid, job)
    return OpenedPiece(
      self, made.piece, id: made.id, url: made.url, created: made.created,
      ssrfGuard: .notNearer(than: distance), assets)
  }

  /// Empty if the service refuses the question. Errors: `cancelled`.
  private func attachments(_ uuid: String, _ job: Job) throws(AhaError) -> [OpenedAsset] {
    do throws(AhaError) {
      return AttachmentTypes.assets(
        in: try query(AttachmentTypes.query, uuid, nil, job).piece, uuid)
    } catch {
      if error.code == .cancelled { throw error }
      Log.info("attachments of the piece are not listed: \(error.line)")
      return []
    }
  }

  private func pieceReply(
    _ uuid: String, _ job: Job
  ) throws(AhaError) -> (piece: JSONObject, distance: HTTPDistance) {
    do throws(AhaError) { return try query(Opener.pieceQuery.text, uuid, nil, job) } catch {
      // A GraphQL service refuses a query with a field that it does not have.
      guard error.code == .reply else { throw error }
      do throws(AhaError) { return try query(Opener.oldPieceQuery.text, uuid, nil, job) } catch {}
      throw error
    }
  }

  /// URL of an asset; waits while the service makes its format.
  /// Errors: `limit` (not ready after all attempts), `notFound`, `reply`, `cancelled`, those of
  /// `query`.
  func readyURL(
    of asset: OpenedAsset, _ uuid: String, _ job: Job
  ) throws(AhaError) -> String {
    if asset.role == .attachment {
      let found = try query(Opener.attachmentQuery.text, uuid, asset.type, job).piece
      if let url = found.object("asset")?.text("url"), !url.isEmpty { return url }
      throw AhaError(.notFound, "\(servicePlace) has no attachment of type \(asset.type.cut)")
    }
    let text = asset.role == .preview ? Opener.previewQuery : Opener.mixStemQuery
    for attempt in 0..<max(1, settings.notReadyAttempts) {
      if attempt > 0 {
        job.enter(.waiting)
        try job.rest(milliseconds: settings.notReadyMilliseconds)
      }
      job.enter(.receiving)
      let found = try query(text.text, uuid, asset.format, job).piece
      if let url = found.object("asset")?.text("url"), !url.isEmpty { return url }
    }
    throw AhaError(
      .limit, "\(servicePlace) has no \(asset.name) after \(settings.notReadyAttempts) attempts")
  }

  private var servicePlace: String {
    URLParts(serviceURL)?.place ?? "the service"
  }

  private var serviceURL: String {
    if !settings.serviceURL.isEmpty { return settings.serviceURL }
    return settings.account?.account.provider.apiURL ?? ""
  }

  /// The piece in the reply to a query. Errors: those of the request and its status, `reply`,
  /// `notFound`.
  private func query(
    _ text: String, _ uuid: String, _ format: String?, _ job: Job
  ) throws(AhaError) -> (piece: JSONObject, distance: HTTPDistance) {
    let variables = try JSONObject()
    try variables.set("uuid", .text(uuid))
    if let format { try variables.set("format", .text(format)) }
    let body = try JSONObject()
    try body.set("query", .text(text))
    try body.set("variables", .object(variables))
    var request = HTTPRequest("POST", serviceURL)
    request.headers = [
      HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json"),
    ]
    request.body = .bytes(try body.text(indent: 0).array)
    request.limits.body = Int64(OpenLimit.reply)
    request.ssrfGuard = settings.allowsPrivate ? .any : .notNearerThanStart
    try sign(&request, job)
    let reply = try ask(request, job)
    let name = servicePlace
    if reply.status == 400 { throw AhaError(.reply, "\(name): HTTP 400") }
    try reply.requireSuccess(name)
    let answer = JSONObject.read(reply.body, limit: OpenLimit.reply)
    guard let data = answer?.object("data") else {
      let told = answer.told
      let isShown = request.isRepeated(in: told.array)
      throw AhaError(.reply, "\(name): \(isShown ? "it contains a secret and is not shown" : told)")
    }
    guard let piece = data.object("piece") else {
      throw AhaError(.notFound, "\(name) has no piece \(uuid.cut)")
    }
    return (piece, reply.distance)
  }

  private func sign(_ request: inout HTTPRequest, _ job: Job) throws(AhaError) {
    var hasKey = false
    if let account = settings.account?.account, account.isKnownSignedIn {
      try account.authorize(&request, cancellation: job.cancellation)
      for header in request.headers where header.name == "Allihoopa-API-Key" {
        hasKey = true
      }
    }
    if let key = settings.apiKey, !hasKey {
      request.headers.append(HTTPHeader("Allihoopa-API-Key", key))
    }
  }
}

extension JSONObject? {
  /// The server's message in a reply without data.
  fileprivate var told: String {
    guard let self else { return "the reply is not JSON" }
    guard case .list(let errors)? = self["errors"], case .object(let first)? = errors.first,
      let message = first.optionalText("message")
    else { return "there is no data in the reply" }
    return message.cut
  }
}
