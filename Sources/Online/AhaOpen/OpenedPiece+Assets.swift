import AhaBase
import AhaNet

/// Downloads of assets.
extension OpenedPiece {
  /// Downloads an asset into a file. The file is replaced only when the download is complete and
  /// verified. A partial file of an earlier attempt, `path.aha-part`, is resumed. Body of a job:
  /// blocking.
  /// Errors: `verify` (hash or length differs), `limit` (too large; not made yet after all
  /// attempts), `notFound`, `refused`, `notSignedIn`, `http`, `rateLimited`, `reply`, `cancelled`,
  /// `state` (another download writes it), `access` (also a symbolic link), those of the transport
  /// and of files.
  public func download(
    _ asset: OpenedAsset, to path: FilePath, job: Job = Job()
  ) throws(AhaError) {
    guard case .file(let source, let folder) = asset.location else {
      return try AssetDownload(opened: self, asset: asset, to: path, job: job).run()
    }
    let file = try ReplacementFile(for: path, links: .refused)
    try copy(asset, from: loader.file(at: source, in: folder), to: file.stream, job: job)
    try file.commit()
  }

  /// Downloads an asset into a stream, from offset 0; after an error the content is undefined.
  /// Errors: as above, and those of the stream.
  public func download(
    _ asset: OpenedAsset, to stream: any ByteStream, job: Job = Job()
  ) throws(AhaError) {
    guard case .file(let source, let folder) = asset.location else {
      return try AssetCopy(opened: self, asset: asset, to: stream, job: job).run()
    }
    try copy(asset, from: loader.file(at: source, in: folder), to: stream, job: job)
  }

  /// Opens an asset for immediate playback; its hash is not checked. Blocking.
  /// Errors: those of `PieceLoader.open`, `RemoteStream` and files.
  public func stream(
    _ asset: OpenedAsset, job: Job = Job(), changed: ((RemoteStream.State) -> Void)? = nil
  ) throws(AhaError) -> any ByteStream {
    switch asset.location {
    case .file(let source, let folder): return try loader.file(at: source, in: folder)
    case .web(let url):
      return try RemoteStream(
        transport: loader.transport, url: url, ssrfGuard: ssrfGuard, changed: changed)
    case .signed(let file):
      return try RemoteStream(
        transport: loader.transport, url: file.url, ssrfGuard: ssrfGuard, sign: file.sign,
        renew: file.renew,
        changed: changed)
    case .made(let piece):
      let url = try piece.readyURL(of: asset, job: job)
      return try RemoteStream(
        transport: loader.transport, url: url, ssrfGuard: ssrfGuard, changed: changed)
    }
  }

  private func copy(
    _ asset: OpenedAsset, from file: FileStream, to target: any ByteStream, job: Job
  ) throws(AhaError) {
    let length = try file.length()
    let limit = try asset.limit(audio: loader.settings.audioLimit)
    guard length <= limit else {
      throw AhaError(.limit, "\(asset.name) has \(length) bytes, over \(limit)")
    }
    if asset.bytes >= 0 && length != asset.bytes {
      throw AhaError(
        .verify, "\(asset.name) has \(length) bytes, not the declared \(asset.bytes)")
    }
    let hash = try DownloadHash()
    try withMemory(bytes: 1 << 18) { (chunk) throws(AhaError) in
      var offset: Int64 = 0
      while offset < length {
        try job.throwIfCancelled()
        let got = try file.read(into: chunk, at: offset)
        if got == 0 {
          throw AhaError(.io, "\(asset.name) has ended at \(offset) of \(length) bytes")
        }
        let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<got])
        try hash.add(bytes)
        try target.write(bytes, at: offset)
        offset += Int64(got)
        job.report(bytes: offset, of: length)
      }
    }
    try hash.check(asset)
  }
}
