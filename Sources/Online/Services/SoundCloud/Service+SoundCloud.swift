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
