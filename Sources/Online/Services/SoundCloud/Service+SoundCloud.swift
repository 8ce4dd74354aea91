import AhaBase
import AhaDrop
import AhaNet
import AhaPiece
import AhaSync

extension Service {
  static var soundCloud: Service {
    Service(provider: .soundCloud, destination: .soundCloud, source: .soundCloud)
  }
}

extension DestinationKind {
  static var soundCloud: DestinationKind {
    var kind = DestinationKind(name: "soundcloud", number: 5, open: SoundCloudDestination.saved)
    // Source: SoundCloud's help, "Uploading requirements": 24 hours of sound.
    kind.limits.length = 86_400_000_000
    return kind
  }
}

extension Client {
  public func createSoundcloud(
    _ account: Account, options: SoundCloudSettings
  ) throws(AhaError) -> any Destination {
    try requireOwn(account, named: "account")
    return try SoundCloudDestination(
      name: DestinationName.given(options.name), account: account, settings: options)
  }
}

extension SourceKind {
  static var soundCloud: SourceKind {
    var kind = SourceKind(name: "soundcloud")
    // A track's sound can be replaced.
    kind.hasLastingHashes = false
    kind.catalogue = { (destination, client) in
      (destination as? SoundCloudDestination).map {
        SoundCloudCatalogue(destination: $0, client: client)
      }
    }
    kind.opener = { (destination, client) in
      (destination as? SoundCloudDestination).map {
        SoundCloudCatalogue(destination: $0, client: client)
      }
    }
    kind.destination = { (account) throws(AhaError) in
      try SoundCloudDestination(name: "", account: account)
    }
    return kind
  }
}

extension ProviderKind {
  /// Source: developers.soundcloud.com/docs/api/guide. The redirect URL must be the registered one.
  static var soundCloud: ProviderKind {
    ProviderKind(name: "soundcloud") { provider in
      provider.authorizationURL = "https://secure.soundcloud.com/authorize"
      provider.tokenURL = "https://secure.soundcloud.com/oauth/token"
      provider.revocationURL = "https://secure.soundcloud.com/sign-out"
      provider.apiURL = "https://api.soundcloud.com"
      provider.tokenStyle = "OAuth"
      provider.grants = [.code, .client]
      provider.revocation = .json
    }
  }
}

/// Settings of tracks at SoundCloud.
public struct SoundCloudSettings: DestinationSettings {
  private static let usualPoll: Int64 = 3000
  public static let licenses: [String] = [
    "no-rights-reserved", "all-rights-reserved", "cc-by", "cc-by-nc", "cc-by-nd", "cc-by-sa",
    "cc-by-nc-nd", "cc-by-nc-sa",
  ]

  /// The host's name for it; nil: the address.
  public var name: String?
  /// URL of the API; "": that of the account's provider.
  public var url = ""
  /// "": the account's default.
  public var license = ""
  public var genre = ""
  /// Separated by commas.
  public var tags = ""
  /// Listeners may download the sound.
  public var allowsDownload = false
  /// Interval of the polls that wait for processing.
  public var pollMilliseconds: Int64 = SoundCloudSettings.usualPoll
  /// Timeout for processing.
  public var timeoutMilliseconds: Int64 = 600_000

  public init() {}

  public mutating func fill(_ form: any SettingsForm) throws(AhaError) {
    try form.text("url", &url)
    try form.text("license", &license)
    try form.text("genre", &genre)
    try form.text("tags", &tags)
    try form.flag("downloadable", &allowsDownload)
    try form.count("poll_ms", &pollMilliseconds, usual: SoundCloudSettings.usualPoll)
    pollMilliseconds = min(pollMilliseconds, Int64(UInt32.max))
  }

  /// Errors: `invalidArgument`.
  func check() throws(AhaError) {
    let isKnown = SoundCloudSettings.licenses.contains(license)
    guard license.isEmpty || isKnown else {
      throw AhaError(.invalidArgument, "SoundCloud has no license \(license.cut)")
    }
    // A control character in a tag becomes a space; a genre with one is refused.
    if genre.array.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw AhaError(.invalidArgument, "the genre has control characters")
    }
  }
}
