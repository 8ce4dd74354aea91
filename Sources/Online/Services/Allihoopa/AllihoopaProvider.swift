import AhaNet

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
