import AhaBase
import AhaDrop
import AhaNet

/// Error document of a service.
final class S3Fault: XMLReader {
  private(set) var code = ""
  private(set) var message = ""
  /// The bucket's region, if it is another one.
  private(set) var region = ""
  /// The host for this bucket, if it is another one.
  private(set) var endpoint = ""
  private var isFault = false

  /// Nil if the body is no error document; a truncated one is parsed as far as possible.
  init?(body: [UInt8]) {
    super.init()
    guard body.contains(UInt8(ascii: "<")) else { return nil }
    try? read(body, named: "the error")
    if !isFault || code.isEmpty { return nil }
  }

  override func begins(element name: XMLName) {
    if depth == 1 { isFault = name.local == "Error" }
  }

  override func ends(element name: XMLName, text: String) {
    guard depth == 2 else { return }
    if name.local == "Code" { code = text }
    if name.local == "Message" { message = text }
    if name.local == "Region" { region = text }
    if name.local == "Endpoint" { endpoint = text }
  }
}

/// A list of objects: only its kind is needed.
final class S3ObjectList: XMLReader {
  private var isList = false

  /// Errors: `reply` (no list).
  init(body: [UInt8], of url: String) throws(AhaError) {
    super.init()
    do throws(AhaError) { try read(body, named: "the list of objects") } catch {
      if error.code != .reply { throw error }
    }
    if isList { return }
    let reason = ReplyText.reason(in: body)
    throw AhaError(
      .reply,
      "\(url) is not S3: its reply is no list of objects"
        + (reason.isEmpty ? "" : " (\(reason))") + ". Check the endpoint")
  }

  override func begins(element name: XMLName) {
    if depth == 1 { isList = name.local == "ListBucketResult" }
  }
}

/// Upload id of a new multipart upload.
final class S3Started: XMLReader {
  private(set) var id = ""

  /// Errors: `reply`.
  init(body: [UInt8]) throws(AhaError) {
    super.init()
    try read(body, named: "the reply to a new upload")
    if id.isEmpty { throw AhaError(.reply, "the reply to a new upload has no UploadId in it") }
  }

  override func ends(element name: XMLName, text: String) {
    if depth == 2, name.local == "UploadId" { id = text }
  }
}

/// A page of the stored parts of a multipart upload.
final class S3PartList: XMLReader {
  struct Part {
    var number: Int64 = 0
    var size: Int64 = -1
    var etag = ""
    /// In Base64; "" if the service keeps none.
    var checksum = ""
  }

  private(set) var parts: [Part] = []
  private(set) var isTruncated = false
  private(set) var next: Int64 = 0
  private var part = Part()

  /// Errors: `reply`.
  init(body: [UInt8]) throws(AhaError) {
    super.init()
    try read(body, named: "the list of parts")
  }

  override func ends(element name: XMLName, text: String) {
    if depth == 2 {
      if name.local == "Part" {
        parts.append(part)
        part = Part()
      }
      if name.local == "IsTruncated" { isTruncated = text == "true" }
      if name.local == "NextPartNumberMarker" { next = Int64(text) ?? 0 }
    } else if depth == 3, parent?.local == "Part" {
      if name.local == "PartNumber" { part.number = Int64(text) ?? 0 }
      if name.local == "Size" { part.size = Int64(text) ?? -1 }
      if name.local == "ETag" { part.etag = text }
      if name.local == "ChecksumSHA256" || name.local == "ChecksumCRC64NVME" {
        part.checksum = text
      }
    }
  }
}

/// The unfinished multipart uploads.
final class S3UploadList: XMLReader {
  struct Upload {
    var key = ""
    var id = ""
  }

  private(set) var uploads: [Upload] = []
  private var upload = Upload()

  /// Errors: `reply`.
  init(body: [UInt8]) throws(AhaError) {
    super.init()
    try read(body, named: "the list of uploads")
  }

  override func ends(element name: XMLName, text: String) {
    if depth == 2, name.local == "Upload" {
      uploads.append(upload)
      upload = Upload()
    } else if depth == 3, parent?.local == "Upload" {
      if name.local == "Key" { upload.key = text }
      if name.local == "UploadId" { upload.id = text }
    }
  }
}
