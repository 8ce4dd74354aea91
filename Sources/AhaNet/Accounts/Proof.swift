import AhaBase
import AhaHash

/// What shows that the one who brings an authorization code is the one who asked for it.
///
/// Source: RFC 7636 (S256).
public final class Proof {
  public let verifier: Secret
  public let challenge: String

  /// From 256 random bits. Errors: `system`.
  public convenience init() throws(AhaError) { try self.init(Base64.urlText(Random.bytes(32))) }

  init(_ verifier: String) throws(AhaError) {
    self.verifier = Secret(verifier)
    challenge = Base64.urlText(try Sha256.digest(of: UnsafeRawBufferPointer(self.verifier.bytes)))
  }

  /// A text that nobody can foresee, for `state`: 192 bits.
  static func state() throws(AhaError) -> Secret { Secret(Base64.urlText(try Random.bytes(24))) }
}
