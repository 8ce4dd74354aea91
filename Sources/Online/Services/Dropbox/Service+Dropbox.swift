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
    return try loader.openFolder(link.shownLocation, job: job) { [api] (name) throws(AhaError) in
      RemoteFile(
        name: name, url: try api.downloadURL(inLink: link, name: name), account: api.account)
    }
  }
}

/// Settings of a Dropbox.
public struct DropboxSettings: DestinationSettings {
  static let usualChunk: Int64 = 8 << 20

  /// The host's name for it; nil: the address.
  public var name: String?
  /// URL of the API; "": that of the account's provider.
  public var url = ""
  /// Content URL. "": Dropbox's own, or `url` if that is not Dropbox's.
  public var contentURL = ""
  /// Parent folder of all drops, such as "/Music"; "" for none.
  public var prefix = ""
  /// Bytes per chunk: a multiple of 4 MiB.
  public var chunkBytes: Int64 = DropboxSettings.usualChunk

  public init() {}

  public mutating func fill(_ form: any SettingsForm) throws(AhaError) {
    try form.text("url", &url)
    try form.text("content_url", &contentURL)
    try form.text("prefix", &prefix)
    try form.count("chunk_bytes", &chunkBytes, usual: DropboxSettings.usualChunk)
  }

  /// Errors: `invalidArgument`.
  func check() throws(AhaError) {
    if prefix.array.contains(where: { $0 < 0x20 || $0 == 0x5C || $0 == 0x7F }) {
      throw AhaError(.invalidArgument, "\(prefix.cut) is not a folder of Dropbox's")
    }
    guard (1...(16 << 20)).contains(chunkBytes) else {
      throw AhaError(.invalidArgument, "chunks of \(chunkBytes) bytes: at most 16 MiB")
    }
  }

  /// The prefix with a leading slash and no trailing one.
  var folder: String {
    let text = prefix.withoutSlash
    return text.isEmpty || text.utf8.first == UInt8(ascii: "/") ? text : "/" + text
  }
}
