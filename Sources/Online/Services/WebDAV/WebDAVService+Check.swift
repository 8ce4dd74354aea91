import AhaBase
import AhaDrop
import AhaHash
import AhaNet

/// Checks whether a server has WebDAV.
extension WebDAVService {
  /// False if nothing exists at the URL. Errors: `unsupported` (no WebDAV), those of `send`.
  ///
  /// A server that lists the folder has WebDAV. One that does not may still announce it, or have
  /// the methods of a drop alone, as nginx: those are tried.
  func isThere(_ url: String, via call: DropCall) throws(AhaError) -> Bool {
    var message = message("PROPFIND", url)
    message.headers = [HTTPHeader("Depth", "0")]
    let reply = try send(message, accepts: [400, 404, 405, 501], via: call)
    switch reply.status {
    case 404: return false
    case 207: return true
    default: break
    }
    if try announcesDAV(url, via: call) { return true }
    try tryFolder(url, after: reply.status, via: call)
    return true
  }

  /// Source: RFC 4918, 10.1.
  private func announcesDAV(_ url: String, via call: DropCall) throws(AhaError) -> Bool {
    let reply = try send(message("OPTIONS", url), accepts: [400, 404, 405, 501], via: call)
    return reply.status < 300 && reply.header("DAV") != nil
  }

  /// Creates a folder, and deletes it. Errors: `unsupported`, those of `send`.
  private func tryFolder(
    _ url: String, after status: Int, via call: DropCall
  ) throws(AhaError) {
    let folder = "\(url)aha-check-\(Sha256.hexadecimal(try Random.bytes(8)))/"
    let made = try send(
      message("MKCOL", folder), accepts: [400, 404, 405, 409, 415, 501], via: call)
    if made.status == 201 { return try delete(folder, via: call) }
    throw AhaError(
      .unsupported,
      "\(url.shownURL) is not WebDAV: PROPFIND gets HTTP \(status), OPTIONS names no "
        + "DAV, and MKCOL gets HTTP \(made.status). Check the URL of the collection")
  }
}
