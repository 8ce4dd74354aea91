import AhaBase
import AhaJSON
import AhaNet

/// How Dropbox is asked: arguments are JSON in the body, or in a header where the body is a file's.
public final class DropboxAPI {
  public let account: ClientAccount
  /// Without a slash at the end.
  let apiURL: String
  public let contentURL: String

  init(_ account: ClientAccount, apiURL: String, contentURL: String) {
    (self.account, self.apiURL, self.contentURL) = (account, apiURL, contentURL)
  }

  /// Asks for something. Errors: those of requests, `reply`; 409 is none.
  /// - Parameter argument: Nil where there is none: Dropbox takes no object in place of it.
  public func ask(
    _ path: StaticString, _ argument: JSONObject?, _ call: DropCall
  ) throws(AhaError) -> DropboxReply {
    let said: JSONObject
    if let argument { said = argument } else { said = try JSONObject() }
    var message = try HTTPRequest.sending(said, to: apiURL + path.text)
    if argument == nil { message.body = .bytes("null".array) }
    return try send(message, isAsset: false, call)
  }

  /// Sends bytes; their hash is among the arguments, so that what arrives is what was sent.
  func put(
    _ path: StaticString, _ argument: JSONObject, _ body: HTTPBody, hash: String,
    isAsset: Bool = true, _ call: DropCall
  ) throws(AhaError) -> DropboxReply {
    try argument.set("content_hash", .text(hash))
    var message = HTTPRequest("POST", contentURL + path.text)
    message.headers = [
      HTTPHeader("Content-Type", "application/octet-stream"),
      HTTPHeader("Dropbox-API-Arg", DropboxAPI.headerSafe(try argument.line())),
    ]
    message.body = body
    message.limits.errorBody = 1 << 16
    return try send(message, isAsset: isAsset, call)
  }

  /// What a file holds; its status is 409 when it is not there.
  public func download(
    _ path: String, limit: Int, _ call: DropCall
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
    return try call.send(message, options)
  }

  /// Where a file is got with GET, by those who are signed in.
  public func downloadURL(_ path: String) throws(AhaError) -> String {
    let argument = try JSONObject()
    try argument.set("path", .text(path))
    return "\(contentURL)/2/files/download?arg=\(Percent.encoded(try argument.line()))"
  }

  private func send(
    _ message: HTTPRequest, isAsset: Bool, _ call: DropCall
  ) throws(AhaError) -> DropboxReply {
    var options = DropCall.Options()
    options.account = account
    options.isAsset = isAsset
    options.judge = { (reply) throws(AhaError) in DropboxReply.verdict(reply) }
    let reply = try call.send(message, options)
    // upload_session/append_v2 has nothing to say.
    if reply.body.isEmpty || reply.body.elementsEqual("null".utf8) {
      return DropboxReply(object: try JSONObject())
    }
    return try DropboxReply(reply)
  }

  /// JSON as a header takes it: all that is not printable ASCII as \u and four digits.
  ///
  /// Source: dropbox.com/developers/reference/json-encoding.
  static func headerSafe(_ json: String) -> String {
    var bytes: [UInt8] = []
    for scalar in json.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: bytes.append(UInt8(scalar.value))
      case 0x10000...:
        let rest = scalar.value - 0x10000
        escape(0xD800 + rest >> 10, &bytes)
        escape(0xDC00 + rest & 0x3FF, &bytes)
      default: escape(scalar.value, &bytes)
      }
    }
    return bytes.text
  }

  private static func escape(_ unit: UInt32, _ bytes: inout [UInt8]) {
    let digits: StaticString = "0123456789abcdef"
    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift: UInt32 in [12, 8, 4, 0] { bytes.append(digits.utf8Start[Int(unit >> shift & 15)]) }
  }
}

extension DropboxReply {
  /// A result.
  init(object: JSONObject) { (self.object, summary) = (object, "") }
}
