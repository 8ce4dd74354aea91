import AhaBase
import AhaDrop
import AhaNet
import AhaSync

extension Service {
  static var allihoopa: Service {
    Service(provider: .allihoopa, destination: .allihoopa, source: .allihoopa)
  }
}

extension DestinationKind {
  static var allihoopa: DestinationKind {
    var kind = DestinationKind("allihoopa", 6, open: AllihoopaDestination.saved)
    kind.limits = .allihoopa
    kind.uncertainCreation = AllihoopaAPI.uncertain
    return kind
  }
}

extension Client {
  public func createAllihoopa(
    _ account: Account, _ options: AllihoopaSettings
  ) throws(AhaError) -> any Destination {
    try requireOwn(account, "account")
    return try AllihoopaDestination(DestinationName.given(options.name), account, options)
  }
}

extension SourceKind {
  static var allihoopa: SourceKind {
    var kind = SourceKind("allihoopa")
    kind.opener = { (destination, client) in
      (destination as? AllihoopaDestination).map {
        AllihoopaOpener($0.api.account, apiURL: $0.api.url, apiKey: client.settings.apiKey)
      }
    }
    kind.destination = { (account) throws(AhaError) in try AllihoopaDestination("", account) }
    kind.idOpener = { (account, client) in
      AllihoopaOpener(account, apiKey: client.settings.apiKey)
    }
    return kind
  }
}
