import AhaBase
import CShims

/// Cryptographically secure random bytes, by the kernel: libcrypto's generator ends the process if
/// it has no memory at its first use.
public enum Random {
  /// Errors: `system` (the kernel has no random generator).
  public static func bytes(_ count: Int) throws(AhaError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let isFilled = bytes.withUnsafeMutableBytes { shim_random_bytes($0.baseAddress, $0.count) }
    if isFilled == 0 { throw AhaError(.system, "the kernel has no random bytes") }
    return bytes
  }
}
