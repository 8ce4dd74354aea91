import AhaBase
import AhaJSON

/// A secret that may be sent only to the servers that it was saved for.
public struct SavedSecret {
  /// The destination's address, or the account's servers and client id.
  public let owner: String
  public let secret: Secret

  public init(secret: Secret, of owner: String) { (self.secret, self.owner) = (secret, owner) }
}

/// Descriptions of providers in the user's file of destinations.
extension Provider {
  private struct SavedText {
    let key: StaticString
    let get: (Provider) -> String
    let set: (Provider, String) -> Void
  }

  /// Keys are the fields of aha_provider.
  private static var savedTexts: [SavedText] {
    [
      SavedText(key: "authorization_url", get: { $0.authorizationURL }) {
        $0.authorizationURL = $1
      },
      SavedText(key: "token_url", get: { $0.tokenURL }) { $0.tokenURL = $1 },
      SavedText(key: "device_url", get: { $0.deviceURL }) { $0.deviceURL = $1 },
      SavedText(key: "revocation_url", get: { $0.revocationURL }) { $0.revocationURL = $1 },
      SavedText(key: "api_url", get: { $0.apiURL }) { $0.apiURL = $1 },
      SavedText(key: "client_id", get: { $0.clientID }) { $0.clientID = $1 },
      SavedText(key: "redirect_url", get: { $0.redirectURL }) { $0.redirectURL = $1 },
      SavedText(key: "scopes", get: { $0.scopes }) { $0.scopes = $1 },
      SavedText(key: "token_style", get: { $0.tokenStyle }) { $0.tokenStyle = $1 },
      SavedText(key: "token_header", get: { $0.tokenHeader }) { $0.tokenHeader = $1 },
      SavedText(key: "authorization_parameters", get: { $0.authorizationQuery }) {
        $0.authorizationQuery = $1
      },
      SavedText(key: "token_parameters", get: { $0.tokenQuery }) { $0.tokenQuery = $1 },
    ]
  }

  /// Writes the settings that differ from those of a provider of the same name, without the secret.
  func save(to settings: JSONObject, unlike usual: Provider) throws(AhaError) {
    for text in Provider.savedTexts where !text.get(self).hasSameBytes(as: text.get(usual)) {
      try settings.set(text.key, .text(text.get(self)))
    }
    if grants != usual.grants { try settings.set("grants", .integer(Int64(grants.rawValue))) }
    if case .basic = clientAuthentication { try settings.set("uses_basic", .flag(true)) }
    if omitsState { try settings.set("omits_state", .flag(true)) }
  }

  /// Errors: `damaged`, `invalidArgument`.
  static func saved(
    _ settings: JSONSettings, among kinds: [ProviderKind]
  ) throws(AhaError) -> Provider {
    let provider = try kinds.provider(named: settings.text("provider"), hasURL: true)
    for text in savedTexts {
      if let value = try settings.optionalText(text.key) { text.set(provider, value) }
    }
    let grants = try settings.count("grants")
    if grants > Grants.known { throw AhaError(.damaged, "\"grants\" has an unknown one") }
    if grants > 0 { provider.grants = Grants(rawValue: UInt32(grants)) }
    if try settings.flag("uses_basic") {
      (provider.clientAuthentication, provider.ownAuthentication) = (.basic, .basic)
    }
    provider.omitsState = try settings.flag("omits_state")
    return provider
  }
}

extension Client {
  /// Sets the credentials of a provider with a key header: the application's identifier and key.
  /// Errors: `state` (the client has no key).
  public func setKey(of provider: Provider) throws(AhaError) {
    if provider.keyHeader.isEmpty { return }
    guard let key = settings.apiKey else {
      throw AhaError(.state, "the client has no api_key, which \(provider.name) needs")
    }
    if provider.clientID.isEmpty { provider.clientID = settings.applicationID }
    provider.clientSecret = key
  }
}

extension Provider {
  /// Issuer, audience and client of a token. Stored with the token: a record with another owner
  /// belongs to another application or server.
  public var owner: String {
    let giver = tokenURL.isEmpty ? authorizationURL : tokenURL
    return "\(Provider.origin(of: giver)) \(Provider.origin(of: apiURL)) \(clientID)"
  }

  private static func origin(of url: String) -> String {
    URLParts(url).map { SignIn.origin(of: $0) } ?? "-"
  }

  /// True if both descriptions are equal.
  func isSame(as other: Provider) -> Bool {
    guard texts.elementsEqual(other.texts, by: { $0.hasSameBytes(as: $1) }),
      grants == other.grants, usesBasic == other.usesBasic, omitsState == other.omitsState
    else { return false }
    guard let clientSecret, let secret = other.clientSecret else {
      return clientSecret == nil && other.clientSecret == nil
    }
    return clientSecret.isSame(as: secret)
  }

  private var usesBasic: Bool {
    if case .basic = clientAuthentication { return true }
    return false
  }

  private var texts: [String] {
    [
      name, authorizationURL, tokenURL, revocationURL, apiURL, clientID, redirectURL, scopes,
      tokenHeader, tokenStyle, deviceURL, authorizationQuery, tokenQuery,
    ]
  }
}
