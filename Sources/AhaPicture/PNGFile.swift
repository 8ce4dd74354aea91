import AhaBase
import CPng

/// A picture as a PNG.
public final class PNGFile {
  /// What a PNG may become in memory: a picture of the largest size, not compressed, and some more.
  private static let mostBytes = 256 << 20
  private static let rowsAtOnce = 256
  /// Of 1 to 9; more takes longer and gains little.
  private static let compression: Int32 = 6

  private let write: OpaquePointer
  private var bytes: UnsafePointer<UInt8>?
  private var count = 0

  /// Encodes a picture.
  /// - Parameters:
  ///   - texts: With keywords of PNG such as "Title".
  ///   - isWanted: Asked now and then; what it throws ends the work.
  /// Errors: `outOfMemory`, `limit`, `invalidArgument` (a text).
  public init(
    _ canvas: Canvas, texts: [(keyword: StaticString, text: String)],
    isWanted: () throws(AhaError) -> Void = {}
  ) throws(AhaError) {
    guard let write = cpng_write_open(PNGFile.mostBytes) else {
      throw AhaError(.outOfMemory, "no memory for a PNG")
    }
    self.write = write
    try require(
      cpng_write_start(
        write, UInt32(canvas.width), UInt32(canvas.height), Int32(CPNG_RGB), PNGFile.compression))
    for (keyword, text) in texts {
      let keyword = keyword.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
      try require(keyword.withCString { key in text.withCString { cpng_write_text(write, key, $0) } })
    }
    for top in stride(from: 0, to: canvas.height, by: PNGFile.rowsAtOnce) {
      try isWanted()
      let count = min(PNGFile.rowsAtOnce, canvas.height - top)
      let stride = 3 * canvas.width
      try require(cpng_write_rows(write, canvas.pixels + top * stride, stride, UInt32(count)))
    }
    try require(cpng_write_end(write, &bytes, &self.count))
  }

  deinit { cpng_write_close(write) }

  /// The PNG's bytes, as long as this is there.
  public var encoded: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

  /// Puts it into a file, in the place of another of its name. Errors: those of files.
  public func save(to path: FilePath) throws(AhaError) {
    let file = try ReplacementFile(for: path)
    try file.stream.write(encoded, at: 0)
    try file.commit()
  }

  private func require(_ result: Int32) throws(AhaError) {
    if result == CPNG_OK { return }
    let code: ResultCode =
      result == CPNG_MEMORY ? .outOfMemory : result == CPNG_LIMIT ? .limit : .invalidArgument
    throw AhaError(code, "a PNG: \(String(cString: cpng_write_message(write)))")
  }
}
