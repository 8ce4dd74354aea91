import AhaBase
import CPng
import CShims

/// The host's picture as a cover: 640 x 640 pixels, PNG or JPEG.
///
/// A picture of that size is kept byte by byte. Another one, or a kind of JPEG that not every
/// browser shows, becomes a PNG: turned upright, cropped to the square in its middle, blended over
/// white, and scaled.
public final class CoverImage {
  public enum Kind: UInt32, Sendable {
    case png = 1
    case jpeg
  }

  public static let side = 640
  /// Max size of a file.
  public static let maxBytes = 64 << 20

  /// Kind of the host's picture.
  public let kind: Kind
  /// Size of the host's picture.
  public let width, height: Int
  /// The cover is a PNG of its own.
  public let isScaled: Bool
  private let file: WholeFile
  private let scaled: PNGFile?

  /// - Parameters:
  ///   - isCopied: False: only checks the picture; `bytes` is then not the scaled one.
  ///   - keepsJPEG: A JPEG may stay a JPEG.
  /// Errors: those of files, `empty`, `unknownFormat`, `damaged`, `formatLimit`, `unsupported` (a
  /// rare JPEG, or one to convert without libjpeg), `outOfMemory`.
  public init(
    _ path: FilePath, isCopied: Bool = true, keepsJPEG: Bool = true
  ) throws(AhaError) {
    file = try WholeFile(at: path, max: CoverImage.maxBytes)
    if JPEGHeader.fits(file.bytes) {
      let header = try JPEGHeader(file.bytes, named: path.text)
      (kind, width, height) = (.jpeg, header.width, header.height)
      let isRight = width == CoverImage.side && height == CoverImage.side && header.isCommon
      isScaled = !isRight || !keepsJPEG || header.orientation != .upright
      guard isScaled else {
        scaled = nil
        return
      }
      let picture = try JPEGPicture(file.bytes, orientation: header.orientation, named: path.text)
      scaled = isCopied ? try picture.scaled() : nil
      if scaled == nil { try picture.skip() }
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
}

/// All bytes of a file, in memory.
final class WholeFile {
  let bytes: UnsafeRawBufferPointer

  /// Errors: those of files, `empty`, `formatLimit`, `outOfMemory`.
  init(at path: FilePath, max: Int) throws(AhaError) {
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
