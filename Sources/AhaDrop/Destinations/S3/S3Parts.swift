import AhaBase
import AhaNet

/// The parts of an upload that a service has.
struct S3Parts {
  private let service: S3Service
  private let kept: S3UploadState

  init(_ service: S3Service, _ kept: S3UploadState) { (self.service, self.kept) = (service, kept) }

  /// Page by page; nil when it does not know the upload.
  /// Errors: `reply`, those of `S3Service.send`.
  func list(_ call: DropCall) throws(AhaError) -> [S3PartList.Part]? {
    var (parts, marker): ([S3PartList.Part], Int64) = ([], 0)
    while true {
      var query = "uploadId=\(Percent.encoded(kept.upload))"
      if marker > 0 { query += "&part-number-marker=\(marker)" }
      var sending = S3Service.Sending()
      (sending.passes, sending.mayFailLate) = (["NoSuchUpload"], true)
      let message = service.message("GET", key: kept.key, query: query)
      let reply = try service.send(message, sending, call)
      if reply.status == 404 { return nil }
      let page = try S3PartList(reply.body)
      parts += page.parts
      guard page.isTruncated else { return parts }
      guard page.next > marker, parts.count <= Int(S3Settings.mostParts) else {
        throw AhaError(.reply, "a list of parts that does not end")
      }
      marker = page.next
    }
  }

  /// Takes away what is there of an upload that nobody goes on with.
  func abort(_ call: DropCall) throws(AhaError) {
    var sending = S3Service.Sending()
    (sending.passes, sending.accepts) = (["NoSuchUpload"], [404])
    let query = "uploadId=\(Percent.encoded(kept.upload))"
    _ = try service.send(service.message("DELETE", key: kept.key, query: query), sending, call)
  }

  /// Takes away all other uploads of the same key. Errors: as `abortAll`.
  func abortOthers(_ call: DropCall) throws(AhaError) {
    let kept = kept
    try S3Parts.abortAll(service, under: kept.key, call) {
      $0.key.isSame(as: kept.key) && !$0.id.isSame(as: kept.upload)
    }
  }

  /// Takes away uploads whose keys begin so: these keys are one drop's own, and nobody goes on with
  /// them, but the service keeps their parts. Not every service can tell which there are.
  /// Errors: `cancelled`, `network`, `timeout`.
  static func abortAll(
    _ service: S3Service, under prefix: String, _ call: DropCall,
    where isLeft: (S3UploadList.Upload) -> Bool = { _ in true }
  ) throws(AhaError) {
    do throws(AhaError) {
      let query = "prefix=\(Percent.encoded(prefix))&uploads="
      var sending = S3Service.Sending()
      sending.mayFailLate = true
      // They are fewer than a page has, and a key comes first of all that begin with it.
      let reply = try service.send(service.message("GET", key: "", query: query), sending, call)
      for upload in try S3UploadList(reply.body).uploads
      where upload.key.array.starts(with: prefix.array) && isLeft(upload) {
        var left = S3UploadState(key: upload.key, partBytes: S3Settings.mostPart)
        left.upload = upload.id
        try S3Parts(service, left).abort(call)
      }
    } catch {
      if error.code == .cancelled || RetryPolicy.isPassing(error) { throw error }
      Log.info("uploads of \(prefix.cut) may be left at the service: \(error.line)")
    }
  }
}
