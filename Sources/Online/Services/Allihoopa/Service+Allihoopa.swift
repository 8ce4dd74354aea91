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
    var kind = DestinationKind(name: "allihoopa", number: 6, open: AllihoopaDestination.saved)
    kind.limits = .allihoopa
    kind.uncertainCreation = AllihoopaAPI.uncertain
    return kind
  }
}

extension Client {
  public func createAllihoopa(
    _ account: Account, options: AllihoopaSettings
  ) throws(AhaError) -> any Destination {
    try requireOwn(account, named: "account")
    return try AllihoopaDestination(
      name: DestinationName.given(options.name), account: account, settings: options)
  }
}

extension SourceKind {
  static var allihoopa: SourceKind {
    var kind = SourceKind(name: "allihoopa")
    kind.opener = { (destination, client) in
      (destination as? AllihoopaDestination).map {
        AllihoopaOpener(account: $0.api.account, apiURL: $0.api.url, apiKey: client.settings.apiKey)
      }
    }
    kind.destination = { (account) throws(AhaError) in
      try AllihoopaDestination(name: "", account: account)
    }
    kind.idOpener = { (account, client) in
      AllihoopaOpener(account: account, apiKey: client.settings.apiKey)
    }
    return kind
  }
}

extension ProviderKind {
  /// Protocol of the service that closed in 2019, as its clients implemented it, plus `state`.
  static var allihoopa: ProviderKind {
    ProviderKind(name: "allihoopa") { provider in
      provider.authorizationURL = "https://allihoopa.com/account/login"
      provider.apiURL = "https://api.allihoopa.com/v1/graphql"
      provider.redirectURL = "ah-{client_id}://authorize"
      provider.tokenHeader = "PH-Access-Token"
      provider.tokenStyle = ""
      provider.keyHeader = "Allihoopa-API-Key"
      provider.grants = .implicit
      provider.usesProof = false
      provider.authorizationParameters = [HTTPHeader("allow_popups", "false")]
    }
  }
}
