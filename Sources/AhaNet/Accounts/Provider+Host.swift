import AhaBase

/// What a host says about a provider.
extension Provider {
  /// A built-in one; with URLs of the host's, one of any name. Errors: `invalidArgument`.
  public static func known(_ name: String, _ hasURL: Bool) throws(AhaError) -> Provider {
    do throws(AhaError) {
      return try builtIn(name)
    } catch {
      guard hasURL, error.code == .notFound else { throw AhaError(.invalidArgument, error.line) }
      let provider = try Provider(name)
      provider.revocation = .form
      return provider
    }
  }

  public var isAllihoopa: Bool { name.isSame(as: "allihoopa") }

  /// Those that there are lead to where secrets may go. Errors: `invalidArgument`.
  public func checkURLs() throws(AhaError) {
    if !authorizationURL.isEmpty { _ = try safe(authorizationURL, "authorization URL") }
    if !tokenURL.isEmpty { _ = try safe(tokenURL, "token URL") }
    if !revocationURL.isEmpty { _ = try safe(revocationURL, "revocation URL") }
    if !apiURL.isEmpty { _ = try safe(apiURL, "API URL") }
  }

  /// Takes the first line of a file as the client's secret. Errors: `limit` (over 64 KiB), `empty`,
  /// those of reading it.
  public func readSecret(_ file: FilePath) throws(AhaError) {
    var bytes = try FileStream(reading: file).all(limit: 65536)
    defer { bytes.wipe() }
    var count = 0
    while count < bytes.count, bytes[count] > 0x20 { count += 1 }
    if count == 0 { throw AhaError(.empty, "\(file.text) has no secret in its first line") }
    bytes.withUnsafeBufferPointer {
      clientSecret = Secret(UnsafeBufferPointer(rebasing: $0[..<count]))
    }
  }
}
