import AhaBase
import CShims

/// Checks and settings for a host's own provider.
extension Provider {
  /// Checks that every given URL is safe for secrets and that texts are valid in their headers.
  /// Errors: `invalidArgument`.
  public func check() throws(AhaError) {
    if !authorizationURL.isEmpty { _ = try safe(authorizationURL, named: "authorization URL") }
    if !tokenURL.isEmpty { _ = try safe(tokenURL, named: "token URL") }
    if !deviceURL.isEmpty { _ = try safe(deviceURL, named: "device URL") }
    if !revocationURL.isEmpty { _ = try safe(revocationURL, named: "revocation URL") }
    if !apiURL.isEmpty { _ = try safe(apiURL, named: "API URL") }
    let redirect = redirect
    if let parts = URLParts(redirect), parts.scheme == "http" {
      _ = try safe(redirect, named: "redirect URL")
    }
    try HTTPHeader(tokenHeader, tokenStyle).check()
    try checkQuery(authorizationQuery)
    try checkQuery(tokenQuery)
    // RFC 6749, section 3.3.
    for byte in scopes.array where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte > 0x7E {
      throw AhaError(.invalidArgument, "the scopes of \(name) have a byte \(Int(byte)) in them")
    }
  }

  /// Errors: `invalidArgument` (not NAME=VALUE pairs, or a parameter that libaha sets).
  private func checkQuery(_ query: String) throws(AhaError) {
    let own = [
      "client_id", "client_secret", "code", "code_challenge", "code_challenge_method",
      "code_verifier", "device_code", "grant_type", "password", "redirect_uri", "refresh_token",
      "response_type", "scope", "state", "username",
    ]
    for (name, _) in Provider.pairs(in: query) {
      if name.isEmpty {
        throw AhaError(
          .invalidArgument, "parameters of \(self.name) are not NAME=VALUE&NAME=VALUE")
      }
      if own.contains(name) {
        throw AhaError(.invalidArgument, "the parameter \(name) is set by libaha: leave it out")
      }
    }
  }

  /// Decoded names and values of a query.
  static func pairs(in query: String) -> [(name: String, value: String)] {
    query.array.split(separator: UInt8(ascii: "&")).map { pair in
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        Percent.decoded(pair[..<end]).text, Percent.decoded(pair[end...].dropFirst()).text
      )
    }
  }

  /// Reads the client's secret from the first line of a file. Errors: `limit` (over 64 KiB),
  /// `empty`, those of reading it.
  public func readSecret(from file: FilePath) throws(AhaError) {
    clientSecret = try Secret.firstLine(of: file)
  }
}

extension Secret {
  /// The token in the first line of a file that only its user may read. Errors: `access` (others
  /// may read it), and those of `firstLine`.
  public static func privateLine(of file: FilePath) throws(AhaError) -> Secret {
    try requirePrivate(file)
    return try firstLine(of: file)
  }

  /// Errors: `access` (others may read the file), `notFound` and others of its status.
  static func requirePrivate(_ file: FilePath) throws(AhaError) {
    var status = stat()
    if file.withCString({ stat($0, &status) }) != 0 {
      throw AhaError.system(shim_errno(), "open \(file.text)")
    }
    if status.st_mode & 0o077 != 0 {
      throw AhaError(.access, "others may read \(file.text): chmod 600 it")
    }
  }

  /// A secret, or else that of a file; nil if there is neither. Errors: those of `firstLine`.
  public static func given(_ secret: Secret?, file: FilePath?) throws(AhaError) -> Secret? {
    if let secret { return secret }
    return try file.map { (path) throws(AhaError) in try firstLine(of: path) }
  }

  /// The first line of a file without its line end (LF or CRLF); blanks belong to the secret.
  /// Errors: `limit` (over 64 KiB), `empty`, those of reading it.
  public static func firstLine(of file: FilePath) throws(AhaError) -> Secret {
    var bytes = try FileStream(reading: file).all(limit: 65536)
    defer { bytes.wipe() }
    var count = bytes.firstIndex(of: 0x0A) ?? bytes.count
    if count > 0, bytes[count - 1] == 0x0D { count -= 1 }
    if count == 0 { throw AhaError(.empty, "\(file.text) has no secret in its first line") }
    return bytes.withUnsafeBufferPointer { Secret(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }
}

/// A provider that an application can name without its URLs.
public struct ProviderKind {
  public let name: StaticString
  /// Sets the URLs, grants and options of the provider; the host can replace each.
  let describe: (Provider) -> Void

  public init(name: StaticString, describe: @escaping (Provider) -> Void) {
    (self.name, self.describe) = (name, describe)
  }

  /// A service of OAuth 2 whose URLs the host sets.
  public static var oauth2: ProviderKind { ProviderKind(name: "oauth2") { $0.revocation = .form } }
}

extension [ProviderKind] {
  /// One of these. Errors: `notFound`.
  public func provider(named name: String) throws(AhaError) -> Provider {
    let provider = try Provider(name)
    var known = ""
    for kind in self {
      if name == kind.name.text {
        kind.describe(provider)
        return provider
      }
      known += (known.isEmpty ? "" : ", ") + kind.name.text
    }
    throw AhaError(.notFound, "no provider \(name): there are \(known)")
  }

  /// One of these; if the host sets URLs, a provider of any name. Errors: `invalidArgument`.
  public func provider(named name: String, hasURL: Bool) throws(AhaError) -> Provider {
    do throws(AhaError) {
      return try provider(named: name)
    } catch {
      guard hasURL, error.code == .notFound else { throw AhaError(.invalidArgument, error.line) }
      let provider = try Provider(name)
      provider.revocation = .form
      return provider
    }
  }
}
