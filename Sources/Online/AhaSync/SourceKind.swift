import AhaBase
import AhaDrop
import AhaNet
import AhaOpen

/// A kind of service whose pieces can be listed or opened.
public struct SourceKind {
  /// As in the library and in the names of providers.
  public let name: String
  /// A known hash of a sound is that of its present version.
  public var hasLastingHashes = true
  /// Schemes of URLs that only its opener can open.
  public var schemes: [String] = []
  /// Nil if the destination is of another kind, or cannot be listed.
  public var catalogue: (any Destination, Client) -> (any Catalogue)? = { (_, _) in nil }
  /// Nil if the destination is of another kind, or its links need no keys.
  public var opener: (any Destination, Client) -> (any Opener)? = { (_, _) in nil }
  /// The destination of an account, without further settings; nil if none is needed.
  /// Errors: `invalidArgument`.
  public var destination: ((Account) throws(AhaError) -> any Destination)?
  /// Opens pieces by their ids; nil if the service has no such ids.
  public var idOpener: ((Account?, Client) -> any IDOpener)?

  public init(_ name: String) { self.name = name }
}

extension [SourceKind] {
  /// Nil if the destination cannot be listed.
  public func catalogue(of destination: any Destination, client: Client) -> (any Catalogue)? {
    for kind in self {
      if let found = kind.catalogue(destination, client) { return found }
    }
    return nil
  }

  /// Openers of the destinations, and before them that of the account.
  /// Errors: those of `SourceKind.destination`.
  func openers(
    _ destinations: [any Destination], account: Account?, of client: Client
  ) throws(AhaError) -> [any Opener] {
    var all = destinations
    for kind in self where account?.provider.name == kind.name {
      if let destination = kind.destination { all.insert(try destination(account!), at: 0) }
    }
    return all.compactMap { opener(of: $0, client: client) }
  }

  private func opener(of destination: any Destination, client: Client) -> (any Opener)? {
    for kind in self {
      if let found = kind.opener(destination, client) { return found }
    }
    return nil
  }
}
