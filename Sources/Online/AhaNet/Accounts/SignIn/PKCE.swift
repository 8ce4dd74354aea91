import AhaBase
import AhaHash

/// PKCE code verifier and challenge: proves that the client that redeems an authorization code is
/// the client that requested it.
///
/// Source: RFC 7636 (S256).
public final class PKCE {
  public let verifier: Secret
  public let challenge: String

  /// Verifier from 256 random bits. Errors: `system`.
  public convenience init() throws(AhaError) { try self.init(Base64.urlText(Random.bytes(32))) }

  convenience init(_ verifier: String) throws(AhaError) { try self.init(Secret(verifier)) }

  init(_ verifier: Secret) throws(AhaError) {
    self.verifier = verifier
    challenge = Base64.urlText(try Sha256.digest(of: UnsafeRawBufferPointer(self.verifier.bytes)))
  }

  /// Unpredictable value for the `state` parameter: 192 random bits.
  static func state() throws(AhaError) -> Secret { Secret(Base64.urlText(try Random.bytes(24))) }
}
