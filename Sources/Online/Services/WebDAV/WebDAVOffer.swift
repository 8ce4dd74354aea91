import AhaBase
import AhaDrop
import AhaNet
import Synchronization

/// How a WebDAV server lets an interrupted upload resume, besides Nextcloud's chunks.
enum WebDAVOffer {
  case none
  case tus
  case parts(WebDAVPartState.Style)
}

extension WebDAVService {
  /// The offer for a file of this size in a folder. Any failure but a cancel means `none`.
  ///
  /// Source: tus 1.0.0; sabre/dav, "HTTP PATCH support"; Apache names its file system, which takes
  /// a Content-Range, in the DAV header.
  func offer(
    in folder: String, size: Int64, via call: DropCall
  ) throws(AhaError) -> WebDAVOffer {
    let reply: HTTPResponse
    do throws(AhaError) {
      reply = try send(
        message("OPTIONS", to: folder), accepts: [400, 403, 404, 405, 501], via: call)
    } catch {
      if error.code == .cancelled { throw error }
      return .none
    }
    if reply.offersTus(size: size) { return .tus }
    if size <= settings.partBytes || refusesParts.load(ordering: .relaxed) { return .none }
    let features = reply.list(in: "DAV")
    if features.contains("sabredav-partialupdate".array) { return .parts(.patch) }
    return features.contains("<http://apache.org/dav/propset/fs/1>".array) ? .parts(.range) : .none
  }
}

extension HTTPResponse {
  fileprivate func offersTus(size: Int64) -> Bool {
    let limit = header("Tus-Max-Size").flatMap { Int64($0) } ?? .max
    let versions = list(in: "Tus-Version") + list(in: "Tus-Resumable")
    return size <= limit && versions.contains("1.0.0".array)
      && list(in: "Tus-Extension").contains("creation".array)
  }

  /// The items of all headers with this name, which are lists with commas.
  fileprivate func list(in name: String) -> [[UInt8]] {
    var items: [[UInt8]] = []
    for header in headers where header.name.isEqualIgnoringCase(name) {
      items += header.value.array.split(separator: UInt8(ascii: ",")).map { item in
        item.filter { $0 != UInt8(ascii: " ") }
      }
    }
    return items
  }

  /// A strong ETag, whose equality means equal bytes; "" without one.
  var strongTag: String { header("ETag").map { $0.strongTag } ?? "" }
}

extension String {
  /// The text if it is a strong ETag; else "".
  var strongTag: String {
    begins(with: "\"") && utf8.count <= 256 && isPlainASCII ? self : ""
  }
}
