import AhaBase
import AhaHash
import AhaJSON

/// What is kept of an upload to a bucket, as text. It stays short: of the parts that are there it
/// has the number, and one hash of all their tags.
struct S3UploadState {
  var key: String
  /// The id of an upload in parts; "" where the object is sent in one.
  var upload = ""
  var partBytes: Int64
  /// Parts that are there; where the object is sent in one, 1 when it is.
  var parts: Int64 = 0
  /// SHA-256 of the one for the parts before and the last one's tag; "" for none.
  var tags = ""
  var underway = ChunksUnderway()

  init(key: String, partBytes: Int64) { (self.key, self.partBytes) = (key, partBytes) }

  /// Nil when it is none.
  init?(_ text: String) {
    guard let object = S3UploadState.parsed(text.array),
      case .text(let key)? = object["key"], case .text(let upload)? = object["upload"],
      case .integer(let partBytes)? = object["part_bytes"],
      case .integer(let parts)? = object["parts"], case .text(let tags)? = object["tags"],
      !key.isEmpty, parts >= 0, parts <= S3Settings.mostParts,
      (1...S3Settings.mostPart).contains(partBytes)
    else { return nil }
    (self.key, self.upload, self.partBytes) = (key, upload, partBytes)
    (self.parts, self.tags) = (parts, tags)
    underway = ChunksUnderway(object["underway"], most: S3Settings.mostPart)
  }

  private static func parsed(_ text: [UInt8]) -> JSONObject? {
    text.withUnsafeBytes { try? JSONObject(parsing: $0, limit: 1 << 16, named: "the state") }
  }

  var text: String {
    guard let object = try? JSONObject() else { return "" }
    try? object.set("key", .text(key))
    try? object.set("upload", .text(upload))
    try? object.set("part_bytes", .integer(partBytes))
    try? object.set("parts", .integer(parts))
    try? object.set("tags", .text(tags))
    try? object.set("underway", underway.value)
    return (try? object.text(indent: 0)) ?? ""
  }

  /// One more part is there.
  mutating func add(tag: String) throws(AhaError) {
    tags = try S3UploadState.tags(tags, tag)
    parts += 1
  }

  static func tags(_ before: String, _ tag: String) throws(AhaError) -> String {
    Sha256.hexadecimal(try Sha256.digest(of: before.array + tag.array))
  }
}
