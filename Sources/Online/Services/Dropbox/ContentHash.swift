import AhaBase
import AhaDrop
import AhaHash

/// Dropbox's content_hash: SHA-256 of the SHA-256 digests of all 4 MiB blocks, in hexadecimal.
///
/// Source: dropbox.com/developers/reference/content-hash.
enum ContentHash {
  static let blockBytes = 4 << 20

  /// - Parameter blocks: One digest per block; empty for an empty file.
  static func text(blocks: [[UInt8]]) throws(AhaError) -> String {
    let all = blocks.flatMap { $0 }
    return Sha256.hexadecimal(try digest(of: all[...]))
  }

  static func text(of bytes: [UInt8]) throws(AhaError) -> String {
    var blocks: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + blockBytes, bytes.count)
      blocks.append(try digest(of: bytes[start..<end]))
      start = end
    }
    return try text(blocks: blocks)
  }

  private static func digest(of bytes: ArraySlice<UInt8>) throws(AhaError) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { (bytes) throws(AhaError) in
      try Sha256.digest(of: UnsafeRawBufferPointer(bytes))
    }
  }
}
