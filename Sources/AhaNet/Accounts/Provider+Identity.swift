import AhaBase

extension Provider {
  /// By whom a token is given, whom it is shown to, and whom it is given to. It is kept with the
  /// token: a record that says otherwise is another application's, or another server's.
  var owner: String {
    let giver = tokenURL.isEmpty ? authorizationURL : tokenURL
    return "\(Provider.origin(giver)) \(Provider.origin(apiURL)) \(clientID)"
  }

  private static func origin(_ url: String) -> String {
    URLParts(url).map { SignIn.origin($0) } ?? "-"
  }

  /// Whether it was described in the same way.
  func isSame(as other: Provider) -> Bool {
    guard texts.elementsEqual(other.texts, by: { $0.hasSameBytes(as: $1) }),
      grants == other.grants, usesBasic == other.usesBasic
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
