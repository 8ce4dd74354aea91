import AhaBase
import AhaNet

/// Downloads an asset into a file. After an interruption it resumes with the partial file, also in
/// another process.
final class AssetDownload: AssetFetch {
  private let partial: PartialFile
  private var hash: DownloadHash?
  /// The file consists of several downloads.
  private var isResumed = false
  private let lock = Lock()
  /// Invariant: read and written under `lock`. Head of a reply, not yet checked.
  private var head: HTTPResponse?

  /// Errors: those of `PartialFile`, `limit`.
  init(
    opened: OpenedPiece, asset: OpenedAsset, to path: FilePath, job: Job
  ) throws(AhaError) {
    partial = try PartialFile(
      for: path, of: asset.identity, isVerified: !asset.sha256.isEmpty)
    try super.init(opened: opened, asset: asset, job: job)
    try restartHash()
  }

  private func restartHash() throws(AhaError) {
    hash = asset.sha256.isEmpty ? nil : try DownloadHash()
  }

  /// Errors: `verify`, `limit`, `notFound`, `refused`, `notSignedIn`, `http`, `rateLimited`,
  /// `reply`, `cancelled`, those of the transport and of files.
  func run() throws(AhaError) {
    // The network thread may still hold this object.
    defer { partial.close() }
    try run(
      attempt: { () throws(AhaError) in try attempt() },
      onRestart: { () throws(AhaError) in try restart() },
      length: { () throws(AhaError) in try partial.stream.length() })
    try partial.commit()
    let length = try partial.stream.length()
    job.report(bytes: length, of: length)
  }

  private func restart() throws(AhaError) {
    try partial.discard()
    isResumed = false
    try restartHash()
  }

  private func attempt() throws(AhaError) -> Outcome {
    let offset = try partial.stream.length()
    if offset > limit { return .stale }
    if offset > 0 { isResumed = true }
    if offset > 0 && offset == asset.bytes { return try verified() }
    var request = try request(into: partial.stream, from: offset)
    if offset > 0 && !partial.version.isEmpty {
      request.headers.append(HTTPHeader("If-Range", partial.version))
    }
    lock.locked { head = nil }
    let transfer = try loader.transport.start(request, observer: self)
    var hasChanged = false
    try wait(for: transfer, from: offset) { () throws(AhaError) in
      if try isOfAnother(offset) {
        hasChanged = true
        transfer.cancel()
      }
      return try hash?.follow(partial.stream) ?? false
    }
    if hasChanged { return .stale }
    do throws(AhaError) {
      return try outcome(of: transfer.response(), at: offset)
    } catch {
      // A full reply to a range request: the file has changed, or the server does not support
      // ranges.
      if offset > 0 && transfer.status == 200 && error.code == .reply { return .stale }
      if error.code == .verify { throw error }
      return .failed(error, nil)
    }
  }

  private func outcome(of reply: HTTPResponse, at offset: Int64) throws(AhaError) -> Outcome {
    if reply.status == 416 && offset > 0 { return .stale }
    guard (200..<300).contains(reply.status) else { return outcome(of: reply) }
    let length = try partial.stream.length()
    if let total = reply.contentRange?.total, length < total {
      guard total <= limit else {
        throw AhaError(.limit, "\(asset.name) has \(total) bytes, over \(limit)")
      }
      return .failed(AhaError(.network, "\(asset.name): \(length) of \(total) bytes"), nil)
    }
    return try verified()
  }

  // MARK: Version and verification

  override func headArrived(_ transfer: Transfer, response: HTTPResponse) {
    lock.locked { head = response }
  }

  /// Records the version of the bytes. Returns true if it differs from the stored version.
  private func isOfAnother(_ offset: Int64) throws(AhaError) -> Bool {
    let arrived = lock.locked {
      defer { head = nil }
      return head
    }
    guard let arrived, (200..<300).contains(arrived.status) else { return false }
    let version = arrived.strongVersion
    if offset > 0 { return !partial.version.isEmpty && !version.hasSameBytes(as: partial.version) }
    try partial.note(version: version)
    return false
  }

  /// Compares length and hash. A mismatch is `stale` if the file was resumed; otherwise it throws
  /// `verify`.
  private func verified() throws(AhaError) -> Outcome {
    job.enter(.verifying)
    do throws(AhaError) {
      try checkLength(partial.stream.length())
      if let hash {
        while try hash.follow(partial.stream) { try job.throwIfCancelled() }
        try hash.check(asset)
      }
      return .whole
    } catch {
      guard error.code == .verify else { throw error }
      if isResumed { return .stale }
      try partial.discard()
      throw error
    }
  }
}

extension HTTPResponse {
  /// Strong validator for If-Range; "" if the reply has none.
  ///
  /// Source: RFC 9110, 13.1.5.
  fileprivate var strongVersion: String {
    for name in ["ETag", "Last-Modified"] {
      if let value = header(name), value.utf8.count <= 1000, !value.begins(with: "W/") {
        return value
      }
    }
    return ""
  }
}

/// Downloads an asset into a stream. The stream cannot be read back, so a failed download starts
/// again from byte 0.
final class AssetCopy: AssetFetch {
  private let stream: any ByteStream
  // Used on the network thread only while a transfer runs.
  private var hash: DownloadHash?
  private var count: Int64 = 0
  private var failure: AhaError?

  /// Errors: `limit`.
  init(
    opened: OpenedPiece, asset: OpenedAsset, to stream: any ByteStream, job: Job
  ) throws(AhaError) {
    self.stream = stream
    try super.init(opened: opened, asset: asset, job: job)
  }

  func run() throws(AhaError) {
    try run(
      attempt: { () throws(AhaError) in try attempt() }, onRestart: { () throws(AhaError) in },
      length: { () throws(AhaError) in 0 })
  }

  override func bodyArrived(_ transfer: Transfer, bytes: UnsafeRawBufferPointer) {
    count += Int64(bytes.count)
    do throws(AhaError) { try hash?.add(bytes) } catch { failure = error }
  }

  private func attempt() throws(AhaError) -> Outcome {
    let request = try request(into: stream, from: 0)
    (count, failure, hash) = (0, nil, asset.sha256.isEmpty ? nil : try DownloadHash())
    let transfer = try loader.transport.start(request, observer: self)
    try wait(for: transfer, from: 0) { () throws(AhaError) in false }
    let reply: HTTPResponse
    do throws(AhaError) { reply = try transfer.response() } catch { return .failed(error, nil) }
    guard (200..<300).contains(reply.status) else { return outcome(of: reply) }
    if let failure { throw failure }
    try checkLength(count)
    try hash?.check(asset)
    return .whole
  }
}
