import AhaBase
import AhaNet

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
      { () throws(AhaError) in try attempt() }, onRestart: { () throws(AhaError) in },
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
