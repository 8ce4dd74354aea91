import AhaBase
import AhaDrop
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
