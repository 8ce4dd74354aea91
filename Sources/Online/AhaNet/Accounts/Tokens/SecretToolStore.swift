import AhaBase

/// The desktop's Secret Service, through the `secret-tool` command.
///
/// The library would load GLib into every host. Files list the existing accounts, because the
/// command's list prints the secrets too.
public final class SecretToolStore: TokenStore {
  public let kind = TokenStoreKind.secretService
  private let tool: ExternalTool
  private let notes: FileStore

  /// - Parameter folder: The folder that a FileStore would use.
  /// Errors: `unsupported` (no session bus, or no such command), `timeout` (no reply in 3 s),
  /// `system` (the service refuses).
  public convenience init(in folder: FilePath) throws(AhaError) {
    try self.init(folder: folder, environment: .process)
  }

  init(
    folder: FilePath, milliseconds: Int64 = 3000, environment: Environment
  ) throws(AhaError) {
    guard let bus = environment.text(named: "DBUS_SESSION_BUS_ADDRESS"), !bus.isEmpty else {
      throw AhaError(.unsupported, "no Secret Service: DBUS_SESSION_BUS_ADDRESS is not set")
    }
    guard
      let path = ExternalTool.find(
        named: "secret-tool", path: environment.text(named: "PATH") ?? "")
    else {
      throw AhaError(.unsupported, "no Secret Service: there is no secret-tool in PATH")
    }
    tool = ExternalTool(path: path, milliseconds: milliseconds)
    notes = FileStore(folder: SecretToolStore.notes(in: folder))
    _ = try load(for: try AccountKey(provider: "aha", name: "is it there?"))
  }

  /// Folder of the list of accounts.
  static func notes(in folder: FilePath) -> FilePath { folder / FilePath("secret-service") }

  public func load(for key: AccountKey) throws(AhaError) -> Secret? {
    let answer = try tool.run(with: ["lookup"] + attributes(of: key), input: nil)
    if answer.output.count > 0 { return answer.output }
    // "Not found" exits with a failure and no message. If the host reaped the exit status, an empty
    // error output means the same.
    if answer.hasComplained { throw refused("look up", key: key) }
    return nil
  }

  public func save(_ key: AccountKey, record: Secret) throws(AhaError) {
    let label = "--label=aha: \(key.text)"
    let answer = try tool.run(with: ["store", label] + attributes(of: key), input: record)
    let isStored: Bool
    if let status = answer.status {
      isStored = status == 0
    } else {
      isStored = try load(for: key)?.isSame(as: record) ?? false
    }
    if !isStored { throw refused("store", key: key) }
    try notes.save(key, record: Secret("{\"store\":\"secret-service\"}\n"))
  }

  public func forget(_ key: AccountKey) throws(AhaError) {
    let answer = try tool.run(with: ["clear"] + attributes(of: key), input: nil)
    if answer.hasComplained { throw refused("clear", key: key) }
    try notes.forget(key)
  }

  public func accounts() throws(AhaError) -> [AccountKey] { try notes.accounts() }

  public func lockFile(for key: AccountKey) throws(AhaError) -> FilePath? {
    try notes.lockFile(for: key)
  }

  private func attributes(of key: AccountKey) -> [String] {
    ["application", "libaha", "provider", key.provider, "account", key.name]
  }

  private func refused(_ what: StaticString, key: AccountKey) -> AhaError {
    AhaError(.system, "the Secret Service could not \(what) \(key.text)")
  }
}
