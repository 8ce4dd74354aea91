import CAha
import CCli

/// An account as it is called on the command line: PROVIDER or PROVIDER/NAME.
struct AccountName {
  let provider: Bytes
  /// "default", unless it is said.
  let name: Bytes

  init(_ text: Bytes, for verb: Verb) throws(Failure) {
    let slash = text.firstIndex(of: 0x2f) ?? text.count
    provider = Bytes(text[..<slash])
    name = slash < text.count ? Bytes(text[(slash + 1)...]) : "default".bytes
    if provider.isEmpty || name.isEmpty {
      throw verb.usage(
        "\"" + shown(text) + "\" is no account: PROVIDER or PROVIDER/NAME, as soundcloud/band")
    }
  }

  var text: String { same("default", name) ? shown(provider) : shown(provider) + "/" + shown(name) }

  /// A name for a file: what is no letter, digit, "-", "_" or "." is in hexadecimal.
  var fileName: Bytes { escaped(provider) + [0x2b] + escaped(name) }

  private func escaped(_ bytes: Bytes) -> Bytes {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: Bytes = []
    for byte in bytes {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || byte == 0x2d || byte == 0x5f || (byte == 0x2e && !result.isEmpty)
      result += isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return result
  }
}

let logoutVerb = Verb(
  "logout", "PROVIDER[/NAME]", "Sign out: revoke the token at the service, and forget it",
  details: """
    It is forgotten whatever the service says; when that did not revoke it, the
    exit code says so. What is remembered of the provider stays.
    """
) { (arguments, console) throws(Failure) in
  let name = try AccountName(arguments.only("logout needs one account"), for: logoutVerb)
  let settings = try ProviderSettings(of: name)
  let online = try Online(settings.value("ca-file"))
  let account = try online.account(name, settings)
  guard account.isSignedIn else {
    throw Failure(.network, AHA_ERROR_NOT_SIGNED_IN, name.text + ": nobody is signed in")
  }
  try console.run(.input, about: name.text.bytes) { aha_account_sign_out(account.pointer, $0) }
  console.print("signed out at " + name.text)
}

let accountsVerb = Verb("accounts", "", "List the accounts that are signed in", options: [.json]) {
  (arguments, console) throws(Failure) in
  if !arguments.operands.isEmpty { throw arguments.usage("accounts takes no argument") }
  for account in try keptAccounts(Online(nil)) {
    console.print(
      ["provider": .name(account.provider), "name": .name(account.name)], or: account.text)
  }
}

/// What `aha login` was told of a provider, kept for later commands: lines of NAME=VALUE, in a file
/// for each account beside the tokens. A secret is never in it: only the name of the file it is in.
struct ProviderSettings {
  /// The options of `aha login` that are kept, by their names without dashes.
  static let names = [
    "client-id", "client-secret-file", "redirect", "scope", "authorize-url", "token-url",
    "revoke-url", "api-url", "ca-file",
  ]
  private static let mostBytes = 65536

  private var values: [Bytes?] = ProviderSettings.names.map { _ in nil }

  /// What was kept of an account; nothing, when there is nothing.
  init(of account: AccountName) throws(Failure) {
    let path = try ProviderSettings.path(account)
    var bytes = Bytes(repeating: 0, count: ProviderSettings.mostBytes)
    let count = cli_read_file(path.c, &bytes, bytes.count)
    if count == -ENOENT { return }
    if count < 0 { throw Failure.system(-count, about: path, .input) }
    for line in bytes.prefix(Int(count)).split(separator: 0x0a) { add(line) }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    guard let sign = line.firstIndex(of: 0x3d) else { return }
    let name = Bytes(line[..<sign])
    guard let index = ProviderSettings.names.firstIndex(where: { same($0, name) }) else { return }
    values[index] = Bytes(line[(sign + 1)...])
  }

  /// What is said now goes over what was kept. Names of files are made whole ones.
  mutating func take(_ arguments: Arguments) throws(Failure) {
    for (index, name) in ProviderSettings.names.enumerated() {
      guard let value = arguments.value("--" + name) else { continue }
      if value.contains(where: { $0 < 0x20 }) {
        throw .usage("--" + name + " \"" + shown(value) + "\" has control characters")
      }
      let isFile = name.hasSuffix("-file")
      values[index] = isFile && !value.isEmpty ? try wholePath(value) : value
    }
  }

  /// nil for what was not said.
  func value(_ name: String) -> Bytes? {
    guard let index = ProviderSettings.names.firstIndex(of: name) else { return nil }
    return values[index]
  }

  func save(for account: AccountName) throws(Failure) {
    try replaceFile(ProviderSettings.path(account), text)
  }

  private var text: Bytes {
    var text: Bytes = []
    for (index, name) in ProviderSettings.names.enumerated() {
      if let value = values[index] { text += name.bytes + [0x3d] + value + [0x0a] }
    }
    return text
  }

  /// `$XDG_STATE_HOME/aha/providers/…`, where the library keeps tokens too.
  private static func path(_ account: AccountName) throws(Failure) -> Bytes {
    let state = try userFolder("XDG_STATE_HOME", ".local/state")
    return state + "/aha/providers/".bytes + account.fileName
  }

  private func wholePath(_ path: Bytes) throws(Failure) -> Bytes {
    if path[0] == 0x2f { return path }
    var whole = [CChar](repeating: 0, count: 4096)
    let error = cli_whole_path(path.c, &whole, whole.count)
    if error != 0 { throw Failure.system(error, about: path, .input) }
    return whole.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}

/// A folder of the XDG Base Directory Specification, which need not be there.
func userFolder(_ variable: String, _ inHome: String) throws(Failure) -> Bytes {
  if let set = environment(variable), set.first == 0x2f { return set }
  if let home = environment("HOME"), home.first == 0x2f { return home + Bytes(("/" + inHome).utf8) }
  throw Failure(.output, AHA_ERROR_NOT_FOUND, "neither " + variable + " nor HOME is set")
}

/// Writes a file for this user, and the folders that it is in: it is there when it is whole.
func replaceFile(_ path: Bytes, _ text: Bytes) throws(Failure) {
  var folder = (path.prefix(upTo: path.lastIndex(of: 0x2f) ?? 0) + [0]).map {
    CChar(bitPattern: $0)
  }
  var error = cli_make_private_folders(&folder)
  let part = path + ".part".bytes
  if error == 0 {
    _ = cli_remove(part.c)
    error = cli_write_file(part.c, text, text.count)
  }
  if error == 0 { error = cli_rename(part.c, path.c) }
  if error != 0 { throw .system(error, about: path) }
}
