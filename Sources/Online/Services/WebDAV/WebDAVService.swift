import AhaBase
import AhaDrop
import AhaHash
import AhaNet
import Synchronization

/// Client of a WebDAV server: signs messages, interprets replies.
///
/// Threads: any.
public final class WebDAVService: RemoteFiles {
  public let settings: WebDAVSettings
  let authorization: Secret?
  /// Set once the server has refused Basic, and offered Digest.
  let usesDigest = Atomic<Bool>(false)
  /// Set once the server has offered to write parts of files, and not done it.
  let refusesParts = Atomic<Bool>(false)

  init(settings: WebDAVSettings) {
    (self.settings, authorization) = (settings, settings.authorization)
  }

  /// Result of creating a folder.
  enum Made { case new, old, noParent }

  // MARK: Messages

  public func message(_ method: String, to url: String) -> HTTPRequest {
    var message = HTTPRequest(method, url)
    message.limits.errorBody = 16 << 10
    message.limits.body = Int64(XMLReader.maxBytes)
    return message
  }

  /// Source: RFC 4918, 9.3.
  func makeFolder(at url: String, via call: DropCall) throws(AhaError) -> Made {
    let reply = try send(message("MKCOL", to: url), accepts: [404, 405, 406, 409], via: call)
    switch reply.status {
    case 404, 409: return .noParent
    case 405, 406: return .old
    default: return .new
    }
  }

  func address(of path: String) -> String { settings.folderURL + Percent.encoded(path: path) }

  @discardableResult
  func put(
    _ file: PageFile, at url: String, if condition: HTTPHeader? = nil, via call: DropCall
  ) throws(AhaError) -> RemoteWrite {
    var message = message("PUT", to: url)
    message.headers.append(HTTPHeader("Content-Type", file.type))
    if let condition { message.headers.append(condition) }
    message.body = .bytes(file.bytes)
    let accepts = condition == nil ? [] : [412]
    return try send(message, accepts: accepts, via: call).status == 412 ? .refused : .written
  }

  func size(of url: String, via call: DropCall) throws(AhaError) -> Int64? {
    try file(at: url, via: call)?.size
  }

  func contents(of url: String, via call: DropCall) throws(AhaError) -> HTTPResponse? {
    var message = message("GET", to: url)
    message.limits.body = Int64(RemoteFeed.maxBytes)
    // The tag of a compressed reply is another one.
    message.headers = [HTTPHeader("Accept-Encoding", "identity")]
    let reply = try send(message, accepts: [404], via: call)
    return reply.status == 404 ? nil : reply
  }

  /// Deletes a file, or a folder with its content, if it exists.
  func delete(at url: String, via call: DropCall) throws(AhaError) {
    _ = try send(message("DELETE", to: url), accepts: [404], via: call)
  }

  /// Entry at the URL and, with `depth` "1", its children; nil if nothing exists there.
  /// Errors: `reply`, those of `send`.
  func list(
    at url: String, depth: String, via call: DropCall
  ) throws(AhaError) -> [WebDAVListing.Entry]? {
    let message = question(
      about: "<d:getcontentlength/><d:getetag/><o:checksums xmlns:o=\"http://owncloud.org/ns\"/>",
      at: url,
      depth: depth)
    let reply = try send(message, accepts: [404], via: call)
    return reply.status == 404 ? nil : try WebDAVListing(body: reply.body).entries
  }

  /// Bytes that the user may still store; -1 if the server does not say it.
  /// Errors: those of the network, `cancelled`.
  func freeBytes(at url: String, via call: DropCall) throws(AhaError) -> Int64 {
    let message = question(about: "<d:quota-available-bytes/>", at: url, depth: "0")
    do throws(AhaError) {
      let reply = try send(message, via: call)
      return try WebDAVListing(body: reply.body).entries.first?.freeBytes ?? -1
    } catch {
      if error.code == .cancelled || RetryPolicy.isPassing(error) { throw error }
      return -1
    }
  }

  /// - Parameter properties: Elements of XML.
  private func question(about properties: String, at url: String, depth: String) -> HTTPRequest {
    var message = message("PROPFIND", to: url)
    message.headers = [
      HTTPHeader("Depth", depth), HTTPHeader("Content-Type", "application/xml; charset=utf-8"),
    ]
    let body =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:propfind xmlns:d=\"DAV:\"><d:prop>"
      + properties + "</d:prop></d:propfind>"
    message.body = .bytes(body.array)
    return message
  }

  /// Length of a file, -1 if the server does not report it, its SHA-256 if the server stores one,
  /// and its strong ETag; nil if the file does not exist.
  func file(
    at url: String, via call: DropCall
  ) throws(AhaError) -> (size: Int64, sha256: String, etag: String)? {
    do throws(AhaError) {
      guard let entries = try list(at: url, depth: "0", via: call) else { return nil }
      if let first = entries.first, let length = first.length {
        return (length, first.sha256, first.etag)
      }
    } catch {
      // Not every server permits listing.
      guard error.code == .http || error.code == .access || error.code == .reply else {
        throw error
      }
    }
    var message = message("HEAD", to: url)
    // Prevents compression, which changes the length.
    message.headers = [HTTPHeader("Accept-Encoding", "identity")]
    let reply = try send(message, accepts: [404], via: call)
    if reply.status == 404 { return nil }
    return (reply.length ?? -1, "", reply.strongTag)
  }

  // MARK: Sending

  /// Errors: `notSignedIn`, `access`, `notFound`, `exists`, `state` (locked), `diskFull`, `limit`,
  /// and those of `DropCall.send`.
  public func send(
    _ message: HTTPRequest, accepts: [Int] = [], isAsset: Bool = false, via call: DropCall
  ) throws(AhaError) -> HTTPResponse {
    try call.send(
      message, options: options(for: message, accepts: accepts, isAsset: isAsset, hash: nil))
  }

  /// SHA-256 of a message's body, available after it was sent.
  typealias Hash = () throws(AhaError) -> String

  /// Sends an asset, and compares the server's hash with it if the server sends one.
  ///
  /// Source: Nextcloud Developer Manual, "Basic APIs", special headers (X-Hash).
  func send(
    asset message: HTTPRequest, hasArrived: @escaping DropCall.Question, via call: DropCall,
    hash: @escaping Hash
  ) throws(AhaError) -> HTTPResponse {
    let message = asking(message)
    var options = options(for: message, accepts: [], isAsset: true, hash: hash)
    options.hasArrived = hasArrived
    return try call.send(message, options: options)
  }

  /// Like `send`, for a chunk, on a thread of its own.
  func begin(
    _ message: HTTPRequest, accepts: [Int], via call: DropCall, hash: @escaping Hash
  ) throws(AhaError) -> MessageInFlight {
    let message = asking(message)
    return try call.begin(
      message, options: options(for: message, accepts: accepts, isAsset: true, hash: hash))
  }

  /// Signs a message that the caller sends. Errors: those of tokens.
  public func authorize(
    _ message: inout HTTPRequest, cancellation: Cancellation
  ) throws(AhaError) {
    addPassword(to: &message)
    try settings.account?.authorize(&message, cancellation: cancellation)
  }

  private func addPassword(to message: inout HTTPRequest) {
    guard let password = settings.password else { return }
    if usesDigest.load(ordering: .relaxed) {
      message.login = HTTPLogin(user: settings.user, password: password, isDigest: true)
    } else if let authorization {
      message.credential = HTTPHeader("Authorization", authorization)
    }
  }

  /// Renews what the server refused with status 401, for a message that the caller sends: a server
  /// that offers Digest gets that.
  /// Errors: `notSignedIn` (nothing else is left to try), those of tokens.
  func renew(
    after401To message: HTTPRequest, _ refusal: HTTPResponse, cancellation: Cancellation
  ) throws(AhaError) {
    if let account = settings.account {
      return try account.renew(after401To: message, cancellation: cancellation)
    }
    guard settings.password != nil, AuthenticationScheme.names(in: refusal).offer("Digest"),
      !usesDigest.exchange(true, ordering: .relaxed)
    else {
      throw AhaError(.notSignedIn, "the password is refused")
    }
  }

  private func asking(_ message: HTTPRequest) -> HTTPRequest {
    var message = message
    message.headers.append(HTTPHeader("X-Hash", "sha256"))
    return message
  }

  private func options(
    for message: HTTPRequest, accepts: [Int], isAsset: Bool, hash: Hash?
  ) -> DropCall.Options {
    var options = DropCall.Options()
    (options.accepts, options.isAsset, options.account) = (accepts, isAsset, settings.account)
    // Of the last attempt; both closures run on the thread of the message.
    var usedDigest = false
    if authorization != nil {
      options.sign = { [self] (message) throws(AhaError) in
        addPassword(to: &message)
        usedDigest = message.login != nil
      }
    }
    let host = URLParts(message.url).map { $0.host } ?? ""
    let (label, hidesPath) = ("\(message.method) \(host)", message.hidesPath)
    options.judge = { [self] (reply) throws(AhaError) in
      if let hash, let stored = reply.header("X-Hash-SHA256"), reply.status < 300 {
        let sent = try hash()
        if stored.lowered != sent {
          return .again(AhaError(.verify, "\(label): the server has got other bytes"))
        }
      }
      return verdict(
        on: reply, label: label, host: host, mayTell: !hidesPath, usedDigest: usedDigest)
    }
    return options
  }

  // MARK: Verification

  /// The asset's file at the server after the upload; nil if it does not exist.
  /// - Parameter sha256: SHA-256 of the sent bytes.
  /// Errors: `verify` (the content differs), those of `send`.
  func arrived(
    _ asset: DropAsset, url: String, sha256: String, via call: DropCall
  ) throws(AhaError) -> (size: Int64, sha256: String, etag: String)? {
    guard let file = try file(at: url, via: call) else { return nil }
    guard file.size == asset.size || file.size == -1 else {
      throw AhaError(
        .verify, "\(asset.name) has \(file.size) bytes on the server and not \(asset.size)")
    }
    if file.sha256.isEmpty || file.sha256 == sha256 { return file }
    throw AhaError(.verify, "\(asset.name) has other bytes on the server: \(file.sha256.cut)")
  }
}

/// Checks whether a server has WebDAV.
extension WebDAVService {
  /// False if nothing exists at the URL. Errors: `unsupported` (no WebDAV), those of `send`.
  ///
  /// A server that lists the folder has WebDAV. One that does not may still announce it, or have
  /// the methods of a drop alone, as nginx: those are tried.
  func isThere(at url: String, via call: DropCall) throws(AhaError) -> Bool {
    var message = message("PROPFIND", to: url)
    message.headers = [HTTPHeader("Depth", "0")]
    let reply = try send(message, accepts: [400, 404, 405, 501], via: call)
    switch reply.status {
    case 404: return false
    case 207: return true
    default: break
    }
    if try announcesDAV(at: url, via: call) { return true }
    try tryFolder(at: url, after: reply.status, via: call)
    return true
  }

  /// Source: RFC 4918, 10.1.
  private func announcesDAV(at url: String, via call: DropCall) throws(AhaError) -> Bool {
    let reply = try send(message("OPTIONS", to: url), accepts: [400, 404, 405, 501], via: call)
    return reply.status < 300 && reply.header("DAV") != nil
  }

  /// Creates a folder, and deletes it. Errors: `unsupported`, those of `send`.
  private func tryFolder(
    at url: String, after status: Int, via call: DropCall
  ) throws(AhaError) {
    let folder = "\(url)aha-check-\(Sha256.hexadecimal(try Random.bytes(8)))/"
    let made = try send(
      message("MKCOL", to: folder), accepts: [400, 404, 405, 409, 415, 501], via: call)
    if made.status == 201 { return try delete(at: folder, via: call) }
    throw AhaError(
      .unsupported,
      "\(url.shownURL) is not WebDAV: PROPFIND gets HTTP \(status), OPTIONS names no "
        + "DAV, and MKCOL gets HTTP \(made.status). Check the URL of the collection")
  }
}
