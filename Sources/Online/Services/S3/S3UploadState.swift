import AhaBase
import AhaDrop
import AhaHash
import AhaJSON

/// Stored state of an upload, as text. It stays short: the count of stored parts and one hash of
/// all their ETags.
struct S3UploadState {
  var key: String
  /// Id of the multipart upload; "" if the object is sent in one message.
  var upload = ""
  var chunkBytes: Int64
  /// Count of stored parts; for one message, 1 once it is stored.
  var parts: Int64 = 0
  /// Hash chain: SHA-256 of the previous value and the last part's ETag; "" for no parts.
  var tags = ""
  var underway = ChunksInFlight()

  init(key: String, chunkBytes: Int64) { (self.key, self.chunkBytes) = (key, chunkBytes) }

  /// Nil if the text is no state.
  init?(state text: String) {
    guard let object = JSONObject.read(text.array, limit: 1 << 16),
      let key = object.optionalText("key"), let upload = object.optionalText("upload"),
      let chunkBytes = object.integer("part_bytes"), let parts = object.integer("parts"),
      let tags = object.optionalText("tags"),
      !key.isEmpty, parts >= 0, parts <= S3Limits.maxParts,
      (1...S3Limits.maxPart).contains(chunkBytes)
    else { return nil }
    (self.key, self.upload, self.chunkBytes) = (key, upload, chunkBytes)
    (self.parts, self.tags) = (parts, tags)
    underway = ChunksInFlight(value: object["underway"], limit: S3Limits.maxPart)
  }

  var text: String {
    guard let object = try? JSONObject() else { return "" }
    try? object.set("key", .text(key))
    try? object.set("upload", .text(upload))
    try? object.set("part_bytes", .integer(chunkBytes))
    try? object.set("parts", .integer(parts))
    try? object.set("tags", .text(tags))
    try? object.set("underway", underway.value)
    return (try? object.text(indent: 0)) ?? ""
  }

  /// Adds a stored part.
  mutating func add(tag: String) throws(AhaError) {
    tags = try S3UploadState.tags(adding: tags, tag: tag)
    parts += 1
  }

  static func tags(adding before: String, tag: String) throws(AhaError) -> String {
    Sha256.hexadecimal(try Sha256.digest(of: before.array + tag.array))
  }
}
