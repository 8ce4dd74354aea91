import AhaBase
import CCrypto

/// libcrypto as a whole.
public enum Crypto {
  /// Loads and initializes libcrypto. Errors: `unsupported`, `system`.
  public static func load() throws(AhaError) { try LateLibrary.load(late_load_crypto) }
}
