import AhaBase
import AhaDrop
import AhaNet
import AhaSync

extension Service {
  static var dropbox: Service {
    Service(provider: .dropbox, destination: .dropbox, source: .dropbox)
  }
}

extension DestinationKind {
  static var dropbox: DestinationKind {
    DestinationKind(name: "dropbox", number: 4, open: DropboxDestination.saved)
  }
}

extension Client {
  public func createDropbox(
    _ account: Account, options: DropboxSettings
  ) throws(AhaError) -> any Destination {
    try requireOwn(account, named: "account")
    return try DropboxDestination(
      name: DestinationName.given(options.name), account: account, settings: options)
  }
}

extension SourceKind {
  static var dropbox: SourceKind {
    var kind = SourceKind("dropbox")
    kind.catalogue = { (destination, client) in
      (destination as? DropboxDestination).map { DropboxCatalogue(destination: $0, client: client) }
    }
    kind.opener = { (destination, _) in
      (destination as? DropboxDestination).map { DropboxOpener($0.api) }
    }
    kind.destination = { (account) throws(AhaError) in
      try DropboxDestination(name: "", account: account)
    }
    return kind
  }
}
