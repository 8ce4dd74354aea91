import CAha
import CCli

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
    let count = withCString(path) { cli_read_file($0, &bytes, bytes.count) }
    if count == -ENOENT { return }
    if count < 0 { throw ProviderSettings.failed(path, -count, AHA_ERROR_IO, .input) }
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
      let isFile = endsWithFile(name)
      values[index] = isFile && !value.isEmpty ? try wholePath(value) : value
    }
  }

  /// nil for what was not said.
  func value(_ name: String) -> Bytes? {
    guard let index = ProviderSettings.names.firstIndex(where: { same($0, Bytes(name.utf8)) })
    else { return nil }
    return values[index]
  }

  /// Errors: it can't be written.
  func save(for account: AccountName) throws(Failure) {
    let path = try ProviderSettings.path(account)
    var folder = (path.prefix(upTo: path.lastIndex(of: 0x2f) ?? 0) + [0]).map {
      CChar(bitPattern: $0)
    }
    var error = cli_make_private_folders(&folder)
    let part = path + Bytes(".part".utf8)
    if error == 0 {
      _ = withCString(part) { cli_remove($0) }
      error = withCString(part) { cli_write_file($0, text, text.count) }
    }
    if error == 0 { error = withCString(part) { old in withCString(path) { cli_rename(old, $0) } } }
    if error != 0 { throw ProviderSettings.failed(path, error, AHA_ERROR_IO, .output) }
  }

  private var text: Bytes {
    var text: Bytes = []
    for (index, name) in ProviderSettings.names.enumerated() {
      if let value = values[index] { text += Bytes(name.utf8) + [0x3d] + value + [0x0a] }
    }
    return text
  }

  /// `$XDG_STATE_HOME/aha/providers/…`, where the library keeps tokens too.
  private static func path(_ account: AccountName) throws(Failure) -> Bytes {
    let state = cli_environment("XDG_STATE_HOME").map { bytes(of: $0) } ?? []
    if state.first == 0x2f {
      return state + Bytes("/aha/providers/".utf8) + account.fileName
    }
    guard let home = cli_environment("HOME").map({ bytes(of: $0) }), home.first == 0x2f else {
      throw Failure(
        exit: .output, result: aha_result(AHA_ERROR_NOT_FOUND),
        message: "there is no place for accounts: HOME is not set")
    }
    return home + Bytes("/.local/state/aha/providers/".utf8) + account.fileName
  }

  private static func failed(_ path: Bytes, _ error: Int32, _ code: Int, _ side: Side) -> Failure {
    Failure(
      exit: side == .input ? .input : .output, result: aha_result(code),
      message: shown(path) + ": " + shown(cli_error_text(error)))
  }

  private func endsWithFile(_ name: String) -> Bool {
    Array(name.utf8).suffix(5).elementsEqual("-file".utf8)
  }

  private func wholePath(_ path: Bytes) throws(Failure) -> Bytes {
    if path[0] == 0x2f { return path }
    var whole = [CChar](repeating: 0, count: 4096)
    let error = withCString(path) { cli_whole_path($0, &whole, whole.count) }
    if error != 0 { throw ProviderSettings.failed(path, error, AHA_ERROR_NOT_FOUND, .input) }
    return whole.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }
}
