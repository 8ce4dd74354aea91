import AhaBase
import CPng

/// Reads a PNG row by row.
final class PNGPicture {
  let width, height: Int
  private let read: OpaquePointer
  private let name: String

  /// - Parameter bytes: Borrowed; must stay valid as long as this object lives.
  /// Errors: `unknownFormat`, `damaged`, `formatLimit`, `outOfMemory`, `unsupported`.
  init(_ bytes: UnsafeRawBufferPointer, named name: String) throws(AhaError) {
    guard PNGPicture.fits(bytes) else {
      throw AhaError(.unknownFormat, "\(name) is neither PNG nor JPEG")
    }
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    try LateLibrary.load(late_load_png)
    guard let read = cpng_read_open(start, bytes.count) else {
      throw AhaError(.outOfMemory, "no memory for a PNG")
    }
    var (width, height): (UInt32, UInt32) = (0, 0)
    let result = cpng_read_start(read, &width, &height)
    if let error = PNGPicture.error(for: result, read: read, name: name) {
      cpng_read_close(read)
      throw error
    }
    (self.width, self.height, self.read, self.name) = (Int(width), Int(height), read, name)
  }

  deinit { cpng_read_close(read) }

  private static func fits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8])
  }

  private static func error(for result: Int32, read: OpaquePointer, name: String) -> AhaError? {
    if result == CPNG_OK { return nil }
    let why = String(cString: cpng_read_message(read))
    if result == CPNG_MEMORY { return AhaError(.outOfMemory, "\(name): \(why)") }
    if result == CPNG_LIMIT { return AhaError(.formatLimit, "\(name): \(why)") }
    return AhaError(.damaged, "\(name) is a damaged PNG: \(why)")
  }

  private func forEachRow(_ body: (Int, UnsafePointer<UInt8>) -> Void) throws(AhaError) {
    try AhaPicture.forEachRow(
      width: width, height: height,
      decodedBy: { (row) throws(AhaError) in
        if let error = PNGPicture.error(for: cpng_read_row(read, row), read: read, name: name) {
          throw error
        }
      }, body)
  }

  /// Reads and discards all rows. Errors: `damaged`, `outOfMemory`.
  func skip() throws(AhaError) { try forEachRow { _, _ in } }

  /// Reads all rows and scales them to a cover. Errors: `damaged`, `outOfMemory`.
  func scaled() throws(AhaError) -> PNGFile {
    try SquareScaler.cover(of: width, height: height) { (body) throws(AhaError) in
      try forEachRow(body)
    }
  }
}
