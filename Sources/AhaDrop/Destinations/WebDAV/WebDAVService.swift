import AhaBase
import AhaHash
import AhaNet

/// Messages to a server: how they are signed, and what the replies mean.
///
/// Threads: any.
final class WebDAVService {
  let settings: WebDAVSettings
  private let authorization: Secret?

  init(_ settings: WebDAVSettings) {
    (self.settings, authorization) = (settings, settings.authorization)
  }

  /// What became of a folder that was to be made.
  enum Made { case new, old, noParent }

  // MARK: Messages

  func message(_ method: String, _ url: String) -> HTTPRequest {
    var message = HTTPRequest(method, url)
    message.limits.errorBody = 16 << 10
    message.limits.body = Int64(XMLReader.mostBytes)
    return message
  }

  /// Source: RFC 4918, 9.3.
  func makeFolder(_ url: String, _ call: DropCall) throws(AhaError) -> Made {
    let reply = try send(message("MKCOL", url), accepts: [404, 405, 406, 409, 423], call)
    switch reply.status {
    case 404, 409: return .noParent
    case 405, 406, 423: return .old
    default: return .new
    }
  }

  /// Puts a small file.
  func put(
    _ bytes: [UInt8], _ url: String, type: String, _ call: DropCall
  ) throws(AhaError) {
    var message = message("PUT", url)
    message.headers.append(HTTPHeader("Content-Type", type))
    message.body = .bytes(bytes)
    _ = try send(message, call)
  }

  /// Takes a file or a folder with all that is in it away, if it is there.
  func delete(_ url: String, _ call: DropCall) throws(AhaError) {
    _ = try send(message("DELETE", url), accepts: [404], call)
  }

  /// What is at the URL, and with `depth` "1" in it; nil when nothing is there.
  /// Errors: `reply`, those of `send`.
  func list(
    _ url: String, depth: String, _ call: DropCall
  ) throws(AhaError) -> [WebDAVListing.Entry]? {
    var message = message("PROPFIND", url)
    message.headers = [
      HTTPHeader("Depth", depth), HTTPHeader("Content-Type", "application/xml; charset=utf-8"),
    ]
    let body = "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:propfind xmlns:d=\"DAV:\"><d:prop>"
      + "<d:getcontentlength/></d:prop></d:propfind>"
    message.body = .bytes(body.array)
    let reply = try send(message, accepts: [404], call)
    return reply.status == 404 ? nil : try WebDAVListing(reply.body).entries
  }

  /// Servers that let nobody look, but take files, count as having it.
  func isThere(_ url: String, _ call: DropCall) throws(AhaError) -> Bool {
    var message = message("PROPFIND", url)
    message.headers = [HTTPHeader("Depth", "0")]
    return try send(message, accepts: [404, 405, 501], call).status != 404
  }

  /// How long a file is; nil when there is none, -1 when the server does not say.
  func size(of url: String, _ call: DropCall) throws(AhaError) -> Int64? {
    do throws(AhaError) {
      guard let entries = try list(url, depth: "0", call) else { return nil }
      if let length = entries.first?.length { return length }
    } catch {
      // Not every server lets everybody list.
      guard error.code == .http || error.code == .access || error.code == .reply else {
        throw error
      }
    }
    var message = message("HEAD", url)
    // Not as long as it is packed.
    message.headers = [HTTPHeader("Accept-Encoding", "identity")]
    let reply = try send(message, accepts: [404], call)
    if reply.status == 404 { return nil }
    return reply.header("Content-Length").flatMap { Int64($0) } ?? -1
  }

  // MARK: Sending

  /// Errors: `notSignedIn`, `access`, `notFound`, `exists`, `state` (locked), `diskFull`, `limit`,
  /// and those of `DropCall.send`.
  func send(
    _ message: HTTPRequest, accepts: [Int] = [], isAsset: Bool = false, _ call: DropCall
  ) throws(AhaError) -> HTTPResponse {
    try call.send(message, options(message, accepts, isAsset))
  }

  /// Sends a part of an asset while the caller does something else.
  func begin(
    _ message: HTTPRequest, accepts: [Int], _ call: DropCall
  ) throws(AhaError) -> DropSending {
    try call.begin(message, options(message, accepts, true))
  }

  private func options(
    _ message: HTTPRequest, _ accepts: [Int], _ isAsset: Bool
  ) -> DropCall.Options {
    var options = DropCall.Options()
    (options.accepts, options.isAsset, options.account) = (accepts, isAsset, settings.account)
    if let authorization {
      options.sign = { (message) throws(AhaError) in
        message.credential = HTTPHeader("Authorization", authorization)
      }
    }
    let host = URLParts(message.url).map { $0.host } ?? ""
    let label = "\(message.method) \(host)"
    options.judge = { [self] (reply) throws(AhaError) in verdict(reply, label) }
    return options
  }

  // MARK: Replies

  /// Source: RFC 4918, 9 and 11.
  private func verdict(_ reply: HTTPResponse, _ label: String) -> Attempts.Verdict? {
    let code: ResultCode
    switch reply.status {
    case 401: code = .notSignedIn
    case 403: code = .access
    case 404, 409, 410: code = .notFound
    case 412: code = .exists
    case 413: code = .limit
    case 423: return .again(AhaError(.state, line(reply, label)))
    case 507: code = .diskFull
    default: return nil
    }
    return .failure(AhaError(code, line(reply, label)))
  }

  private func line(_ reply: HTTPResponse, _ label: String) -> String {
    let line = "\(label): HTTP \(reply.status)"
    // A token of an account's is not ours to look for.
    guard settings.account == nil, let fault = WebDAVFault(reply.body) else { return line }
    let told = fault.message.array
    let isSecret = settings.password?.isIn(told) ?? false || authorization?.isIn(told) ?? false
    return isSecret ? line : "\(line): \(Told.line(fault.message))"
  }
}
