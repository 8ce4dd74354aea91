import AhaBase
import AhaNet
import AhaOpen

/// Opens pieces of a service with the Allihoopa protocol.
///
/// Source: the open-in part of Allihoopa's clients for iOS, and their reply's shape.
final class AllihoopaOpener: Opener, IDOpener {
  private let account: Account?
  private let apiURL: String
  private let apiKey: Secret?

  /// - Parameters:
  ///   - account: Nil: requests carry the key alone.
  ///   - apiURL: "": that of the account's provider.
  init(account: Account?, apiURL: String = "", apiKey: Secret?) {
    (self.account, self.apiKey) = (account, apiKey)
    self.apiURL = apiURL.isEmpty ? account?.provider.apiURL ?? "" : apiURL
  }

  func open(link: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece? {
    guard let id = shortID(in: link) else { return nil }
    return try open(id: id, loader: loader, job: job)
  }

  func open(id: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece {
    try AllihoopaQuery(loader: loader, id: id, opener: self).open(as: job)
  }

  /// The id in the URL of a piece's page, "https://HOST/s/ID"; the API's host may have "api." in
  /// front.
  private func shortID(in link: String) -> String? {
    guard let parts = URLParts(link), let api = URLParts(apiURL), parts.isHTTP,
      parts.isSameOrigin(as: api) || api.host.hasSameBytes(as: "api." + parts.host),
      parts.path.begins(with: "/s/")
    else { return nil }
    let id = parts.path.array.dropFirst(3)
    let isID = (1...64).contains(id.count) && !id.contains(UInt8(ascii: "/"))
    return isID ? Percent.decoded(id).text : nil
  }

  /// For error lines.
  var hostName: String { URLParts(apiURL)?.authority ?? "the service" }

  /// A request with the account's token and the application's key.
  func request(sending body: String, job: Job) throws(AhaError) -> HTTPRequest {
    var request = HTTPRequest("POST", apiURL)
    request.headers = [
      HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json"),
    ]
    request.body = .bytes(body.array)
    request.limits.body = Int64(OpenLimit.reply)
    var hasKey = false
    if let account, account.isKnownSignedIn {
      try account.authorize(&request, cancellation: job.cancellation)
      for header in request.headers where header.name == "Allihoopa-API-Key" {
        hasKey = true
      }
    }
    if let apiKey, !hasKey { request.headers.append(HTTPHeader("Allihoopa-API-Key", apiKey)) }
    return request
  }
}
