import AhaBase
import AhaHash
import AhaNet

/// What a service calls what it has got.
enum S3Tag {
  /// The MD5 of the bytes, where the tag is one; nil where it is not: not all services have the same
  /// tags, and those of what is encrypted with keys of others only look so.
  ///
  /// Source: "Checking object integrity", Amazon S3 User Guide.
  static func md5(in reply: HTTPResponse) -> String? {
    if let kind = reply.header("x-amz-server-side-encryption"), !kind.isSame(as: "AES256") {
      return nil
    }
    guard reply.header("x-amz-server-side-encryption-customer-algorithm") == nil,
      let tag = reply.header("ETag")
    else { return nil }
    let letters = tag.array.filter { $0 != UInt8(ascii: "\"") }.lowered
    let isHash = letters.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard letters.count == 32, isHash else { return nil }
    return letters.withUnsafeBufferPointer(String.decoded)
  }
}

extension Md5 {
  /// Of a chunk; nil where libcrypto has no MD5.
  static func text(of chunk: Chunk) -> String? {
    var text: String?
    chunk.withBytes { text = Md5.text(of: $0) }
    return text
  }
}
