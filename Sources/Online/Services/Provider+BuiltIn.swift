import AhaBase

extension Provider {
  /// The providers that libaha knows.
  private static var described: [(name: StaticString, describe: (Provider) -> Void)] {
    [
      ("soundcloud", { $0.describeSoundCloud() }), ("dropbox", { $0.describeDropbox() }),
      ("allihoopa", { $0.describeAllihoopa() }), ("oauth2", { $0.revocation = .form }),
    ]
  }

  /// One of `described`. The host can replace every URL. Errors: `notFound`.
  public static func builtIn(_ name: String) throws(AhaError) -> Provider {
    let provider = try Provider(name)
    var known = ""
    for one in described {
      if name == one.name.text {
        one.describe(provider)
        return provider
      }
      known += (known.isEmpty ? "" : ", ") + one.name.text
    }
    throw AhaError(.notFound, "no provider \(name): there are \(known)")
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
