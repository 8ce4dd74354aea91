import AhaBase
import AhaDrop
import AhaNet

/// Multipart uploads at the service.
extension S3Service {
  /// All stored parts of an upload; nil if the service does not know the upload.
  /// Errors: `reply`, those of `send`.
  func parts(key: String, upload: String, via call: DropCall) throws(AhaError) -> [S3PartList.Part]?
  {
    var (parts, marker): ([S3PartList.Part], Int64) = ([], 0)
    while true {
      var query = "uploadId=\(Percent.encoded(upload))"
      if marker > 0 { query += "&part-number-marker=\(marker)" }
      var sending = Sending()
      (sending.passes, sending.mayFailLate) = (["NoSuchUpload"], true)
      let reply = try send(
        message(method: "GET", key: key, query: query), sending: sending, via: call)
      if reply.status == 404 { return nil }
      let page = try S3PartList(body: reply.body)
      parts += page.parts
      guard page.isTruncated else { return parts }
      guard page.next > marker, parts.count <= Int(S3Limits.maxParts) else {
        throw AhaError(.reply, "a list of parts that does not end")
      }
      marker = page.next
    }
  }

  /// Aborts a multipart upload, so that its parts are not charged. Errors: those of `send`.
  func abort(key: String, upload: String, via call: DropCall) throws(AhaError) {
    var sending = Sending()
    (sending.passes, sending.accepts) = (["NoSuchUpload"], [404])
    let query = "uploadId=\(Percent.encoded(upload))"
    _ = try send(message(method: "DELETE", key: key, query: query), sending: sending, via: call)
  }

  /// Aborts all uploads with this key prefix. The keys belong to one drop that will not resume, but
  /// the service keeps their parts. Not every service can list uploads.
  /// Errors: `cancelled`, `network`, `timeout`.
  func abortAll(
    under prefix: String, via call: DropCall,
    where isLeft: (S3UploadList.Upload) -> Bool = { _ in true }
  ) throws(AhaError) {
    do throws(AhaError) {
      let query = "prefix=\(Percent.encoded(prefix))&uploads="
      var sending = Sending()
      sending.mayFailLate = true
      // One page is enough, and the list is sorted with the key itself first.
      let reply = try send(
        message(method: "GET", key: "", query: query), sending: sending, via: call)
      for upload in try S3UploadList(body: reply.body).uploads
      where upload.key.array.starts(with: prefix.array) && isLeft(upload) {
        try abort(key: upload.key, upload: upload.id, via: call)
      }
    } catch {
      if error.code == .cancelled || RetryPolicy.isPassing(error) { throw error }
      Log.info("uploads of \(prefix.cut) may be left at the service: \(error.line)")
    }
  }
}
