import AhaBase
import AhaJSON

/// Stored state of an upload, as text.
struct WebDAVUploadState {
  /// Name of the chunk folder; "" if the file is sent whole.
  var upload = ""
  var chunkBytes: Int64
  /// Count of stored chunks; for a whole file, 1 once it is stored.
  var chunks: Int64 = 0
  var underway = ChunksInFlight()

  init(chunkBytes: Int64) { self.chunkBytes = chunkBytes }

  /// Nil if the text is no state.
  init?(_ text: String) {
    guard let object = WebDAVUploadState.parsed(text.array),
      case .text(let upload)? = object["upload"], case .integer(let bytes)? = object["chunk_bytes"],
      case .integer(let chunks)? = object["chunks"],
      (0...WebDAVSettings.maxChunks).contains(chunks),
      (1...WebDAVSettings.maxChunk).contains(bytes), upload.array.isHexadecimal
    else { return nil }
    (self.upload, chunkBytes, self.chunks) = (upload, bytes, chunks)
    underway = ChunksInFlight(object["underway"], most: WebDAVSettings.maxChunk)
  }

  private static func parsed(_ text: [UInt8]) -> JSONObject? {
    text.withUnsafeBytes { try? JSONObject(parsing: $0, limit: 1 << 16, named: "the state") }
  }

  var text: String {
    guard let object = try? JSONObject() else { return "" }
    try? object.set("upload", .text(upload))
    try? object.set("chunk_bytes", .integer(chunkBytes))
    try? object.set("chunks", .integer(chunks))
    try? object.set("underway", underway.value)
    return (try? object.text(indent: 0)) ?? ""
  }
}
