import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

/// Upload URL that a server assigned to a file.
struct AllihoopaUploadURL {
  let url: String
  /// Distance of the server that named the URL. SSRF guard: the upload may not go to a nearer host.
  let distance: HTTPDistance

  var request: HTTPRequest {
    var request = HTTPRequest("PUT", url)
    request.ssrfGuard = .notNearer(than: distance)
    return request
  }
}

/// GraphQL client of the Allihoopa protocol.
///
/// Source: the public SDKs of Allihoopa, JavaScript 1.x.
final class AllihoopaAPI {
  let account: Account
  let url: String

  init(account: Account, url: String) { (self.account, self.url) = (account, url) }

  /// Returns the object at "data". Errors: those of requests, `reply`, `refused` (with the server's
  /// text).
  func ask(
    _ query: StaticString, variables: JSONObject, isIdempotent: Bool = true, via call: DropCall
  ) throws(AhaError) -> JSONObject {
    try answer(query, variables: variables, isIdempotent: isIdempotent, via: call).data
  }

  private func answer(
    _ query: StaticString, variables: JSONObject, isIdempotent: Bool = true, via call: DropCall
  ) throws(AhaError) -> (data: JSONObject, distance: HTTPDistance) {
    let body = try JSONObject()
    try body.set("query", .text(query.text))
    try body.set("variables", .object(variables))
    var options = DropCall.Options()
    options.account = account
    options.isIdempotent = isIdempotent
    if !isIdempotent {
      options.isSlow = true
      options.judge = { (reply) throws(AhaError) in
        // A fault of the server or of a proxy: it is unknown whether the message took effect.
        let isFault = reply.status >= 500 && reply.status != 503
        return isFault ? .failure(AllihoopaAPI.uncertain("HTTP \(reply.status)")) : nil
      }
    }
    let reply = try call.send(try .sending(body, to: url), options: options)
    let object = try reply.object(from: "Allihoopa")
    if let line = AllihoopaAPI.errors(of: object) { throw AhaError(.refused, "Allihoopa: \(line)") }
    guard let data = object.object("data") else {
      throw AhaError(.reply, "Allihoopa answered without data: \(reply.body.excerpt)")
    }
    return (data, reply.distance)
  }

  /// No retry and no resume after this error: they could create a second piece.
  static func uncertain(_ line: String) -> AhaError {
    AhaError(
      .verify, "Allihoopa may have made the piece, or not, and is not asked again: \(line)")
  }

  /// Messages of a reply's errors, on one line.
  static func errors(of reply: JSONObject) -> String? {
    guard case .list(let all)? = reply["errors"], !all.isEmpty else { return nil }
    var line = ""
    for object in reply.objects("errors") {
      let message = object.text("message")
      if !message.isEmpty { line += (line.isEmpty ? "" : "; ") + message.cut }
    }
    return line.isEmpty ? "an error without a message" : line
  }

  /// Requests an upload URL. The parameters are the server's own types.
  func uploadURL(
    format: StaticString, type: StaticString, via call: DropCall
  ) throws(AhaError) -> AllihoopaUploadURL {
    let variables = try JSONObject()
    try variables.set("format", .text(format.text))
    try variables.set("type", .text(type.text))
    let (data, distance) = try answer(
      """
      mutation($format: SongAssetFormat!, $type: SongAssetType!) {
        uploadUrlForFormat(assetFormat: $format, assetType: $type) { url }
      }
      """, variables: variables, via: call)
    return try checked(data.object("uploadUrlForFormat"), distance: distance)
  }

  func uploadURL(
    attachment mimeType: String, via call: DropCall
  ) throws(AhaError) -> AllihoopaUploadURL {
    let variables = try JSONObject()
    try variables.set("mimeType", .text(mimeType))
    let (data, distance) = try answer(
      "mutation($mimeType: String!) { uploadUrlForAttachment(mimeType: $mimeType) { url } }",
      variables: variables, via: call)
    return try checked(data.object("uploadUrlForAttachment"), distance: distance)
  }

  /// Accepts only a URL that is safe for the sound, whatever the server says.
  private func checked(
    _ reply: JSONObject?, distance: HTTPDistance
  ) throws(AhaError) -> AllihoopaUploadURL {
    let url = reply?.text("url") ?? ""
    guard let parts = URLParts(url), parts.isSafe else {
      throw AhaError(
        .reply, "Allihoopa named an upload URL that is not safe: \"\(url.shownURL)\"")
    }
    return AllihoopaUploadURL(url: url, distance: distance)
  }
}
