import AhaBase
import AhaDrop
import AhaNet
import AhaOpen
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
    var kind = SourceKind(name: "dropbox")
    kind.catalogue = { (destination, client) in
      (destination as? DropboxDestination).map { DropboxCatalogue(destination: $0, client: client) }
    }
    kind.opener = { (destination, _) in
      (destination as? DropboxDestination).map { DropboxOpener(api: $0.api) }
    }
    kind.destination = { (account) throws(AhaError) in
      try DropboxDestination(name: "", account: account)
    }
    return kind
  }
}

extension ProviderKind {
  /// Source: dropbox.com/developers/documentation/http/documentation.
  static var dropbox: ProviderKind {
    ProviderKind(name: "dropbox") { provider in
      provider.authorizationURL = "https://www.dropbox.com/oauth2/authorize"
      provider.tokenURL = "https://api.dropboxapi.com/oauth2/token"
      provider.revocationURL = "https://api.dropboxapi.com/2/auth/token/revoke"
      provider.apiURL = "https://api.dropboxapi.com"
      provider.otherAPIURLs = ["https://content.dropboxapi.com", "https://notify.dropboxapi.com"]
      provider.grants = .code
      // Dropbox accepts registered redirect URLs only.
      provider.showsCodes = true
      provider.revocation = .bearer
      // Without it, Dropbox sends no refresh token.
      provider.authorizationParameters = [HTTPHeader("token_access_type", "offline")]
    }
  }
}

/// Opens the shared links of folders at Dropbox.
final class DropboxOpener: Opener {
  private let api: DropboxAPI

  init(api: DropboxAPI) { self.api = api }

  func open(link: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece? {
    if !api.isFolderLink(link) { return nil }
    return try loader.openFolder(named: link.shownLocation, job: job) {
      [api] (name) throws(AhaError) in
      RemoteFile(
        name: name, url: try api.downloadURL(inLink: link, name: name), account: api.account)
    }
  }
}
