import AhaDrop
import AhaSync

extension Service {
  static var folder: Service { Service(destination: .folder, source: .folder) }
}

extension DestinationKind {
  static var folder: DestinationKind {
    DestinationKind("folder", 1, open: FolderDestination.saved)
  }
}

extension SourceKind {
  static var folder: SourceKind {
    var kind = SourceKind("folder")
    kind.catalogue = { (destination, client) in
      (destination as? FolderDestination).map { FolderCatalogue($0.root, client) }
    }
    return kind
  }
}
