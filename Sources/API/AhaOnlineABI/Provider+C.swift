import AhaArguments
import AhaBase
import AhaNet
import CAha

extension Client {
  /// Builds a provider from the host's options; omitted fields are those of the built-in one.
  /// Errors: `invalidArgument`, `state` (the client has no api_key), those of files.
  func provider(from given: UnsafePointer<aha_provider>?) throws(AhaError) -> Provider {
    let fields = try Sized.read(
      required(given, "provider"), "provider", default: aha_provider_init(nil))
    let provider = try settings.providers.provider(
      named: Text.given(fields.name, "provider->name"), hasURL: fields.hasURL)
    fields.setURLs(of: provider)
    try fields.setTexts(of: provider)
    try setKey(of: provider)
    try fields.setCredentials(of: provider)
    try provider.check()
    if fields.require_scheme != 0 { try provider.requireScheme() }
    return provider
  }
}

extension aha_provider {
  fileprivate var hasURL: Bool { authorization_url != nil || token_url != nil }

  fileprivate func setURLs(of provider: Provider) {
    if let url = Text.optional(authorization_url) { provider.authorizationURL = url }
    if let url = Text.optional(token_url) { provider.tokenURL = url }
    if let url = Text.optional(revocation_url) { provider.revocationURL = url }
    if let url = Text.optional(device_url) { provider.deviceURL = url }
    if let url = Text.optional(api_url) { provider.apiURL = url }
    if let url = Text.optional(redirect_url) { provider.redirectURL = url }
  }

  fileprivate func setTexts(of provider: Provider) throws(AhaError) {
    if let scopes = Text.optional(scopes) { provider.scopes = scopes }
    if let style = Text.optional(token_style) { provider.tokenStyle = style }
    if let header = Text.optional(token_header) { provider.tokenHeader = header }
    if let id = Text.credential(client_id) { provider.clientID = id }
    if let query = Text.optional(authorization_parameters) { provider.authorizationQuery = query }
    if let query = Text.optional(token_parameters) { provider.tokenQuery = query }
    guard grants <= Provider.Grants.known else {
      throw AhaError(.invalidArgument, "grants \(Int(grants)) has an unknown one")
    }
    if grants != 0 { provider.grants = Provider.Grants(rawValue: grants) }
    if use_basic != 0 {
      (provider.clientAuthentication, provider.ownAuthentication) = (.basic, .basic)
    }
    provider.omitsState = omit_state != 0
  }

  fileprivate func setCredentials(of provider: Provider) throws(AhaError) {
    if let secret = Text.credential(client_secret) {
      provider.clientSecret = Secret(secret)
    } else if let secret_file {
      try provider.readSecret(from: FilePath(secret_file))
    }
    try provider.findCredentials()
  }
}
