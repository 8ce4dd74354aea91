import CAha

/// This program as services know it.
final class Online {
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter application: Whose URLs are opened, and whose drops are listed.
  init(_ caFile: Bytes?, application: Bytes = Bytes("aha".utf8)) throws(Failure) {
    let texts = CTexts()
    var options = aha_client_options_init()
    options.application_id = texts.keep(application)
    options.user_agent = texts.keep(Bytes(("aha/" + AHA_VERSION_TEXT).utf8))
    options.ca_file = texts.keep(caFile)
    options.api_key = texts.keep(environment("AHA_ALLIHOOPA_API_KEY"))
    var pointer: OpaquePointer?
    let result = aha_client_create(&options, &pointer)
    handle = try Handle(pointer, aha_client_release, result, .input, about: caFile ?? [])
    withExtendedLifetime(texts) {}
  }

  /// The account with what is known of its provider.
  func account(_ name: AccountName, _ settings: ProviderSettings) throws(Failure) -> OnlineAccount {
    try OnlineAccount(self, name, settings, grants: 0)
  }

  /// Makes room for further events: what they say is asked for where it is needed.
  func dropEvents() {
    var event = aha_event_init()
    while Int(aha_client_next_event(pointer, &event)) == AHA_OK {}
  }
}

/// An account of the library.
final class OnlineAccount {
  let name: AccountName
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter grants: 0: those that the provider has.
  init(
    _ online: Online, _ name: AccountName, _ settings: ProviderSettings, grants: aha_grant
  ) throws(Failure) {
    self.name = name
    let texts = CTexts()
    var provider = aha_provider_init(texts.keep(name.provider))
    provider.client_id = texts.keep(settings.value("client-id"))
    provider.secret_file = texts.keep(settings.value("client-secret-file"))
    provider.redirect_url = texts.keep(settings.value("redirect"))
    provider.scopes = texts.keep(settings.value("scope"))
    provider.authorization_url = texts.keep(settings.value("authorize-url"))
    provider.token_url = texts.keep(settings.value("token-url"))
    provider.revocation_url = texts.keep(settings.value("revoke-url"))
    provider.api_url = texts.keep(settings.value("api-url"))
    provider.grants = grants
    var options = aha_account_options_init()
    options.name = texts.keep(name.name)
    var pointer: OpaquePointer?
    let result = aha_account_open(online.pointer, &provider, &options, &pointer)
    handle = try Handle(
      pointer, aha_account_release, result, .input, about: Bytes(name.text.utf8))
    withExtendedLifetime(texts) {}
  }

  var isSignedIn: Bool { aha_account_is_signed_in(pointer) != 0 }

  /// - Parameter which: AHA_ACCOUNT_URL …
  func text(_ which: Int) -> Bytes {
    copiedText { aha_account_copy_text(pointer, aha_account_text(which), $0, $1, $2) }
  }

  /// Where its token is.
  var store: String {
    switch Int(aha_account_store(pointer)) {
    case AHA_STORE_SECRET_SERVICE: "keyring"
    default: "file"
    }
  }
}
