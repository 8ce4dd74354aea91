import AhaBase
import AhaDrop
import AhaHash
import AhaJSON
import AhaNet

/// Upload to a WebDAV server with tus: a POST to the folder creates it, each PATCH appends a part,
/// and a HEAD returns the offset of an interrupted one.
///
/// Source: tus resumable upload protocol 1.0.0, with the extension "creation".
final class WebDAVTusUpload: AssetUpload {
  private let service: WebDAVService
  private let asset: DropAsset
  /// URL of the file once it is complete.
  private let url: String
  private var progress: TusState

  /// A new upload; nil if the server has no uploads there after all.
  /// Errors: `reply` (no URL of the same server), those of `WebDAVService.send`.
  init?(
    service: WebDAVService, asset: DropAsset, in folder: String, url: String, via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, self.url) = (service, asset, url)
    var message = service.message("POST", to: folder)
    message.headers = [
      TusState.version, HTTPHeader("Upload-Length", "\(asset.size)"),
      HTTPHeader("Upload-Metadata", "filename \(Base64.text(asset.name.array))"),
    ]
    // Repeated after a lost reply: the server deletes the unused upload later.
    let reply = try service.send(message, accepts: [404, 405, 501], via: call)
    if reply.status >= 400 { return nil }
    guard let state = TusState(location: reply.header("Location") ?? "", of: folder) else {
      throw AhaError(.reply, "the server has created an upload without a URL of its own")
    }
    progress = state
  }

  /// An interrupted upload; nil if the server does not know it any more.
  init?(
    service: WebDAVService, asset: DropAsset, url: String, stored progress: TusState,
    via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, self.url, self.progress) = (service, asset, url, progress)
    if progress.offset == asset.size, try service.file(at: url, via: call)?.size == asset.size {
      return
    }
    guard let offset = try offset(via: call) else { return nil }
    self.progress.offset = offset
  }

  var state: String { progress.text }
  var confirmed: Int64 { progress.offset }

  private func message(method: String) -> HTTPRequest {
    var message = service.message(method, to: progress.url)
    message.headers = [TusState.version]
    message.hidesPath = true
    return message
  }

  /// Count of stored bytes; nil if the upload is gone. Errors: `reply`, those of
  /// `WebDAVService.send`.
  private func offset(via call: DropCall) throws(AhaError) -> Int64? {
    let reply = try service.send(message(method: "HEAD"), accepts: [404, 410], via: call)
    return reply.status >= 400 ? nil : try offset(in: reply, range: 0...asset.size)
  }

  private func offset(
    in reply: HTTPResponse, range: ClosedRange<Int64>
  ) throws(AhaError) -> Int64 {
    let text = reply.header("Upload-Offset") ?? ""
    if let offset = Int64(text), range.contains(offset) { return offset }
    throw AhaError(.reply, "the server says that it has \"\(text.cut)\" bytes of \(asset.name)")
  }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    guard progress.offset < asset.size else { return .sent }
    let chunk = try source.chunk(at: progress.offset, count: Int(service.settings.chunkBytes))
    var message = message(method: "PATCH")
    message.headers += [
      HTTPHeader("Content-Type", "application/offset+octet-stream"),
      HTTPHeader("Upload-Offset", "\(progress.offset)"),
    ]
    message.body = .stream(chunk.stream, offset: 0, count: Int64(chunk.count))
    let reply = try service.send(message, accepts: [404, 409, 410], isAsset: true, via: call)
    switch reply.status {
    case 409:
      // An earlier attempt has stored a part of it.
      guard let stored = try offset(via: call) else { return lost }
      progress.offset = stored
    case 400...: return lost
    default:
      let end = progress.offset + Int64(chunk.count)
      progress.offset = try offset(in: reply, range: progress.offset...end)
    }
    return .sent
  }

  private var lost: UploadStep { .lost("\(asset.name): the server has deleted the upload") }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    let digest = Sha256.hexadecimal(try source.digest())
    if try service.arrived(asset, url: url, sha256: digest, via: call) != nil { return asset.name }
    throw AhaError(.reply, "\(asset.name) is not on the server, though it took it")
  }
}

/// Stored state of an upload with tus, as text.
struct TusState {
  static var version: HTTPHeader { HTTPHeader("Tus-Resumable", "1.0.0") }

  let url: String
  /// Count of stored bytes.
  var offset: Int64 = 0

  /// Nil if the Location leads to another server: it would get the password.
  init?(location: String, of folder: String) {
    guard !location.isEmpty, let base = URLParts(folder),
      let next = try? URLParts.http(location, relativeTo: base), next.isSameOrigin(as: base)
    else { return nil }
    url = next.url
  }

  /// Nil if the text is no such state.
  init?(stored text: String, of folder: String) {
    guard let object = JSONObject.read(text.array, limit: 1 << 17),
      let url = object.optionalText("tus"), let offset = object.integer("offset"), offset >= 0
    else { return nil }
    self.init(location: url, of: folder)
    self.offset = offset
  }

  var text: String {
    guard let object = try? JSONObject() else { return "" }
    try? object.set("tus", .text(url))
    try? object.set("offset", .integer(offset))
    return (try? object.text(indent: 0)) ?? ""
  }
}

extension WebDAVService {
  /// Deletes an incomplete upload, if the server supports that.
  func deleteTus(of state: TusState, via call: DropCall) throws(AhaError) {
    var message = message("DELETE", to: state.url)
    (message.headers, message.hidesPath) = ([TusState.version], true)
    _ = try send(message, accepts: [400, 403, 404, 405, 410, 412, 501], via: call)
  }
}
