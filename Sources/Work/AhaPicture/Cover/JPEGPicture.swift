import AhaBase
import CJpeg

/// Decodes a JPEG row by row.
final class JPEGPicture {
  /// Size of the decoded picture, which may be smaller than the file's.
  private let width, height: Int
  private let orientation: PictureOrientation
  private let read: OpaquePointer
  private let name: String

  /// - Parameter bytes: Borrowed; must stay valid as long as this object lives.
  /// Errors: `unsupported` (no libjpeg, or a JPEG that it does not decode), `damaged`,
  /// `formatLimit`, `outOfMemory`.
  init(
    _ bytes: UnsafeRawBufferPointer, orientation: PictureOrientation, named name: String
  ) throws(AhaError) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    do throws(AhaError) { try LateLibrary.load(late_load_jpeg) } catch {
      throw AhaError(
        error.code, "\(name) is a JPEG that must be converted: \(error.line). Or make it a PNG")
    }
    guard let read = cjpeg_open(start, bytes.count) else {
      throw AhaError(.outOfMemory, "no memory for a JPEG")
    }
    var (width, height): (UInt32, UInt32) = (0, 0)
    let result = cjpeg_start(read, UInt32(CoverImage.side), &width, &height)
    if let error = JPEGPicture.error(for: result, read: read, name: name) {
      cjpeg_close(read)
      throw error
    }
    (self.width, self.height) = (Int(width), Int(height))
    (self.read, self.name, self.orientation) = (read, name, orientation)
  }

  deinit { cjpeg_close(read) }

  private static func error(for result: Int32, read: OpaquePointer, name: String) -> AhaError? {
    if result == CJPEG_OK { return nil }
    let why = String(cString: cjpeg_message(read))
    switch Int(result) {
    case CJPEG_MEMORY: return AhaError(.outOfMemory, "\(name): \(why)")
    case CJPEG_LIMIT: return AhaError(.formatLimit, "\(name) is too large: \(why)")
    case CJPEG_UNSUPPORTED:
      return AhaError(.unsupported, "\(name) is a rare kind of JPEG: \(why). Save it as PNG")
    default: return AhaError(.damaged, "\(name) is a damaged JPEG: \(why)")
    }
  }

  private func forEachRow(_ body: (Int, UnsafePointer<UInt8>) -> Void) throws(AhaError) {
    try AhaPicture.forEachRow(
      width: width, height: height,
      decodedBy: { (row) throws(AhaError) in
        if let error = JPEGPicture.error(for: cjpeg_row(read, row), read: read, name: name) {
          throw error
        }
      }, body)
  }

  /// Decodes all rows. Errors: as `init`.
  func skip() throws(AhaError) { try forEachRow { _, _ in } }

  /// Decodes all rows and scales them to an upright cover. Errors: as `init`.
  func scaled() throws(AhaError) -> PNGFile {
    try SquareScaler.cover(of: width, height: height, orientation: orientation) {
      (body) throws(AhaError) in
      try forEachRow(body)
    }
  }
}
