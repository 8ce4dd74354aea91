import AhaBase
import AhaHash

/// A front cover, as ID3, FLAC and Vorbis comments store it.
enum Picture {
  private static let frontCover: Int64 = 3

  private static func type(of cover: [UInt8]) -> [UInt8] {
    cover.starts(with: [0xFF, 0xD8]) ? "image/jpeg".array : "image/png".array
  }

  /// Whether a stored picture is the cover: its front, or of no kind.
  static func isCover(kind: UInt64) -> Bool { kind == 0 || kind == UInt64(frontCover) }

  /// The body of an ID3 frame "APIC". Source: ID3v2.4.0, section 4.14.
  static func frame(of cover: [UInt8]) -> [UInt8] {
    [0] + type(of: cover) + [0, UInt8(frontCover), 0] + cover
  }

  /// Whether the body of an ID3 frame "APIC" is the cover.
  static func isCover(frame body: [UInt8]) -> Bool {
    guard let end = body.dropFirst().firstIndex(of: 0), end + 1 < body.count else { return true }
    return isCover(kind: UInt64(body[end + 1]))
  }

  /// The body of a FLAC block, without its size in pixels. Source: RFC 9639, section 8.8.
  static func block(_ cover: [UInt8]) -> [UInt8] {
    let type = type(of: cover)
    return bigBytes(frontCover) + bigBytes(Int64(type.count)) + type
      + bigBytes(0, count: 20) + bigBytes(Int64(cover.count)) + cover
  }

  static let comment: StaticString = "METADATA_BLOCK_PICTURE"

  /// The entry of a Vorbis comment.
  static func entry(_ cover: [UInt8]) -> [UInt8] {
    comment.array + [0x3D] + Base64.text(block(cover)).array
  }
}
