import AhaDrop
import AhaSync

extension Service {
  static var webDAV: Service { Service(destination: .webDAV, source: .webDAV) }
}

extension DestinationKind {
  static var webDAV: DestinationKind {
    DestinationKind("webdav", 2, open: WebDAVDestination.saved)
  }
}

extension SourceKind {
  static var webDAV: SourceKind {
    var kind = SourceKind("webdav")
    kind.catalogue = { (destination, client) in
      (destination as? WebDAVDestination).map { WebDAVCatalogue($0.dav, client) }
    }
    kind.opener = { (destination, client) in
      (destination as? WebDAVDestination).map {
        FolderOpener(below: $0.settings.folderURL, WebDAVCatalogue($0.dav, client))
      }
    }
    return kind
  }
}
