import AhaBase
import AhaDrop
import AhaNet
import AhaSync

extension Service {
  static var folder: Service { Service(destination: .folder, source: .folder) }
}

extension DestinationKind {
  static var folder: DestinationKind {
    DestinationKind(name: "folder", number: 1, open: FolderDestination.saved)
  }
}

extension Client {
  public func createFolder(
    _ path: String, options: FolderSettings
  ) throws(AhaError) -> any Destination {
    if path.isEmpty { throw AhaError(.invalidArgument, "path is empty") }
    var settings = options
    settings.path = path
    return try FolderDestination(name: DestinationName.given(options.name), settings: settings)
  }
}

extension SourceKind {
  static var folder: SourceKind {
    var kind = SourceKind(name: "folder")
    kind.catalogue = { (destination, client) in
      (destination as? FolderDestination).map { FolderCatalogue(destination: $0, client: client) }
    }
    return kind
  }
}
