import AhaBase
import AhaDrop
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
    guard let object = JSONObject.read(text.array, limit: 1 << 16),
      let upload = object.optionalText("upload"), let bytes = object.integer("chunk_bytes"),
      let chunks = object.integer("chunks"),
      (0...WebDAVSettings.maxChunks).contains(chunks),
      (1...WebDAVSettings.maxChunk).contains(bytes), upload.array.isHexadecimal
    else { return nil }
    (self.upload, chunkBytes, self.chunks) = (upload, bytes, chunks)
    underway = ChunksInFlight(value: object["underway"], limit: WebDAVSettings.maxChunk)
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
