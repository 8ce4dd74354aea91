import AhaBase

extension Provider {
  /// A provider that libaha knows: soundcloud, dropbox, allihoopa, oauth2. The host can replace
  /// every URL. Errors: `notFound`.
  public static func builtIn(_ name: String) throws(AhaError) -> Provider {
    let provider = try Provider(name)
    if name == "soundcloud" {
      provider.describeSoundCloud()
    } else if name == "dropbox" {
      provider.describeDropbox()
    } else if name == "allihoopa" {
      provider.describeAllihoopa()
    } else if name == "oauth2" {
      provider.revocation = .form
    } else {
      throw AhaError(
        .notFound, "no provider \(name): there are soundcloud, dropbox, allihoopa, oauth2")
    }
    return provider
  }

  /// Source: developers.soundcloud.com/docs/api/guide. The redirect URL must be the registered one.
  private func describeSoundCloud() {
    authorizationURL = "https://secure.soundcloud.com/authorize"
    tokenURL = "https://secure.soundcloud.com/oauth/token"
    revocationURL = "https://secure.soundcloud.com/sign-out"
    apiURL = "https://api.soundcloud.com"
    tokenStyle = "OAuth"
    grants = [.code, .client]
    revocation = .json
  }

  /// Source: dropbox.com/developers/documentation/http/documentation.
  private func describeDropbox() {
    authorizationURL = "https://www.dropbox.com/oauth2/authorize"
    tokenURL = "https://api.dropboxapi.com/oauth2/token"
    revocationURL = "https://api.dropboxapi.com/2/auth/token/revoke"
    apiURL = "https://api.dropboxapi.com"
    otherAPIURLs = ["https://content.dropboxapi.com", "https://notify.dropboxapi.com"]
    grants = .code
    // Dropbox accepts registered redirect URLs only.
    showsCodes = true
    revocation = .bearer
    // Without it, Dropbox sends no refresh token.
    authorizationParameters = [HTTPHeader("token_access_type", "offline")]
  }

  /// Protocol of the service that closed in 2019, as its clients implemented it, plus `state`.
  private func describeAllihoopa() {
    authorizationURL = "https://allihoopa.com/account/login"
    apiURL = "https://api.allihoopa.com/v1/graphql"
    redirectURL = "ah-{client_id}://authorize"
    tokenHeader = "PH-Access-Token"
    tokenStyle = ""
    keyHeader = "Allihoopa-API-Key"
    grants = .implicit
    usesProof = false
    authorizationParameters = [HTTPHeader("allow_popups", "false")]
  }
}
