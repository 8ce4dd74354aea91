import AhaNet

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
