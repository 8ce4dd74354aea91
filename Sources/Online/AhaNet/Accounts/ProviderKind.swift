import AhaBase

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
