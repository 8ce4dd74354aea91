import AhaBase
import CPng
import CShims

/// The host's picture as a cover: 640 x 640 pixels, PNG or JPEG.
///
/// A picture of that size is kept byte by byte. A PNG of another size is cropped to the square in
/// its middle, blended over white and scaled.
public final class CoverImage {
  public enum Kind: UInt32, Sendable { case png = 1, jpeg }

  public static let side = 640
  /// Max size of a file.
  public static let maxBytes = 64 << 20

  public let kind: Kind
  /// Size of the host's picture.
  public let width, height: Int
  public let isScaled: Bool
  private let file: WholeFile
  private let scaled: PNGFile?

  /// - Parameter isCopied: False: only checks the picture; `bytes` is then not the scaled one.
  /// Errors: those of files, `empty`, `unknownFormat`, `damaged`, `formatLimit`, `unsupported` (a
  /// JPEG of another size), `outOfMemory`.
  public init(_ path: FilePath, isCopied: Bool = true) throws(AhaError) {
    file = try WholeFile(path, max: CoverImage.maxBytes)
    if JPEGHeader.fits(file.bytes) {
      let header = try JPEGHeader(file.bytes, named: path.text)
      (kind, width, height) = (.jpeg, header.width, header.height)
      (isScaled, scaled) = (false, nil)
      try requireSide(path.text)
    } else {
      let picture = try PNGPicture(file.bytes, named: path.text)
      (kind, width, height) = (.png, picture.width, picture.height)
      isScaled = width != CoverImage.side || height != CoverImage.side
      scaled = isScaled && isCopied ? try picture.scaled() : nil
      if scaled == nil { try picture.skip() }
    }
  }

  /// Valid as long as this object lives.
  public var bytes: UnsafeRawBufferPointer { scaled?.encoded ?? file.bytes }

  /// Replaces the file at a path. Errors: those of files.
  public func save(to path: FilePath) throws(AhaError) { try path.replace(with: bytes) }

  private func requireSide(_ name: String) throws(AhaError) {
    if width == CoverImage.side, height == CoverImage.side { return }
    throw AhaError(
      .unsupported,
      "\(name) is a JPEG of \(width) x \(height): save it as PNG, or make it 640 x 640")
  }
}

/// All bytes of a file, in memory.
final class WholeFile {
  let bytes: UnsafeRawBufferPointer

  /// Errors: those of files, `empty`, `formatLimit`, `outOfMemory`.
  init(_ path: FilePath, max: Int) throws(AhaError) {
    let stream = try FileStream(reading: path)
    let length = try stream.length()
    if length == 0 { throw AhaError(.empty, "\(path.text) is empty") }
    guard length <= Int64(max) else {
      throw AhaError(.formatLimit, "\(path.text) has \(length) bytes, over \(max)")
    }
    guard let memory = malloc(Int(length)) else {
      throw AhaError(.outOfMemory, "no memory for \(length) bytes")
    }
    let target = UnsafeMutableRawBufferPointer(start: memory, count: Int(length))
    var got = 0
    do throws(AhaError) { got = try stream.read(into: target, at: 0) } catch {
      free(memory)
      throw error
    }
    bytes = UnsafeRawBufferPointer(start: memory, count: got)
  }

  deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
