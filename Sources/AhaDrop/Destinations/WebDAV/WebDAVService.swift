import AhaBase
import AhaHash
import AhaNet

/// Messages to a server: how they are signed, and what the replies mean.
///
/// Threads: any.
public final class WebDAVService {
  public let settings: WebDAVSettings
  private let authorization: Secret?

  init(_ settings: WebDAVSettings) {
    (self.settings, authorization) = (settings, settings.authorization)
  }

  /// What became of a folder that was to be made.
  enum Made { case new, old, noParent }

  // MARK: Messages

  public func message(_ method: String, _ url: String) -> HTTPRequest {
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
      + "<d:getcontentlength/><o:checksums xmlns:o=\"http://owncloud.org/ns\"/></d:prop>"
      + "</d:propfind>"
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

  /// How long a file is, and its SHA-256 where the server keeps that; nil when there is none, -1
  /// when the server does not say.
  func file(at url: String, _ call: DropCall) throws(AhaError) -> (size: Int64, sha256: String)? {
    do throws(AhaError) {
      guard let entries = try list(url, depth: "0", call) else { return nil }
      if let first = entries.first, let length = first.length { return (length, first.sha256) }
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
    return (reply.length ?? -1, "")
  }

  // MARK: Sending

  /// Errors: `notSignedIn`, `access`, `notFound`, `exists`, `state` (locked), `diskFull`, `limit`,
  /// and those of `DropCall.send`.
  public func send(
    _ message: HTTPRequest, accepts: [Int] = [], isAsset: Bool = false, _ call: DropCall
  ) throws(AhaError) -> HTTPResponse {
    try call.send(message, options(message, accepts, isAsset, nil))
  }

  /// What the body of a message is: its SHA-256, once it has been sent.
  typealias Hash = () throws(AhaError) -> String

  /// Sends an asset. What arrived is compared with it where the server tells.
  ///
  /// Source: Nextcloud Developer Manual, "Basic APIs", special headers (X-Hash).
  func send(
    asset message: HTTPRequest, _ call: DropCall, _ hash: @escaping Hash
  ) throws(AhaError) -> HTTPResponse {
    let message = asking(message)
    return try call.send(message, options(message, [], true, hash))
  }

  /// Sends a part of an asset so, while the caller does something else.
  func begin(
    _ message: HTTPRequest, accepts: [Int], _ call: DropCall, _ hash: @escaping Hash
  ) throws(AhaError) -> DropSending {
    let message = asking(message)
    return try call.begin(message, options(message, accepts, true, hash))
  }

  /// Signs what somebody else sends. Errors: those of tokens.
  public func authorize(
    _ message: inout HTTPRequest, _ cancellation: Cancellation
  ) throws(AhaError) {
    if let authorization { message.credential = HTTPHeader("Authorization", authorization) }
    try settings.account?.account.authorize(&message, cancellation: cancellation)
  }

  private func asking(_ message: HTTPRequest) -> HTTPRequest {
    var message = message
    message.headers.append(HTTPHeader("X-Hash", "sha256"))
    return message
  }

  private func options(
    _ message: HTTPRequest, _ accepts: [Int], _ isAsset: Bool, _ hash: Hash?
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
    options.judge = { [self] (reply) throws(AhaError) in
      if let hash, let told = reply.header("X-Hash-SHA256"), reply.status < 300 {
        let sent = try hash()
        if told.lowered != sent {
          return .again(AhaError(.verify, "\(label): the server has got other bytes"))
        }
      }
      return verdict(reply, label)
    }
    return options
  }

  // MARK: What arrived

  /// The file of an asset, as it is at the server in the end; nil when nothing is there.
  /// - Parameter sha256: What was sent.
  /// Errors: `verify` (it is another one), those of `send`.
  func arrived(
    _ asset: DropAsset, _ url: String, sha256: String, _ call: DropCall
  ) throws(AhaError) -> (size: Int64, sha256: String)? {
    guard let file = try file(at: url, call) else { return nil }
    guard file.size == asset.size || file.size == -1 else {
      throw AhaError(
        .verify, "\(asset.name) has \(file.size) bytes on the server and not \(asset.size)")
    }
    if file.sha256.isEmpty || file.sha256 == sha256 { return file }
    throw AhaError(.verify, "\(asset.name) has other bytes on the server: \(file.sha256.cut)")
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
