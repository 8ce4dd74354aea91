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
    var kind = DestinationKind("soundcloud", 5, open: SoundCloudDestination.saved)
    // Source: SoundCloud's help, "Uploading requirements": 24 hours of sound.
    kind.limits.length = 86_400_000_000
    return kind
  }
}

extension Client {
  public func createSoundcloud(
    _ account: Account, _ options: SoundCloudSettings
  ) throws(AhaError) -> any Destination {
    try requireOwn(account, "account")
    return try SoundCloudDestination(DestinationName.given(options.name), account, options)
  }
}

extension SourceKind {
  static var soundCloud: SourceKind {
    var kind = SourceKind("soundcloud")
    // A track's sound can be replaced.
    kind.hasLastingHashes = false
    kind.catalogue = { (destination, client) in
      (destination as? SoundCloudDestination).map { SoundCloudCatalogue($0, client) }
    }
    kind.opener = { (destination, client) in
      (destination as? SoundCloudDestination).map { SoundCloudCatalogue($0, client) }
    }
    kind.destination = { (account) throws(AhaError) in try SoundCloudDestination("", account) }
    return kind
  }
}
