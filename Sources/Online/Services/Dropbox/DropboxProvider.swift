import AhaNet

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
