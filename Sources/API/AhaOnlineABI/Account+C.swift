import AhaArguments
import AhaBase
import AhaNet
import CAha

extension Account: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_ACCOUNT, noun: "account") }

  public func ended(_ handle: UInt) { client.letGo(of: self, tag: handle) }
}

@c @implementation
public func aha_account_open(
  _ client: OpaquePointer?, _ provider: UnsafePointer<aha_provider>?,
  _ options: UnsafePointer<aha_account_options>?,
  _ outAccount: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outAccount?.pointee = nil
  // Created first: `destroy` must be called even if the other arguments are invalid.
  let known = Sized.known(options, default: aha_account_options_init())
  let keeper = BorrowedData(data: known.user_data, destroy: known.destroy)
  return guardedBlocking { () throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    let out = try required(outAccount, "out_account")
    let fields = try Sized.read(options, "options", default: aha_account_options_init())
    try requireZero(fields.reserved, "options")
    let store = try fields.hostStore(keeper)
    let opened = try Account.open(
      for: host, provider: host.provider(from: provider), name: fields.accountName(),
      kind: fields.kind(),
      host: store.map { $0.tokenStore })
    out.pointee = try opened.handle(client)
    host.finishArrived(for: opened)
  }
}

extension Account {
  /// Returns the account's handle with one more owner; creates it if needed. Errors: `state` (open
  /// with another description of its provider), `released`.
  func handle(_ client: OpaquePointer?) throws(AhaError) -> OpaquePointer? {
    let open = try self.client.admit(
      self, isNamed: { HandleTable.retain($0.tag.value) },
      attach: { (account) throws(AhaError) in
        account.tag.value = try Handle.make(account, parent: client)
      })
    return OpaquePointer(bitPattern: open.tag.value)
  }
}

extension Handle {
  /// Passes an account to the host, which may have it already.
  static func give(
    _ account: Account, to out: UnsafeMutablePointer<OpaquePointer?>, parent: OpaquePointer?
  ) throws(AhaError) {
    out.pointee = try account.handle(parent)
  }
}

extension aha_account_options {
  fileprivate func accountName() throws(AhaError) -> String {
    let name = Text.optional(self.name) ?? "default"
    guard (1...100).contains(name.utf8.count) else {
      throw AhaError(.invalidArgument, "name has \(name.utf8.count) bytes, not 1 to 100")
    }
    return name
  }

  fileprivate func kind() throws(AhaError) -> TokenStoreKind {
    if store == aha_store_kind(AHA_STORE_AUTO) { return .file }
    return try known(store, "store")
  }

  fileprivate func hostStore(_ keeper: BorrowedData) throws(AhaError) -> HostTokens? {
    guard store == aha_store_kind(AHA_STORE_HOST) else { return nil }
    let functions = try Sized.read(
      required(callbacks, "callbacks"), "callbacks", default: aha_store_callbacks_init())
    return try HostTokens(functions: functions, borrowed: keeper)
  }
}

// MARK: Signing in

extension Account.SignInOptions {
  init(_ options: UnsafePointer<aha_sign_in_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_sign_in_options_init())
    try requireZero(fields.reserved, "options")
    guard fields.grant <= Provider.Grants.known, fields.grant.nonzeroBitCount < 2 else {
      throw AhaError(.invalidArgument, "grant \(Int(fields.grant)) is not one of them")
    }
    grant = Provider.Grants(rawValue: fields.grant)
    browser.milliseconds = time(fields.timeout_ms) ?? browser.milliseconds
    browser.mayListen = fields.no_listener == 0
    user = Text.credential(fields.user)
    password = Secret(given: Text.optional(fields.password))
  }
}

extension Account {
  func setToken(_ given: UnsafePointer<aha_token>) throws(AhaError) {
    let token = try Sized.read(given, "token", default: aha_token_init())
    try signIn(
      token: token.accessToken(), refresh: Secret(given: Text.optional(token.refresh)),
      scope: Text.optional(token.scopes) ?? "", lifetime: Int64(clamping: token.lifetime_s))
  }
}

extension aha_token {
  /// Errors: `invalidArgument` (none, or two), those of the file.
  fileprivate func accessToken() throws(AhaError) -> Secret {
    let given = Secret(given: Text.optional(access))
    guard let file else {
      if let given { return given }
      throw AhaError(.invalidArgument, "no token: neither access nor file is set")
    }
    if given != nil {
      throw AhaError(.invalidArgument, "two tokens: access and file are both set")
    }
    return try Secret.privateLine(of: FilePath(file))
  }
}

// MARK: Queries

extension Account {
  func startRefresh(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    try startRenewal(prepare: prepare)
  }

  var url: String { authorizationURL }
  func copyProvider() -> String { key.provider }
  var name: String { key.name }
}

extension aha_account_info {
  init(_ account: Account) {
    self = aha_account_info_init()
    store = account.store.kind.rawValue
    is_signed_in = account.isSignedIn ? 1 : 0
  }
}
