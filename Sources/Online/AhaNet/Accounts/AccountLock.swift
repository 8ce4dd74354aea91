import AhaBase

/// Exclusive lock on an account while it lives: between processes through a lock file, or within
/// this process if the host's store has no such file.
final class AccountLock {
  private final class Name {
    let store: StoreID
    let key: AccountKey

    init(store: StoreID, key: AccountKey) { (self.store, self.key) = (store, key) }
  }

  private static let lock = StaticLock()
  /// Invariant: caller holds `lock`.
  nonisolated(unsafe) private static var names: [Name] = []

  private let file: FileLock?
  private var name: Name?

  /// Errors: `state` (`busy`), those of the file.
  init(
    store: StoreID, key: AccountKey, path: FilePath?, busy: String
  ) throws(AhaError) {
    file = if let path { try FileLock(path, busy: busy) } else { nil }
    // A file lock also excludes other threads of this process, because each opens the file anew.
    if path != nil || store.isNone { return }
    let new = Name(store: store, key: key)
    if !AccountLock.lock.locked({ AccountLock.claim(new) }) { throw AhaError(.state, busy) }
    name = new
  }

  private static func claim(_ new: Name) -> Bool {
    for name in names where name.store == new.store && name.key == new.key {
      return false
    }
    names.append(new)
    return true
  }

  deinit {
    guard let name else { return }
    AccountLock.lock.locked {
      AccountLock.names.removeAll { $0 === name }
    }
  }
}

extension Account {
  /// Waits until no other thread or process changes this account.
  /// Errors: `timeout`, `cancelled`, `released` (the account is closed), those of the file.
  func lockExclusively() throws(AhaError) -> AccountLock {
    let file = try store.lockFile(for: key)
    // Longer than a renewal can take.
    let deadline = Instant.after(milliseconds: 2 * TokenEndpoint.milliseconds)
    let busy = "another process changes \(key.text), and does not end"
    while true {
      do {
        return try AccountLock(store: store.id, key: key, path: file, busy: busy)
      } catch {
        if error.code != .state { throw error }
        if isCancelled { throw AhaError(.cancelled, "\(key.text): cancelled by the host") }
        if closing.isWanted { throw AhaError(.released, "\(key.text) was closed") }
        if Instant.now() > deadline { throw AhaError(.timeout, busy) }
      }
      Instant.pause(milliseconds: 10)
    }
  }
}
