import AhaBase

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
      tokenHeader, tokenStyle,
    ]
  }
}
