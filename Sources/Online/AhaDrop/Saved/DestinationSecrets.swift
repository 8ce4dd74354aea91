import AhaBase
import AhaNet

/// Secrets of saved destinations: each in a file of mode 0600, or in the desktop's keyring.
///
/// A record is the owner's text, a line feed and the secret. A secret is used for its owner alone:
/// a changed address in the list does not get the password of another server.
struct DestinationSecrets {
  let folder: FilePath

  /// Returns the store's word in the list. If the keyring does not answer, the file replaces it.
  func save(
    _ saved: SavedSecret, for name: String, inKeyring: Bool
  ) throws(AhaError) -> String {
    let store = inKeyring ? keyring() ?? files : files
    var record = saved.owner.array + [0x0A] + saved.secret.bytes
    try withExtendedLifetime(saved.secret) { () throws(AhaError) in
      try store.save(key(of: name), record: Secret(taking: &record))
    }
    return store.kind == .secretService ? "keyring" : "file"
  }

  /// Errors: `notSignedIn`, those of the store.
  func secret(
    of owner: String, for name: String, in word: String
  ) throws(AhaError) -> Secret {
    let store: any TokenStore = word == "keyring" ? try SecretToolStore(in: folder) : files
    guard let record = try store.load(for: key(of: name)) else {
      throw AhaError(
        .notSignedIn, "its secret is not in the \(word.cut)\(DestinationSecrets.remedy)")
    }
    let start = owner.array + [0x0A]
    guard record.bytes.starts(with: start) else {
      throw AhaError(
        .notSignedIn, "its secret was saved for another address\(DestinationSecrets.remedy)")
    }
    return withExtendedLifetime(record) {
      Secret(UnsafeBufferPointer(rebasing: record.bytes.dropFirst(start.count)))
    }
  }

  /// Ignores every failure: an entry without a list is not used.
  func forget(_ name: String, in word: String) {
    let store: (any TokenStore)? = word == "keyring" ? keyring() : files
    if let key = try? key(of: name) { try? store?.forget(key) }
  }

  private static let remedy = ": remove the destination and add it again"

  private var files: any TokenStore { FileStore(folder: folder) }

  private func keyring() -> (any TokenStore)? {
    do throws(AhaError) { return try SecretToolStore(in: folder) } catch {
      Log.info("secrets of destinations are kept in \(folder.text): \(error.line)")
      return nil
    }
  }

  private func key(of name: String) throws(AhaError) -> AccountKey {
    try AccountKey(provider: "aha destination", name: name)
  }
}
