import AhaBase
import AhaDrop
import AhaHash
import AhaJSON
import AhaNet
import Synchronization

/// Upload to a WebDAV server that writes parts of a file: a PUT creates the file with its first
/// part, and each further part is written behind it.
///
/// The offer is checked: after the first written part, and when an interrupted upload resumes, the
/// length and the bytes around the end of a part are compared with the file.
/// Source: "HTTP PATCH support", sabre/dav; RFC 9110, 14.5, which Apache's mod_dav has.
final class WebDAVPartUpload: AssetUpload {
  /// Bytes that are read back on each side of the end of a part.
  private static let sample: Int64 = 32 << 10
  private static let maxGrowth: Int64 = 16

  private let service: WebDAVService
  private let asset: DropAsset
  private let url: String
  private var progress: WebDAVPartState
  /// Parts that take less time grow, so that requests do not slow a fast connection down. An
  /// interruption costs about as much.
  var quickMilliseconds: Int64 = 2000
  /// Factor of the next part's length.
  private var growth: Int64 = 1
  /// The bytes up to the offset are of an earlier process, and not compared yet.
  private var isUnproven = false

  /// A new upload.
  init(service: WebDAVService, asset: DropAsset, url: String, style: WebDAVPartState.Style) {
    (self.service, self.asset, self.url) = (service, asset, url)
    progress = WebDAVPartState(style: style)
  }

  /// An interrupted upload; nil if the server has less of the file than it confirmed. Bytes after
  /// the confirmed ones may be of an interrupted part: it is written again.
  init?(
    service: WebDAVService, asset: DropAsset, url: String, stored progress: WebDAVPartState,
    via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, self.url, self.progress) = (service, asset, url, progress)
    guard progress.offset > 0, progress.offset <= asset.size else { return nil }
    guard let file = try service.file(at: url, via: call),
      (progress.offset...asset.size).contains(file.size)
    else { return nil }
    // The same strong ETag is the same content.
    let isSame = !file.etag.isEmpty && file.etag.hasSameBytes(as: progress.etag)
    isUnproven = !isSame || file.size != progress.offset
  }

  var state: String { progress.text }
  var confirmed: Int64 { progress.offset }

  private var partBytes: Int64 { service.settings.partBytes }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    let start = progress.offset
    guard start < asset.size else { return .sent }
    if isUnproven {
      guard try has(start - WebDAVPartUpload.sample..<start, of: source, via: call) == true else {
        return .lost("\(asset.name): the server has another start of it")
      }
      isUnproven = false
    }
    let end = min(start + growth * partBytes, asset.size)
    let quick = Instant.after(milliseconds: quickMilliseconds)
    var message = start == 0 ? service.message("PUT", to: url) : part(start..<end)
    if start == 0 { message.headers = [HTTPHeader("Content-Type", asset.type)] }
    message.body = .paced(try source.whole(from: start), count: end - start)
    let reply = try service.send(
      message, accepts: start == 0 ? [] : [400, 404, 405, 409, 411, 412, 415, 416, 501],
      isAsset: true, via: call)
    if reply.status >= 400 { return refused("writes no parts (HTTP \(reply.status))") }
    (progress.offset, progress.etag) = (end, reply.strongTag)
    // Servers are believed after the second part.
    if start > 0, Instant.now() < quick { growth = min(2 * growth, WebDAVPartUpload.maxGrowth) }
    if start == 0 || progress.isChecked { return .sent }
    return try checkFirst(from: start, upTo: end, of: source, via: call)
  }

  private func part(_ range: Range<Int64>) -> HTTPRequest {
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    switch progress.style {
    case .patch:
      var message = service.message("PATCH", to: url)
      message.headers = [
        HTTPHeader("Content-Type", "application/x-sabredav-partialupdate"),
        HTTPHeader("X-Update-Range", "bytes=\(first)-\(last)"),
      ]
      return message
    case .range:
      var message = service.message("PUT", to: url)
      message.headers = [
        HTTPHeader("Content-Type", asset.type),
        HTTPHeader("Content-Range", "bytes \(first)-\(last)/\(asset.size)"),
      ]
      return message
    }
  }

  /// After the first part that is not the start: a server that ignores the range has replaced the
  /// file with the part.
  private func checkFirst(
    from start: Int64, upTo end: Int64, of source: FileSource, via call: DropCall
  ) throws(AhaError) -> UploadStep {
    let size = try service.file(at: url, via: call)?.size
    let seam = start - WebDAVPartUpload.sample..<start + WebDAVPartUpload.sample
    guard size == end, try has(seam, of: source, via: call) != false else {
      return refused("has written a part elsewhere")
    }
    progress.isChecked = true
    return .sent
  }

  /// The next upload sends the file whole.
  private func refused(_ reason: String) -> UploadStep {
    service.refusesParts.store(true, ordering: .relaxed)
    return .lost("\(asset.name): the server offers to write parts, but \(reason)")
  }

  /// Whether the server's file has these bytes of the source; nil if it sends no ranges.
  private func has(
    _ range: Range<Int64>, of source: FileSource, via call: DropCall
  ) throws(AhaError) -> Bool? {
    let range = range.clamped(to: 0..<progress.offset)
    let count = range.upperBound - range.lowerBound
    var message = service.message("GET", to: url)
    message.headers = [
      HTTPHeader("Accept-Encoding", "identity"),
      HTTPHeader("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)"),
    ]
    message.limits.body = count
    let reply: HTTPResponse
    do throws(AhaError) {
      reply = try service.send(message, accepts: [404, 405, 416, 501], via: call)
    } catch {
      // A server without ranges sends the whole file.
      guard error.code == .limit || error.code == .access || error.code == .http else {
        throw error
      }
      return nil
    }
    guard reply.status == 206, reply.body.count == Int(count) else { return nil }
    return try source.bytes(at: range.lowerBound, count: Int(count)) == reply.body
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    let digest = Sha256.hexadecimal(try source.digest())
    if try service.arrived(asset, url: url, sha256: digest, via: call) != nil { return asset.name }
    throw AhaError(.reply, "\(asset.name) is not on the server, though it took it")
  }
}

/// Stored state of an upload in parts, as text.
struct WebDAVPartState {
  enum Style: String {
    /// PATCH with X-Update-Range.
    case patch
    /// PUT with Content-Range.
    case range
  }

  let style: Style
  /// Count of bytes that the server has confirmed.
  var offset: Int64 = 0
  /// ETag of the file with these bytes; "" if it is weak or unknown.
  var etag = ""
  /// A part behind the start was read back.
  var isChecked = false

  init(style: Style) { self.style = style }

  /// Nil if the text is no such state.
  init?(stored text: String) {
    guard let object = JSONObject.read(text.array, limit: 1 << 16),
      let style = Style(rawValue: object.text("parts")),
      let offset = object.integer("offset"), offset >= 0
    else { return nil }
    (self.style, self.offset, etag) = (style, offset, object.text("etag"))
    if case .flag(true)? = object["checked"] { isChecked = true }
  }

  var text: String {
    guard let object = try? JSONObject() else { return "" }
    try? object.set("parts", .text(style.rawValue))
    try? object.set("offset", .integer(offset))
    if !etag.isEmpty { try? object.set("etag", .text(etag)) }
    if isChecked { try? object.set("checked", .flag(true)) }
    return (try? object.text(indent: 0)) ?? ""
  }
}
