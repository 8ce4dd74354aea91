import AhaBase
import AhaDrop
import AhaHash
import AhaNet
import CShims

/// Upload to Nextcloud or ownCloud: chunks in a temporary folder; a MOVE of that folder assembles
/// the file.
///
/// Source: "Chunked file upload v2", Nextcloud Developer Manual.
final class WebDAVChunkUpload: AssetUpload {
  private let service: WebDAVService
  private let asset: DropAsset
  private let url: String
  private var progress: WebDAVUploadState
  /// The file was assembled before, but the reply was lost.
  private var isWhole = false
  /// Numbers of stored chunks after a gap.
  private var later: [Int64] = []
  private(set) var repeated: Int64 = 0
  private let plan: ChunkPlan
  private let ahead: ChunkPipeline

  /// A new upload. Errors: those of `WebDAVService.send`, `limit`.
  init(
    service: WebDAVService, asset: DropAsset, url: String, via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, self.url) = (service, asset, url)
    progress = WebDAVUploadState(chunkBytes: service.settings.chunkBytes(for: asset.size))
    plan = ChunkPlan(size: asset.size, chunkBytes: progress.chunkBytes)
    ahead = ChunkPipeline(plan: plan)
    guard asset.size <= progress.chunkBytes * WebDAVSettings.maxChunks else {
      throw AhaError(
        .limit,
        "\(asset.name) has \(asset.size) bytes, over "
          + "\(WebDAVSettings.maxChunk * WebDAVSettings.maxChunks)")
    }
    progress.upload = Sha256.hexadecimal(try Random.bytes(16))
    var message = service.message("MKCOL", to: folder)
    message.headers = headers
    // 405: the folder exists because an earlier reply was lost. Its name is unique.
    _ = try service.send(message, accepts: [405], via: call)
  }

  /// An interrupted upload; nil if the server does not know it any more.
  init?(
    service: WebDAVService, asset: DropAsset, url: String, stored progress: WebDAVUploadState,
    via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, self.url, self.progress) = (service, asset, url, progress)
    plan = ChunkPlan(size: asset.size, chunkBytes: progress.chunkBytes)
    ahead = ChunkPipeline(plan: plan)
    guard plan.count <= WebDAVSettings.maxChunks else { return nil }
    guard let entries = try service.list(at: folder, depth: "1", via: call) else {
      guard try service.file(at: url, via: call)?.size == asset.size else { return nil }
      isWhole = true
      return
    }
    // There may be more chunks than the journal knows, also after a gap: a chunk in flight may have
    // been stored after the interruption.
    self.progress.chunks = 0
    later = chunks(in: entries)
    confirmLater()
    repeated = self.progress.underway.removeLost(confirmed: self.progress.chunks, held: later)
  }

  var state: String {
    var progress = progress
    progress.underway = ahead.underway
    return progress.text
  }

  var confirmed: Int64 {
    isWhole ? asset.size : min(progress.chunks * progress.chunkBytes, asset.size)
  }

  /// URL of the chunk folder, without a trailing "/".
  private var folder: String { (service.settings.uploadsURL ?? "") + progress.upload }

  private var headers: [HTTPHeader] {
    [HTTPHeader("Destination", url), HTTPHeader("OC-Total-Length", "\(asset.size)")]
  }

  /// Sorted numbers of the completely stored chunks.
  private func chunks(in entries: [WebDAVListing.Entry]) -> [Int64] {
    var isThere = [Bool](repeating: false, count: Int(plan.count) + 1)
    for entry in entries {
      guard let number = Int64(entry.name.text),
        plan.has(chunk: number, bytes: entry.length), entry.name == name(of: number).array
      else { continue }
      isThere[Int(number)] = true
    }
    var numbers: [Int64] = []
    for number in 1...plan.count where isThere[Int(number)] { numbers.append(number) }
    return numbers
  }

  /// Takes over chunks whose gap is closed.
  private func confirmLater() {
    while later.first == progress.chunks + 1 {
      later.removeFirst()
      progress.chunks += 1
    }
  }

  /// A name that sorts by number also as text.
  private func name(of number: Int64) -> String {
    let digits = "\(number)"
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 5 - digits.utf8.count))
    return zeros.text + digits
  }

  // MARK: Sending

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    guard confirmed < asset.size else { return .sent }
    let number = progress.chunks + 1
    return try ahead.send(
      chunk: number, following: plan.missing(from: number + 1, held: later), via: call,
      begin: { (number) throws(AhaError) in try begin(chunk: number, source: source, via: call) },
      confirm: { (reply) in
        if reply.status >= 400 {
          return .lost("\(asset.name): the server has no chunks of it any more")
        }
        progress.chunks += 1
        confirmLater()
        return .sent
      })
  }

  private func begin(
    chunk number: Int64, source: FileSource, via call: DropCall
  ) throws(AhaError) -> MessageInFlight {
    let chunk = try source.chunk(at: plan.start(of: number), count: Int(progress.chunkBytes))
    var message = service.message("PUT", to: "\(folder)/\(name(of: number))")
    message.headers = headers
    message.body = .stream(chunk.stream, offset: 0, count: Int64(chunk.count))
    return try service.begin(message, accepts: [404, 409], via: call) { () throws(AhaError) in
      try chunk.sha256()
    }
  }

  // MARK: The end

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    let digest = Sha256.hexadecimal(try source.digest())
    if isWhole, try service.arrived(asset, url: url, sha256: digest, via: call) != nil {
      return asset.name
    }
    var message = service.message("MOVE", to: "\(folder)/.file")
    message.headers = headers
    message.headers.append(HTTPHeader("X-OC-Mtime", "\(Int64(time(nil)))"))
    message.headers.append(HTTPHeader("OC-Checksum", "SHA256:\(digest)"))
    var failure: AhaError?
    do throws(AhaError) {
      let reply = try service.send(message, accepts: [404], via: call)
      if reply.status == 404 {
        failure = AhaError(.notFound, "\(asset.name): the server has no chunks of it any more")
      }
    } catch {
      // A proxy may have timed out while the server continued.
      guard
        error.code == .state || error.code == .http || error.code == .network
          || error.code == .timeout
      else { throw error }
      failure = error
    }
    let file = try service.arrived(asset, url: url, sha256: digest, via: call)
    if let file, file.size == asset.size || failure == nil {
      isWhole = true
      return asset.name
    }
    throw failure ?? AhaError(.reply, "\(asset.name) is not on the server, though it took it")
  }
}
