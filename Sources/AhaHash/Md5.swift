import AhaBase
import CCrypto

/// MD5, by libcrypto: no protection from anybody, but what many services call their files by.
///
/// Source: RFC 1321.
public enum Md5 {
  /// In hexadecimal letters; nil where libcrypto has none, as where only approved hashes are allowed.
  public static func text(of bytes: UnsafeRawBufferPointer) -> String? {
    var digest = [UInt8](repeating: 0, count: 16)
    // NULL is no place for nothing everywhere.
    var none: UInt8 = 0
    let isMade = withUnsafePointer(to: &none) { none in
      digest.withUnsafeMutableBufferPointer {
        EVP_Digest(
          bytes.baseAddress ?? UnsafeRawPointer(none), bytes.count, $0.baseAddress, nil, EVP_md5(),
          nil) == 1
      }
    }
    return isMade ? Sha256.hexadecimal(digest) : nil
  }
}
