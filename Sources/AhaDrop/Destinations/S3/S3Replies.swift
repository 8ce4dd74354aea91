import AhaBase
import AhaNet

/// What a service says that went wrong.
final class S3Fault: XMLReader {
  private(set) var code = ""
  private(set) var message = ""
  /// Where the bucket is, when it is elsewhere.
  private(set) var region = ""
  private var isFault = false

  /// Nil when the body is no such document; one that is cut short is taken as far as it goes.
  init?(_ body: [UInt8]) {
    super.init()
    guard body.contains(UInt8(ascii: "<")) else { return nil }
    try? read(body, named: "the error")
    if !isFault || code.isEmpty { return nil }
  }

  override func begins(_ name: XMLName) {
    if depth == 1 { isFault = name.isSame(as: "Error") }
  }

  override func ends(_ name: XMLName, _ text: String) {
    guard depth == 2 else { return }
    if name.isSame(as: "Code") { code = text }
    if name.isSame(as: "Message") { message = text }
    if name.isSame(as: "Region") { region = text }
  }
}

/// The id of an upload that has begun.
final class S3Started: XMLReader {
  private(set) var id = ""

  /// Errors: `reply`.
  init(_ body: [UInt8]) throws(AhaError) {
    super.init()
    try read(body, named: "the reply to a new upload")
    if id.isEmpty { throw AhaError(.reply, "the reply to a new upload has no UploadId in it") }
  }

  override func ends(_ name: XMLName, _ text: String) {
    if depth == 2, name.isSame(as: "UploadId") { id = text }
  }
}

/// A page of the parts that a service has of an upload.
final class S3PartList: XMLReader {
  struct Part {
    var number: Int64 = 0
    var size: Int64 = -1
    var etag = ""
  }

  private(set) var parts: [Part] = []
  private(set) var isTruncated = false
  private(set) var next: Int64 = 0
  private var part = Part()

  /// Errors: `reply`.
  init(_ body: [UInt8]) throws(AhaError) {
    super.init()
    try read(body, named: "the list of parts")
  }

  override func ends(_ name: XMLName, _ text: String) {
    if depth == 2 {
      if name.isSame(as: "Part") {
        parts.append(part)
        part = Part()
      }
      if name.isSame(as: "IsTruncated") { isTruncated = text.isSame(as: "true") }
      if name.isSame(as: "NextPartNumberMarker") { next = Int64(text) ?? 0 }
    } else if depth == 3, parent?.isSame(as: "Part") ?? false {
      if name.isSame(as: "PartNumber") { part.number = Int64(text) ?? 0 }
      if name.isSame(as: "Size") { part.size = Int64(text) ?? -1 }
      if name.isSame(as: "ETag") { part.etag = text }
    }
  }
}

/// The uploads that have begun, and not ended.
final class S3UploadList: XMLReader {
  struct Upload {
    var key = ""
    var id = ""
  }

  private(set) var uploads: [Upload] = []
  private var upload = Upload()

  /// Errors: `reply`.
  init(_ body: [UInt8]) throws(AhaError) {
    super.init()
    try read(body, named: "the list of uploads")
  }

  override func ends(_ name: XMLName, _ text: String) {
    if depth == 2, name.isSame(as: "Upload") {
      uploads.append(upload)
      upload = Upload()
    } else if depth == 3, parent?.isSame(as: "Upload") ?? false {
      if name.isSame(as: "Key") { upload.key = text }
      if name.isSame(as: "UploadId") { upload.id = text }
    }
  }
}
