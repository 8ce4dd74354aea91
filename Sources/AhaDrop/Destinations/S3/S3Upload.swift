import AhaBase
import AhaHash
import AhaNet

/// A file on its way into a bucket: at once when it is short, else in parts.
///
/// Source: "Uploading and copying objects using multipart upload", Amazon S3 User Guide.
final class S3Upload: AssetUpload {
  private let service: S3Service
  private let asset: DropAsset
  private var kept: S3UploadState
  /// Of the parts that are there, in order.
  private var tags: [String] = []
  /// Parts that are there behind one that is not.
  private var later: [S3PartList.Part] = []
  private(set) var repeated: Int64 = 0
  private let plan: ChunkPlan
  private let ahead: SendingAhead

  /// A new one. Errors: those of `S3Service.send`.
  /// - Parameter isFirst: Nobody can have begun one of this key before.
  init(
    _ service: S3Service, _ asset: DropAsset, key: String, isFirst: Bool, _ call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset) = (service, asset)
    kept = S3UploadState(key: key, partBytes: service.settings.partBytes(for: asset.size))
    plan = ChunkPlan(size: asset.size, chunkBytes: kept.partBytes)
    ahead = SendingAhead(plan)
    guard asset.size <= kept.partBytes * S3Settings.mostParts else {
      throw AhaError(
        .limit, "\(asset.name) has \(asset.size) bytes, over "
          + "\(S3Settings.mostPart * S3Settings.mostParts)")
    }
    guard isInParts else { return }
    try begin(call)
    // One that was begun before, and whose id nobody has kept.
    guard !isFirst || call.mayHaveArrivedTwice else { return }
    try service.abortAll(under: kept.key, call) {
      $0.key.hasSameBytes(as: kept.key) && !$0.id.hasSameBytes(as: kept.upload)
    }
  }

  /// One that broke off; nil when the service knows it no more.
  init?(
    _ service: S3Service, _ asset: DropAsset, state: S3UploadState, _ call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, kept) = (service, asset, state)
    plan = ChunkPlan(size: asset.size, chunkBytes: kept.partBytes)
    ahead = SendingAhead(plan)
    guard isInParts == !state.upload.isEmpty else { return nil }
    if isInParts {
      guard try isInPartsStill(call) else { return nil }
      repeated = kept.underway.takeLost(confirmed: kept.parts, held: later.map { $0.number })
    } else if state.parts == 1, try service.size(of: state.key, call) != asset.size {
      kept.parts = 0
    }
  }

  private var isInParts: Bool { asset.size > kept.partBytes }

  var state: String {
    var kept = kept
    kept.underway = ahead.underway
    return kept.text
  }

  var confirmed: Int64 {
    if isInParts { return min(kept.parts * kept.partBytes, asset.size) }
    return kept.parts > 0 ? asset.size : 0
  }

  private var message: String { "uploadId=\(Percent.encoded(kept.upload))" }

  // MARK: Beginning

  private func begin(_ call: DropCall) throws(AhaError) {
    let message = service.creating(
      service.message("POST", key: kept.key, query: "uploads="), type: asset.type)
    kept.upload = try S3Started(service.send(message, S3Service.Sending(), call).body).id
  }

  /// Finds the parts that are there. Errors: those of `S3Service.send`.
  private func isInPartsStill(_ call: DropCall) throws(AhaError) -> Bool {
    guard let parts = try service.parts(key: kept.key, upload: kept.upload, call) else {
      // It may have come to its end, and nobody heard of it.
      guard try service.size(of: kept.key, call) == asset.size else { return false }
      kept.parts = plan.count
      return true
    }
    tags = []
    var chain = ""
    // They come in order. There may be more than we know of: what was stored as we broke off,
    // which may be behind one that was not.
    for part in parts where plan.has(part.number, bytes: part.size) {
      guard part.number == Int64(tags.count) + 1 else {
        if part.number > later.last?.number ?? Int64(tags.count) { later.append(part) }
        continue
      }
      let isNew = part.number > kept.parts
      // Somebody else has sent them.
      if isNew, chain != kept.tags { return false }
      if isNew { try kept.add(tag: part.etag) }
      chain = try S3UploadState.tags(chain, part.etag)
      tags.append(part.etag)
    }
    return Int64(tags.count) == kept.parts && chain == kept.tags
  }

  // MARK: Sending

  func sendNext(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> UploadStep {
    if !isInParts {
      try sendAll(source, call)
      return .sent
    }
    guard confirmed < asset.size else { return .sent }
    let number = kept.parts + 1
    return try ahead.send(
      number, following: plan.missing(from: number + 1, held: later.map { $0.number }), call,
      { (number) throws(AhaError) in try begin(number, source, call) },
      { (reply) throws(AhaError) in try take(reply, number) })
  }

  private func take(_ reply: HTTPResponse, _ number: Int64) throws(AhaError) -> UploadStep {
    if reply.status == 404 { return .lost("\(kept.key.cut): the upload is not known any more") }
    guard let tag = reply.header("ETag"), !tag.isEmpty else {
      throw AhaError(.reply, "\(kept.key.cut): part \(number) has got no ETag")
    }
    try add(tag)
    // Those behind it are not behind a gap any more.
    while let part = later.first, part.number == kept.parts + 1 {
      later.removeFirst()
      try add(part.etag)
    }
    return .sent
  }

  private func add(_ tag: String) throws(AhaError) {
    tags.append(tag)
    try kept.add(tag: tag)
  }

  private func begin(
    _ number: Int64, _ source: any AssetSource, _ call: DropCall
  ) throws(AhaError) -> DropSending {
    let chunk = try source.chunk(at: plan.start(of: number), count: Int(kept.partBytes))
    var message = service.message(
      "PUT", key: kept.key, query: "partNumber=\(number)&\(self.message)")
    message.body = .stream(chunk.stream, offset: 0, count: Int64(chunk.count))
    return try service.begin(message, try sending(of: chunk), call)
  }

  private func sending(of chunk: Chunk) throws(AhaError) -> S3Service.Sending {
    var sending = S3Service.Sending()
    (sending.isAsset, sending.passes) = (true, ["NoSuchUpload"])
    guard let digest = chunk.digests.first else {
      throw AhaError(.state, "a chunk without a hash")
    }
    sending.sha256 = Sha256.hexadecimal(digest)
    return sending
  }

  private func sendAll(_ source: any AssetSource, _ call: DropCall) throws(AhaError) {
    var message = service.creating(service.message("PUT", key: kept.key), type: asset.type)
    var sending = S3Service.Sending()
    if asset.size > 0 {
      let chunk = try source.chunk(at: 0, count: Int(asset.size))
      message.body = .stream(chunk.stream, offset: 0, count: Int64(chunk.count))
      sending = try self.sending(of: chunk)
      sending.passes = []
    }
    _ = try service.send(message, sending, call)
    kept.parts = 1
  }

  // MARK: The end

  func finish(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> String {
    if isInParts {
      // None, though it is all there: it was made one before.
      if !tags.isEmpty { try complete(call) }
    } else if kept.parts == 0 {
      try sendAll(source, call)
    }
    let size = try service.size(of: kept.key, call)
    guard size == asset.size else {
      // What is not there may be sent once more; what is another file will not change by that.
      throw AhaError(
        size == nil ? .reply : .verify,
        "\(kept.key.cut) has \(size ?? 0) bytes in the bucket and not \(asset.size)")
    }
    return kept.key
  }

  private func complete(_ call: DropCall) throws(AhaError) {
    var text = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
    for (index, tag) in tags.enumerated() {
      text += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag.asXML)</ETag></Part>"
    }
    text += "</CompleteMultipartUpload>"
    var message = service.message("POST", key: kept.key, query: self.message)
    message.headers.append(HTTPHeader("Content-Type", "application/xml"))
    message.body = .bytes(text.array)
    // A service puts together what is large, and may say nothing meanwhile.
    message.limits.stallMilliseconds = 600_000
    var sending = S3Service.Sending()
    sending.sha256 = Sha256.hexadecimal(try Sha256.digest(of: text.array))
    // It was done, and the reply got lost: the object's size tells.
    (sending.passes, sending.mayFailLate) = (["NoSuchUpload"], true)
    _ = try service.send(message, sending, call)
  }
}
