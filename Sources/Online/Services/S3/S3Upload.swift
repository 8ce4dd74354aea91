import AhaBase
import AhaDrop
import AhaHash
import AhaNet

/// Upload to a bucket: one message for a short file, otherwise a multipart upload.
///
/// Source: "Uploading and copying objects using multipart upload", Amazon S3 User Guide.
final class S3Upload: AssetUpload {
  private let service: S3Service
  private let asset: DropAsset
  private var progress: S3UploadState
  /// ETags of the stored parts, in order.
  private var tags: [String] = []
  /// Checksum of each of these parts in Base64, if the settings ask for checksums.
  private var sums: [String] = []
  /// Stored parts after a gap.
  private var later: [S3PartList.Part] = []
  private(set) var repeated: Int64 = 0
  private let plan: ChunkPlan
  private let ahead: ChunkPipeline

  /// A new upload. Errors: those of `S3Service.send`.
  /// - Parameter isFirst: No earlier upload of this key can exist.
  init(
    service: S3Service, asset: DropAsset, key: String, isFirst: Bool, via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset) = (service, asset)
    progress = S3UploadState(key: key, chunkBytes: service.settings.chunkBytes(for: asset.size))
    plan = ChunkPlan(size: asset.size, chunkBytes: progress.chunkBytes)
    ahead = ChunkPipeline(plan: plan)
    guard asset.size <= progress.chunkBytes * S3Limits.maxParts else {
      throw AhaError(
        .limit,
        "\(asset.name) has \(asset.size) bytes, over "
          + "\(S3Limits.maxPart * S3Limits.maxParts)")
    }
    guard isInParts else { return }
    try begin(via: call)
    // Aborts earlier uploads whose id was lost.
    guard !isFirst || call.mayHaveArrivedTwice else { return }
    try service.abortAll(under: progress.key, via: call) {
      $0.key.hasSameBytes(as: progress.key) && !$0.id.hasSameBytes(as: progress.upload)
    }
  }

  /// An interrupted upload; nil if the service does not know it any more.
  init?(
    service: S3Service, asset: DropAsset, state: S3UploadState, via call: DropCall
  ) throws(AhaError) {
    (self.service, self.asset, progress) = (service, asset, state)
    plan = ChunkPlan(size: asset.size, chunkBytes: progress.chunkBytes)
    ahead = ChunkPipeline(plan: plan)
    guard isInParts == !state.upload.isEmpty else { return nil }
    if isInParts {
      guard try isInPartsStill(via: call) else { return nil }
      repeated = progress.underway.removeLost(
        confirmed: progress.parts, held: later.map { $0.number })
    } else if state.parts == 1, try service.size(of: state.key, via: call) != asset.size {
      progress.parts = 0
    }
  }

  private var isInParts: Bool { asset.size > progress.chunkBytes }

  var state: String {
    var progress = progress
    progress.underway = ahead.underway
    return progress.text
  }

  var confirmed: Int64 {
    if isInParts { return min(progress.parts * progress.chunkBytes, asset.size) }
    return progress.parts > 0 ? asset.size : 0
  }

  private var message: String { "uploadId=\(Percent.encoded(progress.upload))" }

  // MARK: Beginning

  private func begin(via call: DropCall) throws(AhaError) {
    var message = service.creating(
      service.message(method: "POST", key: progress.key, query: "uploads="), type: asset.type)
    if let used = service.settings.usedChecksum {
      message.headers.append(HTTPHeader("x-amz-checksum-algorithm", used.algorithm))
      // The only type of this algorithm.
      if used == .crc64nvme {
        message.headers.append(HTTPHeader("x-amz-checksum-type", "FULL_OBJECT"))
      }
    }
    progress.upload = try S3Started(
      body: service.send(message, sending: S3Service.Sending(), via: call).body
    ).id
  }

  /// Reads the list of stored parts. Errors: those of `S3Service.send`.
  private func isInPartsStill(via call: DropCall) throws(AhaError) -> Bool {
    guard let parts = try service.parts(key: progress.key, upload: progress.upload, via: call)
    else {
      // The upload may have been completed although its reply was lost.
      guard try service.size(of: progress.key, via: call) == asset.size else { return false }
      progress.parts = plan.count
      return true
    }
    (tags, sums) = ([], [])
    var chain = ""
    // Parts are listed in order. There may be more than the journal knows, also after a gap: a part
    // in flight may have been stored after the interruption.
    for part in parts where plan.has(chunk: part.number, bytes: part.size) {
      guard part.number == Int64(tags.count) + 1 else {
        if part.number > later.last?.number ?? Int64(tags.count) { later.append(part) }
        continue
      }
      let isNew = part.number > progress.parts
      // Another process has sent these parts.
      if isNew, chain != progress.tags { return false }
      if isNew { try progress.add(tag: part.etag) }
      chain = try S3UploadState.tags(adding: chain, tag: part.etag)
      tags.append(part.etag)
      sums.append(part.checksum)
    }
    return Int64(tags.count) == progress.parts && chain == progress.tags
  }

  // MARK: Sending

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    if !isInParts {
      try sendAll(from: source, via: call)
      return .sent
    }
    guard confirmed < asset.size else { return .sent }
    let number = progress.parts + 1
    return try ahead.send(
      chunk: number, following: plan.missing(from: number + 1, held: later.map { $0.number }),
      via: call,
      begin: { (number) throws(AhaError) in try begin(part: number, source: source, via: call) },
      confirm: { (reply) throws(AhaError) in try confirm(reply, number: number) })
  }

  private func confirm(_ reply: HTTPResponse, number: Int64) throws(AhaError) -> UploadStep {
    if reply.status == 404 { return .lost("\(progress.key.cut): the upload is not known any more") }
    guard let tag = reply.header("ETag"), !tag.isEmpty else {
      throw AhaError(.reply, "\(progress.key.cut): part \(number) has got no ETag")
    }
    let used = service.settings.usedChecksum
    try add(tag, checksum: used.flatMap { reply.header($0.header) } ?? "")
    // The gap before these parts is closed.
    while let part = later.first, part.number == progress.parts + 1 {
      later.removeFirst()
      try add(part.etag, checksum: part.checksum)
    }
    return .sent
  }

  private func add(_ tag: String, checksum: String) throws(AhaError) {
    tags.append(tag)
    sums.append(checksum)
    try progress.add(tag: tag)
  }

  private func begin(
    part number: Int64, source: FileSource, via call: DropCall
  ) throws(AhaError) -> MessageInFlight {
    let chunk = try source.chunk(at: plan.start(of: number), count: Int(progress.chunkBytes))
    var message = service.message(
      method: "PUT", key: progress.key, query: "partNumber=\(number)&\(self.message)")
    message.body = .stream(chunk.stream, offset: 0, count: Int64(chunk.count))
    return try service.begin(message, sending: try sending(of: chunk), via: call)
  }

  private func sending(of chunk: Chunk) throws(AhaError) -> S3Service.Sending {
    var sending = S3Service.Sending()
    (sending.isAsset, sending.passes) = (true, ["NoSuchUpload"])
    guard let digest = chunk.digests.first else {
      throw AhaError(.state, "a chunk without a hash")
    }
    sending.sha256 = Sha256.hexadecimal(digest)
    if service.settings.usedChecksum == .crc64nvme {
      chunk.withBytes { sending.crc64 = Crc64.base64(of: $0) }
    }
    return sending
  }

  private func sendAll(from source: FileSource, via call: DropCall) throws(AhaError) {
    var message = service.creating(
      service.message(method: "PUT", key: progress.key), type: asset.type)
    var sending = S3Service.Sending()
    if asset.size > 0 {
      let chunk = try source.chunk(at: 0, count: Int(asset.size))
      message.body = .stream(chunk.stream, offset: 0, count: Int64(chunk.count))
      sending = try self.sending(of: chunk)
      sending.passes = []
    }
    // A second try would send the whole object again.
    var isThere = false
    sending.hasArrived = { [self] () throws(AhaError) in
      isThere = try service.size(of: progress.key, via: call) == asset.size
      return isThere
    }
    do throws(AhaError) { _ = try service.send(message, sending: sending, via: call) } catch {
      if !isThere, call.mayHaveArrived, RetryPolicy.isPassing(error) {
        isThere = try service.size(of: progress.key, via: call) == asset.size
      }
      if !isThere { throw error }
    }
    progress.parts = 1
  }

  // MARK: The end

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    if isInParts {
      // An empty list means that the upload was completed before.
      if !tags.isEmpty { try complete(via: call) }
    } else if progress.parts == 0 {
      try sendAll(from: source, via: call)
    }
    let size = try service.size(of: progress.key, via: call)
    guard size == asset.size else {
      // A missing object may be sent again; a different one stays an error.
      throw AhaError(
        size == nil ? .reply : .verify,
        "\(progress.key.cut) has \(size ?? 0) bytes in the bucket and not \(asset.size)")
    }
    return progress.key
  }

  private func complete(via call: DropCall) throws(AhaError) {
    var text = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
    for (index, tag) in tags.enumerated() {
      text += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag.asXML)</ETag>"
      if let used = service.settings.usedChecksum, !sums[index].isEmpty {
        text += "<\(used.element)>\(sums[index].asXML)</\(used.element)>"
      }
      text += "</Part>"
    }
    text += "</CompleteMultipartUpload>"
    var message = service.message(method: "POST", key: progress.key, query: self.message)
    message.headers.append(HTTPHeader("Content-Type", "application/xml"))
    message.body = .bytes(text.array)
    var sending = S3Service.Sending()
    sending.isSlow = true
    sending.sha256 = Sha256.hexadecimal(try Sha256.digest(of: text.array))
    // NoSuchUpload: it may have been completed, and the reply was lost. The object's size shows
    // that.
    (sending.passes, sending.mayFailLate) = (["NoSuchUpload"], true)
    _ = try service.send(message, sending: sending, via: call)
  }
}
