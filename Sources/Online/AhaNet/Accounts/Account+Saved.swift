import AhaBase
import AhaJSON

/// Accounts in the user's file of destinations: the provider's description and the account's name.
/// Tokens stay in the account's store.
extension Account {
  /// Writes the account into the settings of a destination. Returns the client's secret, unless the
  /// application supplies it each time. Errors: `unsupported` (an account of the host's store, or
  /// of memory).
  public func save(to settings: JSONObject) throws(AhaError) -> SavedSecret? {
    guard store.kind == .file || store.kind == .secretService else {
      throw AhaError(.unsupported, "\(key.text): another process cannot read its token")
    }
    let object = try JSONObject()
    try object.set("provider", .text(key.provider))
    try object.set("name", .text(key.name))
    if store.kind == .secretService { try object.set("store", .text("keyring")) }
    let usual = try client.settings.providers.provider(named: provider.name, hasURL: true)
    try provider.save(to: object, unlike: usual)
    let isApplications = !provider.keyHeader.isEmpty
    if isApplications, provider.clientID.hasSameBytes(as: client.settings.applicationID) {
      try object.set("client_id", .null)
    }
    try settings.set("account", .object(object))
    guard let secret = provider.clientSecret, !isApplications else { return nil }
    return SavedSecret(secret: secret, of: provider.owner)
  }

  /// Opens an account of `save`, or returns the client's open account of that name.
  /// - Parameter secret: The saved secret of an owner.
  /// Errors: `damaged`, `invalidArgument`, `state` (the client has no key), those of the store.
  public static func saved(
    _ settings: JSONSettings, of client: Client,
    secret: (String) throws(AhaError) -> Secret?
  ) throws(AhaError) -> Account {
    let provider = try Provider.saved(settings, among: client.settings.providers)
    let (name, store) = (try settings.text("name"), try settings.text("store"))
    try settings.end()
    let key = try AccountKey(provider: provider.name, name: name.isEmpty ? "default" : name)
    if let open = client.openAccount(for: key) { return open }
    try client.setKey(of: provider)
    if provider.keyHeader.isEmpty { provider.clientSecret = try secret(provider.owner) }
    try provider.findCredentials()
    try provider.check()
    let isKeyring = store.hasSameBytes(as: "keyring")
    let account = try open(
      for: client, provider: provider, name: key.name, kind: isKeyring ? .secretService : .file)
    client.finishArrived(for: account)
    return account
  }
}
