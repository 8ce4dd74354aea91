import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

/// A track of SoundCloud's API.
public struct SoundCloudTrack {
  public let urn: String
  let url: String
  /// "processing", "failed" or "finished"; "" if missing.
  let state: String
  let tags: String

  public init?(_ object: JSONObject) {
    var urn = object.text("urn")
    if urn.isEmpty, let id = object.integer("id") { urn = "soundcloud:tracks:\(id)" }
    guard urn.isURN else { return nil }
    self.urn = urn
    (state, tags) = (object.text("state"), object.text("tag_list"))
    var url = object.text("permalink_url")
    // A private track opens only with its secret token.
    if object.text("sharing") == "private",
      let parts = URLParts(object.text("secret_uri")),
      let token = FormFields.value(of: "secret_token", in: parts.query), !token.isEmpty
    {
      url += "/" + Percent.encoded(token)
    }
    self.url = url
  }
}

extension String {
  /// True if it is safe in the path of a URL.
  fileprivate var isURN: Bool {
    (1...100).contains(utf8.count)
      && utf8.allSatisfy {
        (48...58).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45
      }
  }
}

/// Client of SoundCloud's API.
///
/// Source: the public OpenAPI document (github.com/soundcloud/api).
public final class SoundCloudAPI {
  /// Max pages of 200 tracks in the search for an earlier upload.
  private static let pages = 5

  public let account: Account
  /// Without a trailing slash.
  public let url: String

  init(account: Account, url: String) { (self.account, self.url) = (account, url) }

  /// Errors: those of requests.
  public func send(
    _ message: HTTPRequest, via call: DropCall, accepts: [Int] = [], isAsset: Bool = false,
    hasArrived: DropCall.Question? = nil
  ) throws(AhaError) -> HTTPResponse {
    var options = DropCall.Options()
    options.account = account
    options.accepts = accepts
    (options.isAsset, options.hasArrived) = (isAsset, hasArrived)
    // The upload is over a limit of the account or the service.
    options.judge = { (reply) throws(AhaError) in
      guard reply.status == 413 else { return nil }
      return .failure(AhaError(.limit, "SoundCloud takes no file of this size: HTTP 413"))
    }
    return try call.send(message, options: options)
  }

  /// A multipart request for a track.
  func form(
    method: String, path: String, parts: [FormPart]
  ) -> HTTPRequest {
    var message = HTTPRequest(method, url + path)
    message.body = .form(parts)
    return message
  }

  func track(in reply: HTTPResponse) throws(AhaError) -> SoundCloudTrack {
    let object = try reply.object(from: "SoundCloud")
    if let track = SoundCloudTrack(object) { return track }
    throw AhaError(.reply, "SoundCloud has no urn for the sound: \(reply.body.excerpt)")
  }

  func track(urn: String, via call: DropCall) throws(AhaError) -> SoundCloudTrack {
    try track(in: try send(HTTPRequest("GET", "\(url)/tracks/\(urn)"), via: call))
  }

  /// Finds the account's track with a tag. Errors: those of requests, `reply`.
  func find(taggedWith tag: String, via call: DropCall) throws(AhaError) -> SoundCloudTrack? {
    var next = "\(url)/me/tracks?limit=200&linked_partitioning=true"
    for _ in 0..<SoundCloudAPI.pages {
      let page = try send(HTTPRequest("GET", next), via: call).object(from: "SoundCloud")
      for object in page.objects("collection") {
        guard let track = SoundCloudTrack(object) else { continue }
        if track.tags.words.contains(tag) { return track }
      }
      next = page.text("next_href")
      if next.isEmpty { break }
    }
    return nil
  }

  func delete(track urn: String, via call: DropCall) throws(AhaError) {
    _ = try send(HTTPRequest("DELETE", "\(url)/tracks/\(urn)"), via: call, accepts: [404, 410])
  }
}
