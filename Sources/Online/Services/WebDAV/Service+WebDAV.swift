import AhaBase
import AhaDrop
import AhaNet
import AhaSync

extension Service {
  static var webDAV: Service { Service(destination: .webDAV, source: .webDAV) }
}

extension DestinationKind {
  static var webDAV: DestinationKind {
    DestinationKind(name: "webdav", number: 2, open: WebDAVDestination.saved)
  }
}

extension Client {
  public func createWebdav(
    _ url: String, options: WebDAVSettings
  ) throws(AhaError) -> any Destination {
    var settings = options
    settings.url = url
    if !options.prefix.isEmpty { settings.url = settings.url(below: options.prefix) }
    try requireOwn(options.account, named: "options->account")
    settings.password = try .given(options.password, file: options.passwordFile)
    if settings.password == nil, !settings.user.isEmpty {
      throw AhaError(.invalidArgument, "user \(settings.user.cut) has no password")
    }
    if settings.style == .nextcloud, !settings.hasChunks {
      throw AhaError(.invalidArgument, "\(settings.url.shownURL) is not a URL of Nextcloud's")
    }
    return try WebDAVDestination(name: DestinationName.given(options.name), settings: settings)
  }
}

extension SourceKind {
  static var webDAV: SourceKind {
    var kind = SourceKind(name: "webdav")
    kind.catalogue = { (destination, client) in
      (destination as? WebDAVDestination).map { WebDAVCatalogue(destination: $0, client: client) }
    }
    kind.opener = { (destination, client) in
      (destination as? WebDAVDestination).map {
        FolderOpener(
          below: $0.settings.folderURL,
          catalogue: WebDAVCatalogue(destination: $0, client: client))
      }
    }
    return kind
  }
}
