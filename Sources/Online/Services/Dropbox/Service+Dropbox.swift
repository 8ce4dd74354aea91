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
    DestinationKind("dropbox", 4, open: DropboxDestination.saved)
  }
}

extension Client {
  public func createDropbox(
    _ account: Account, _ options: DropboxSettings
  ) throws(AhaError) -> any Destination {
    try requireOwn(account, "account")
    return try DropboxDestination(DestinationName.given(options.name), account, options)
  }
}

extension SourceKind {
  static var dropbox: SourceKind {
    var kind = SourceKind("dropbox")
    kind.catalogue = { (destination, client) in
      (destination as? DropboxDestination).map { DropboxCatalogue($0, client) }
    }
    kind.opener = { (destination, _) in
      (destination as? DropboxDestination).map { DropboxOpener($0.api) }
    }
    kind.destination = { (account) throws(AhaError) in try DropboxDestination("", account) }
    return kind
  }
}
