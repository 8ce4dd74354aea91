import AhaDrop
import AhaNet
import AhaSync

/// The parts of a service; each is defined in the service's folder.
public struct Service {
  /// Accounts: its URLs and its protocol.
  public var provider: ProviderKind?
  /// Receives drops.
  public var destination: DestinationKind?
  /// Its pieces can be listed or opened.
  public var source: SourceKind?

  init(
    provider: ProviderKind? = nil, destination: DestinationKind? = nil, source: SourceKind? = nil
  ) { (self.provider, self.destination, self.source) = (provider, destination, source) }
}

/// The services of libaha. A new one is a folder beside this file, and a line here.
public enum Services {
  public static var all: [Service] {
    [.folder, .webDAV, .s3, .dropbox, .soundCloud, .allihoopa, .feed]
  }

  public static var providers: [ProviderKind] { all.compactMap { $0.provider } + [.oauth2] }

  /// Also the host's own kind.
  public static var destinations: [DestinationKind] { all.compactMap { $0.destination } + [.host] }

  public static var sources: [SourceKind] { all.compactMap { $0.source } }
}
