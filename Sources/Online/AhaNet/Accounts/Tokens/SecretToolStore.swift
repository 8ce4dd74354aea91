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
  public convenience init(_ folder: FilePath) throws(AhaError) {
    try self.init(folder, .process)
  }

  init(
    _ folder: FilePath, milliseconds: Int64 = 3000, _ environment: Environment
  ) throws(AhaError) {
    guard let bus = environment.text("DBUS_SESSION_BUS_ADDRESS"), !bus.isEmpty else {
      throw AhaError(.unsupported, "no Secret Service: DBUS_SESSION_BUS_ADDRESS is not set")
    }
    guard let path = ExternalTool.find("secret-tool", path: environment.text("PATH") ?? "") else {
      throw AhaError(.unsupported, "no Secret Service: there is no secret-tool in PATH")
    }
    tool = ExternalTool(path, milliseconds: milliseconds)
    notes = FileStore(SecretToolStore.notes(in: folder))
    _ = try load(try AccountKey("aha", "is it there?"))
  }

  /// Folder of the list of accounts.
  static func notes(in folder: FilePath) -> FilePath { folder / FilePath("secret-service") }

  public func load(_ key: AccountKey) throws(AhaError) -> Secret? {
    let answer = try tool.run(["lookup"] + attributes(key), input: nil)
    if answer.output.count > 0 { return answer.output }
    // "Not found" exits with a failure and no message. If the host reaped the exit status, an empty
    // error output means the same.
    if answer.hasComplained { throw refused("look up", key) }
    return nil
  }

  public func save(_ key: AccountKey, _ record: Secret) throws(AhaError) {
    let label = "--label=aha: \(key.text)"
    let answer = try tool.run(["store", label] + attributes(key), input: record)
    let isStored: Bool
    if let status = answer.status {
      isStored = status == 0
    } else {
      isStored = try load(key)?.isSame(as: record) ?? false
    }
    if !isStored { throw refused("store", key) }
    try notes.save(key, Secret("{\"store\":\"secret-service\"}\n"))
  }

  public func forget(_ key: AccountKey) throws(AhaError) {
    let answer = try tool.run(["clear"] + attributes(key), input: nil)
    if answer.hasComplained { throw refused("clear", key) }
    try notes.forget(key)
  }

  public func accounts() throws(AhaError) -> [AccountKey] { try notes.accounts() }

  public func lockFile(_ key: AccountKey) throws(AhaError) -> FilePath? { try notes.lockFile(key) }

  private func attributes(_ key: AccountKey) -> [String] {
    ["application", "libaha", "provider", key.provider, "account", key.name]
  }

  private func refused(_ what: StaticString, _ key: AccountKey) -> AhaError {
    AhaError(.system, "the Secret Service could not \(what) \(key.text)")
  }
}
