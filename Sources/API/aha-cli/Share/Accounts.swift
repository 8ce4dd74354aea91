struct AccountName {
  let provider: Bytes
  /// "default" if it is left out.
  let name: Bytes

  init(_ text: Bytes, for verb: Verb) throws(Failure) {
    let slash = text.firstIndex(of: 0x2f) ?? text.count
    provider = Bytes(text[..<slash])
    name = slash < text.count ? Bytes(text[(slash + 1)...]) : "default".array
    if provider.isEmpty || name.isEmpty {
      throw verb.usage(
        "\"\(text)\" is no account: PROVIDER or PROVIDER/NAME, as soundcloud/band")
    }
  }

  var text: String { same("default", name) ? shown(provider) : "\(provider)/\(name)" }

  /// A file name: bytes but letters, digits, "-", "_" and "." are in hexadecimal.
  var fileName: Bytes { escaped(provider) + [0x2b] + escaped(name) }

  private func escaped(_ bytes: Bytes) -> Bytes {
    bytes.enumerated().flatMap { (index, byte) -> Bytes in
      let isDot = byte == 0x2e && index > 0
      if isAlphanumeric(byte) || byte == 0x2d || byte == 0x5f || isDot { return [byte] }
      return (byte < 16 ? "%0" : "%").array + String(byte, radix: 16, uppercase: true).array
    }
  }
}

let logoutVerb = Verb(
  "logout", synopsis: "PROVIDER[/NAME]",
  summary: "Sign out: revoke the token at the service, and forget it",
  details: """
    The token is deleted here even if the service does not revoke it; the exit
    code says whether it did. The options of \(program) login stay.
    """, operands: (1...1, "logout needs one account"), options: networkOptions
) { (arguments, console) throws(Failure) in
  let name = try AccountName(arguments.operands[0], for: logoutVerb)
  let settings = try ProviderSettings(of: name)
  let online = try Online(arguments, caFile: settings.caFile)
  let account = try OnlineAccount(online, name: name, settings: settings)
  // A token that cannot be used is deleted too.
  let wasSaved = try isSaved(name, online: online)
  guard account.info.is_signed_in != 0 || wasSaved else {
    throw Failure(.network, code: AHA_ERROR_NOT_SIGNED_IN, name.text + ": no account is signed in")
  }
  try console.run(.input, about: name.text.array) { aha_account_sign_out(account.pointer, $0) }
  if try isSaved(name, online: online) {
    throw Failure(
      .network, code: AHA_ERROR_NOT_SIGNED_IN,
      name.text + ": the stored token is of another client id or server, and stays")
  }
  console.print("signed out at " + name.text)
}

private func isSaved(_ name: AccountName, online: Online) throws(Failure) -> Bool {
  try savedAccounts(of: online).contains { $0.provider == name.provider && $0.name == name.name }
}

let accountsVerb = Verb(
  "accounts", synopsis: "", summary: "List the accounts that are signed in",
  operands: (0...0, "accounts takes no argument"), options: [.json]
) { (_, console) throws(Failure) in
  for account in try savedAccounts(of: Online(nil)) {
    console.print(
      ["provider": .name(account.provider), "name": .name(account.name)], or: account.text)
  }
}

func savedAccounts(of online: Online) throws(Failure) -> [AccountName] {
  let all = try indices(aha_account_saved_count(online.pointer), .input) {
    aha_account_saved_copy_text(
      online.pointer, 0, aha_account_text(AHA_ACCOUNT_NAME), nil, 0, nil)
  }
  return try all.map { (index) throws(Failure) in
    let parts = [AHA_ACCOUNT_PROVIDER, AHA_ACCOUNT_NAME].map { which in
      copiedText {
        aha_account_saved_copy_text(online.pointer, index, aha_account_text(which), $0, $1, $2)
      }
    }
    return try AccountName(parts[0] + [0x2f] + parts[1], for: accountsVerb)
  }
}

/// The options of `aha login` that later commands use.
let providerSettings: [Setting<aha_provider>] = [
  Setting("--client-id ID", "as the provider knows the application") { $0.client_id = $1.c },
  Setting("--client-secret-file FILE", "its first line is the secret") { $0.secret_file = $1.c },
  Setting("--redirect URL", "as registered, as http://127.0.0.1:8765/cb") {
    $0.redirect_url = $1.c
  },
  Setting("--scope SCOPES", "requested scopes, separated by spaces") { $0.scopes = $1.c },
  Setting("--authorize-url URL", "page for the user's consent") { $0.authorization_url = $1.c },
  Setting("--token-url URL", "issues tokens") { $0.token_url = $1.c },
  Setting("--revoke-url URL", "revokes tokens") { $0.revocation_url = $1.c },
  Setting("--device-url URL", "gives the codes of --device") { $0.device_url = $1.c },
  Setting("--api-url URL", "base of the resources") { $0.api_url = $1.c },
  Setting("--basic", "send the client's id and secret by Basic, not in the form") {
    $0.use_basic = $1.whole()
  },
  Setting("--token-style WORD", "word before the token; else Bearer") { $0.token_style = $1.c },
  Setting("--token-header NAME", "header of the token; else Authorization") {
    $0.token_header = $1.c
  },
  Setting("--authorize-parameters NAME=VALUE&...", "added to the authorize URL, encoded") {
    $0.authorization_parameters = $1.c
  },
  Setting("--token-parameters NAME=VALUE&...", "added to requests for a token") {
    $0.token_parameters = $1.c
  },
  Setting("--omit-state", "the server's redirect has no state") { $0.omit_state = $1.whole() },
  // The client takes this one.
  Setting(.caFile) { (_, _) in },
]

extension Option {
  static let caFile = Option("--ca-file FILE", "PEM file of authorities, in place of the system's")
}

/// Options of `aha login`, kept in a file for each account beside the tokens: lines of NAME=VALUE.
/// A secret is never in it: only the name of its file.
struct ProviderSettings {
  /// In the order of `providerSettings`.
  private var values: [Bytes?] = providerSettings.map { _ in nil }
  private let path: FilePath

  /// Reads the file; empty if it is missing.
  init(of account: AccountName) throws(Failure) {
    do throws(AhaError) {
      path = try UserFolder.state.path() / FilePath("providers") / FilePath(account.fileName.c)
    } catch { throw Failure(error) }
    var bytes = Bytes(repeating: 0, count: 65536)
    guard let file = path.withCString({ fopen($0, "re") }) else {
      if cli_error(-1) == ENOENT { return }
      throw Failure.system(cli_error(-1), about: path.text.array, exit: .input)
    }
    let count = fread(&bytes, 1, bytes.count, file)
    fclose(file)
    for line in bytes.prefix(count).split(separator: 0x0a) {
      let (name, value) = splitAtEqualsSign(line)
      let index = providerSettings.firstIndex { same($0.option.name, "--".array + name) }
      if let index, let value { values[index] = value }
    }
  }

  /// Options on the command line replace the kept ones. File names are made absolute.
  mutating func update(from arguments: Arguments) throws(Failure) {
    for (index, setting) in providerSettings.enumerated() {
      let name = setting.option.name
      guard let value = arguments.value(name) else { continue }
      if value.contains(where: { $0 < 0x20 }) {
        throw .usage(name + " \"\(value)\" has control characters")
      }
      values[index] = name.hasSuffix("-file") && !value.isEmpty ? try wholePath(value) : value
    }
  }

  /// An account with a ready token needs no client id of its own.
  mutating func setClientID(orElse id: Bytes) {
    let index = providerSettings.firstIndex { $0.option.name == "--client-id" }
    if let index, values[index] == nil { values[index] = id }
  }

  var caFile: Bytes? { values[providerSettings.count - 1] }

  func fill(_ provider: inout aha_provider) throws(Failure) {
    for (setting, value) in zip(providerSettings, values) {
      if let value { try setting.put(&provider, Value(text: value)) }
    }
  }

  func save() throws(Failure) {
    var text: Bytes = []
    for (setting, value) in zip(providerSettings, values) {
      guard let value else { continue }
      text += Bytes(setting.option.name.utf8.dropFirst(2)) + [0x3d] + value + [0x0a]
    }
    do throws(AhaError) {
      try Disk.makeFolders(path.folder, mode: 0o700)
      try path.replace(with: text)
    } catch { throw Failure(error) }
  }
}

/// An absolute path, also of a file that does not exist yet.
func wholePath(_ path: Bytes) throws(Failure) -> Bytes {
  if path.first == 0x2f { return path }
  var folder = [CChar](repeating: 0, count: 4096)
  if getcwd(&folder, folder.count) == nil { throw .system(cli_error(-1), about: path) }
  let here = bytes(of: folder)
  if same(".", path) { return here }
  var rest = path[...]
  while rest.begins(with: "./") { rest = rest.dropFirst(2) }
  return here + (here.last == 0x2f ? [] : [0x2f]) + rest
}

func isThere(_ path: Bytes) -> Bool { access(path.c, F_OK) == 0 }

/// A variable of the environment; nil if it is not set, or empty.
func environment(_ name: String) -> Bytes? {
  getenv(name).map { bytes(of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
