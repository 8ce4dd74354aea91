import AhaBase
import CPng

/// A picture encoded as PNG.
public final class PNGFile {
  /// Max bytes of a PNG: the largest picture without compression, plus a margin.
  private static let maxBytes = 256 << 20
  private static let rowsAtOnce = 256
  /// zlib level, 1 to 9; higher levels are slower and save little.
  private static let compression: Int32 = 6

  let canvas: Canvas
  private let write: OpaquePointer
  /// Encoded rows.
  private var done = 0
  private var bytes: UnsafePointer<UInt8>?
  private var count = 0

  /// - Parameter title: Text chunk "Title", as the others; empty texts are omitted.
  /// Errors: `outOfMemory`, `unsupported` (libpng is not installed).
  public init(
    _ canvas: Canvas, title: String, author: String = "", description: String = ""
  ) throws(AhaError) {
    self.canvas = canvas
    try LateLibrary.load(late_load_png)
    guard let write = cpng_write_open(PNGFile.maxBytes) else {
      throw AhaError(.outOfMemory, "no memory for a PNG")
    }
    self.write = write
    try require(
      cpng_write_start(
        write, UInt32(canvas.width), UInt32(canvas.height), Int32(CPNG_RGB), PNGFile.compression))
    try add(title, as: "Title")
    try add(author, as: "Author")
    try add(description, as: "Description")
    try require(cpng_write_text(write, "Software", "libaha"))
  }

  /// Adds a text chunk; limits the text to 4096 bytes.
  private func add(_ text: String, as keyword: StaticString) throws(AhaError) {
    if text.isEmpty { return }
    let part = text.array.prefix(4096).text
    let name = UnsafeRawPointer(keyword.utf8Start).assumingMemoryBound(to: CChar.self)
    try require(part.withCString { cpng_write_text(write, name, $0) })
  }

  deinit { cpng_write_close(write) }

  /// Encodes some rows; returns false after the last. Errors: `outOfMemory`, `limit`.
  public func encode() throws(AhaError) -> Bool {
    let rows = min(PNGFile.rowsAtOnce, canvas.height - done)
    let stride = 3 * canvas.width
    try require(cpng_write_rows(write, canvas.pixels + done * stride, stride, UInt32(rows)))
    done += rows
    if done < canvas.height { return true }
    try require(cpng_write_end(write, &bytes, &count))
    return false
  }

  /// The bytes of the PNG, complete after encoding; valid as long as this object lives.
  public var encoded: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

  /// Replaces the file at a path. Errors: those of files.
  public func save(to path: FilePath) throws(AhaError) { try path.replace(with: encoded) }

  private func require(_ result: Int32) throws(AhaError) {
    if result == CPNG_OK { return }
    let code: ResultCode =
      result == CPNG_MEMORY ? .outOfMemory : result == CPNG_LIMIT ? .limit : .invalidArgument
    throw AhaError(code, "a PNG: \(String(cString: cpng_write_message(write)))")
  }
}
