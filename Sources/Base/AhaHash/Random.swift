import AhaBase
import CCrypto

/// Cryptographically secure random bytes, by libcrypto.
public enum Random {
  /// Errors: `system` (the random generator failed), `unsupported` (no libcrypto).
  public static func bytes(_ count: Int) throws(AhaError) -> [UInt8] {
    try Crypto.load()
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBufferPointer {
      RAND_bytes($0.baseAddress, Int32(clamping: $0.count))
    }
    if result != 1 { throw AhaError(.system, "libcrypto has no random bytes") }
    return bytes
  }
}
