import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

/// Client of Dropbox's API: arguments are JSON in the body, or in a header if the body is a file.
public final class DropboxAPI {
  public let account: Account
  /// Without a trailing slash.
  let apiURL: String
  public let contentURL: String

  init(account: Account, apiURL: String, contentURL: String) {
    (self.account, self.apiURL, self.contentURL) = (account, apiURL, contentURL)
  }

  /// Calls an endpoint. A 409 reply is returned, not thrown. Errors: those of requests, `reply`.
  /// - Parameter argument: Nil for endpoints without an argument: Dropbox rejects an empty object
  ///   there.
  public func ask(
    _ path: StaticString, argument: JSONObject?, via call: DropCall
  ) throws(AhaError) -> DropboxReply {
    let said: JSONObject
    if let argument { said = argument } else { said = try JSONObject() }
    var message = try HTTPRequest.sending(said, to: apiURL + path.text)
    if argument == nil { message.body = .bytes("null".array) }
    return try send(message, isAsset: false, via: call)
  }

  /// Sends bytes with their hash, which Dropbox compares.
  func put(
    _ path: StaticString, argument: JSONObject, body: HTTPBody, hash: String,
    isAsset: Bool = true, hasArrived: DropCall.Question? = nil, via call: DropCall
  ) throws(AhaError) -> DropboxReply {
    try argument.set("content_hash", .text(hash))
    var message = HTTPRequest("POST", contentURL + path.text)
    message.headers = [
      HTTPHeader("Content-Type", "application/octet-stream"),
      HTTPHeader("Dropbox-API-Arg", DropboxAPI.headerSafe(try argument.line())),
    ]
    message.body = body
    message.limits.errorBody = 1 << 16
    return try send(message, isAsset: isAsset, isSlow: true, hasArrived: hasArrived, via: call)
  }

  /// Content of a file; the status is 409 if it does not exist.
  public func download(
    _ path: String, limit: Int, via call: DropCall
  ) throws(AhaError) -> HTTPResponse {
    let argument = try JSONObject()
    try argument.set("path", .text(path))
    var message = HTTPRequest("POST", contentURL + "/2/files/download")
    message.headers = [
      HTTPHeader("Dropbox-API-Arg", DropboxAPI.headerSafe(try argument.line()))
    ]
    message.limits.body = Int64(limit)
    var options = DropCall.Options()
    (options.account, options.accepts) = (account, [409])
    options.refusesToken = { !DropboxReply.isOfScope($0) }
    options.judge = { (reply) throws(AhaError) in DropboxReply.missingScope(in: reply) }
    return try call.send(message, options: options)
  }

  /// URL for a GET of a file with the account's token.
  public func downloadURL(of path: String) throws(AhaError) -> String {
    let argument = try JSONObject()
    try argument.set("path", .text(path))
    return "\(contentURL)/2/files/download?arg=\(Percent.encoded(try argument.line()))"
  }

  /// URL for a GET of a file in the folder of a shared link, with any account's token.
  public func downloadURL(inLink link: String, name: String) throws(AhaError) -> String {
    let argument = try JSONObject()
    try argument.set("url", .text(link))
    try argument.set("path", .text("/" + name))
    let encoded = Percent.encoded(try argument.line())
    return "\(contentURL)/2/sharing/get_shared_link_file?arg=\(encoded)"
  }

  /// True for a shared link of a folder.
  ///
  /// Source: dropbox.com/developers/documentation/http/documentation, sharing.
  public func isFolderLink(_ link: String) -> Bool {
    guard let parts = URLParts(link), parts.isHTTP, let home = URLParts(contentURL) else {
      return false
    }
    let isUsual = home.host.hasSameBytes(as: "content.dropboxapi.com")
    let isPage = parts.host == "www.dropbox.com" || parts.host == "dropbox.com"
    return (isUsual ? isPage : parts.isSameOrigin(as: home))
      && (parts.path.begins(with: "/scl/fo/") || parts.path.begins(with: "/sh/"))
  }

  private func send(
    _ message: HTTPRequest, isAsset: Bool, isSlow: Bool = false,
    hasArrived: DropCall.Question? = nil, via call: DropCall
  ) throws(AhaError) -> DropboxReply {
    var options = DropCall.Options()
    options.account = account
    (options.isAsset, options.isSlow, options.hasArrived) = (isAsset, isSlow, hasArrived)
    options.refusesToken = { !DropboxReply.isOfScope($0) }
    options.judge = { (reply) throws(AhaError) in DropboxReply.verdict(on: reply) }
    let reply = try call.send(message, options: options)
    // upload_session/append_v2 replies without a body.
    if reply.body.isEmpty || reply.body.elementsEqual("null".utf8) {
      return DropboxReply(object: try JSONObject())
    }
    return try DropboxReply(reply)
  }

  /// JSON for a header: characters outside printable ASCII become \u and four digits.
  ///
  /// Source: dropbox.com/developers/reference/json-encoding.
  static func headerSafe(_ json: String) -> String {
    var bytes: [UInt8] = []
    for scalar in json.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: bytes.append(UInt8(scalar.value))
      case 0x10000...:
        let rest = scalar.value - 0x10000
        escape(0xD800 + rest >> 10, to: &bytes)
        escape(0xDC00 + rest & 0x3FF, to: &bytes)
      default: escape(scalar.value, to: &bytes)
      }
    }
    return bytes.text
  }

  private static func escape(_ unit: UInt32, to bytes: inout [UInt8]) {
    let digits: StaticString = "0123456789abcdef"
    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift: UInt32 in [12, 8, 4, 0] { bytes.append(digits.utf8Start[Int(unit >> shift & 15)]) }
  }
}

extension DropboxReply {
  /// A result without an error.
  init(object: JSONObject) { (self.object, summary) = (object, "") }
}
