import AhaBase
import AhaDrop
import AhaHash
import AhaJSON
import AhaNet

/// Upload of a file in one message. An interrupted upload starts again from byte 0.
final class WebDAVWholeUpload: AssetUpload {
  private let service: WebDAVService
  private let asset: DropAsset
  private let url: String
  private var progress: WebDAVUploadState

  /// - Parameter progress: State of an interrupted upload.
  init(
    service: WebDAVService, asset: DropAsset, url: String,
    stored progress: WebDAVUploadState?, via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, self.url) = (service, asset, url)
    self.progress = progress ?? WebDAVUploadState(chunkBytes: service.settings.chunkBytes)
    guard self.progress.chunks > 0 else { return }
    let file = try service.file(at: url, via: call)
    // Another strong ETag than that of the upload is another content.
    let (sent, here) = (self.progress.etag, file?.etag ?? "")
    let isOther = !sent.isEmpty && !here.isEmpty && !sent.hasSameBytes(as: here)
    if file?.size != asset.size || isOther {
      (self.progress.chunks, self.progress.etag) = (0, "")
    }
  }

  var state: String { progress.text }
  var confirmed: Int64 { progress.chunks > 0 ? asset.size : 0 }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    var message = service.message("PUT", to: url)
    message.headers = [HTTPHeader("Content-Type", asset.type)]
    if asset.size > progress.chunkBytes {
      message.body = .paced(try source.whole(), count: asset.size)
    } else if asset.size > 0 {
      let chunk = try source.chunk(at: 0, count: Int(asset.size))
      message.body = .stream(chunk.stream, offset: 0, count: Int64(chunk.count))
      // The file is read already, so the hash is free; other servers ignore the header.
      let digest = Sha256.hexadecimal(try source.digest())
      message.headers.append(HTTPHeader("OC-Checksum", "SHA256:\(digest)"))
    }
    // If the reply is lost, the ETag of the new content is unknown.
    progress.etag = ""
    var isThere = false
    do throws(AhaError) {
      // A streamed body is hashed while it is read.
      progress.etag = try service.send(
        asset: message,
        hasArrived: { [self] () throws(AhaError) in
          isThere = try hasArrived(from: source, via: call)
          return isThere
        }, via: call
      ) { () throws(AhaError) in Sha256.hexadecimal(try source.digest()) }.strongTag
    } catch {
      // The last try may have arrived nevertheless.
      if !isThere, call.mayHaveArrived, RetryPolicy.isPassing(error) || error.code == .http {
        isThere = try hasArrived(from: source, via: call)
      }
      if !isThere { throw error }
    }
    progress.chunks = 1
    return .sent
  }

  /// Whether the whole file is on the server, although its reply was lost.
  private func hasArrived(
    from source: FileSource, via call: DropCall
  ) throws(AhaError) -> Bool {
    guard let file = try service.file(at: url, via: call), file.size == asset.size else {
      return false
    }
    if file.sha256.isEmpty { return true }
    return file.sha256 == Sha256.hexadecimal(try source.digest())
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    if progress.chunks == 0 { _ = try sendNext(from: source, via: call) }
    let digest = Sha256.hexadecimal(try source.digest())
    if try service.arrived(asset, url: url, sha256: digest, via: call) != nil { return asset.name }
    throw AhaError(.reply, "\(asset.name) is not on the server, though it took it")
  }
}

/// Stored state of an upload, as text.
struct WebDAVUploadState {
  /// Name of the chunk folder; "" if the file is sent whole.
  var upload = ""
  var chunkBytes: Int64
  /// Count of stored chunks; for a whole file, 1 once it is stored.
  var chunks: Int64 = 0
  var underway = ChunksInFlight()
  /// Strong ETag of a whole file after its upload; "" if unknown.
  var etag = ""

  init(chunkBytes: Int64) { self.chunkBytes = chunkBytes }

  /// Nil if the text is no state.
  init?(state text: String) {
    guard let object = JSONObject.read(text.array, limit: 1 << 16),
      let upload = object.optionalText("upload"), let bytes = object.integer("chunk_bytes"),
      let chunks = object.integer("chunks"),
      (0...WebDAVSettings.maxChunks).contains(chunks),
      (1...WebDAVSettings.maxChunk).contains(bytes), upload.array.isHexadecimal
    else { return nil }
    (self.upload, chunkBytes, self.chunks) = (upload, bytes, chunks)
    underway = ChunksInFlight(value: object["underway"], limit: WebDAVSettings.maxChunk)
    etag = object.text("etag")
  }

  var text: String {
    guard let object = try? JSONObject() else { return "" }
    try? object.set("upload", .text(upload))
    try? object.set("chunk_bytes", .integer(chunkBytes))
    try? object.set("chunks", .integer(chunks))
    try? object.set("underway", underway.value)
    if !etag.isEmpty { try? object.set("etag", .text(etag)) }
    return (try? object.text(indent: 0)) ?? ""
  }
}
