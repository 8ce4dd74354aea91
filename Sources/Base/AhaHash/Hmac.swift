import AhaBase
import CCrypto

/// HMAC with SHA-256, by libcrypto.
///
/// Source: RFC 2104, FIPS 198-1.
public enum Hmac {
  /// Errors: `system` (libcrypto has no SHA-256), `unsupported` (no libcrypto).
  public static func sha256(
    of message: [UInt8], key: UnsafeBufferPointer<UInt8>
  ) throws(AhaError) -> [UInt8] {
    try Crypto.load()
    var digest = [UInt8](repeating: 0, count: Sha256.digestBytes)
    // If the key is NULL, libcrypto uses the key of the previous call.
    var none: UInt8 = 0
    let isMade = withUnsafePointer(to: &none) { none in
      message.withUnsafeBufferPointer { message in
        digest.withUnsafeMutableBufferPointer {
          HMAC(
            EVP_sha256(), key.baseAddress ?? none, Int32(clamping: key.count), message.baseAddress,
            message.count, $0.baseAddress, nil) != nil
        }
      }
    }
    if !isMade { throw AhaError(.system, "libcrypto has no HMAC with SHA-256") }
    return digest
  }

  public static func sha256(of message: [UInt8], key: [UInt8]) throws(AhaError) -> [UInt8] {
    var failure: AhaError?
    var digest: [UInt8] = []
    key.withUnsafeBufferPointer {
      do throws(AhaError) { digest = try sha256(of: message, key: $0) } catch { failure = error }
    }
    if let failure { throw failure }
    return digest
  }
}
