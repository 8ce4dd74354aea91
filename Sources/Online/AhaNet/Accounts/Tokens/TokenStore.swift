import AhaBase

/// Identifies an account: the provider's name and the account's own.
public final class AccountKey {
  public let provider: String
  public let name: String

  /// Errors: `invalidArgument` (an empty name, or one too long for a file name).
  public init(provider: String, name: String) throws(AhaError) {
    guard !provider.isEmpty, !name.isEmpty else {
      throw AhaError(.invalidArgument, "an account has a provider and a name")
    }
    (self.provider, self.name) = (provider, name)
    guard fileName.utf8.count <= 200 else {
      throw AhaError(.invalidArgument, "the account's name has \(name.utf8.count) bytes: too long")
    }
  }

  /// For error lines.
  public var text: String { "\(provider) (\(name))" }

  public static func == (one: AccountKey, other: AccountKey) -> Bool {
    one.provider.hasSameBytes(as: other.provider) && one.name.hasSameBytes(as: other.name)
  }

  // MARK: File name

  /// `provider@default`.
  var fileName: String { AccountKey.encoded(provider) + "@" + AccountKey.encoded(name) }

  /// Letters, digits, `-`, `_` stay; all other bytes become `%XX`, so no dot or slash is left.
  static func encoded(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in Percent.encoded(text).utf8 {
      switch byte {
      case UInt8(ascii: "."): out += "%2E".utf8
      case UInt8(ascii: "~"): out += "%7E".utf8
      default: out.append(byte)
      }
    }
    return out.text
  }

  /// Nil if the file name is no account's.
  convenience init?(fileName: String) {
    let bytes = Array(fileName.utf8)
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    let provider = AccountKey.decoded(bytes[..<mark])
    let name = AccountKey.decoded(bytes[(mark + 1)...])
    do { try self.init(provider: provider, name: name) } catch { return nil }
    guard self.fileName.hasSameBytes(as: fileName) else { return nil }
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    FormFields.value(of: "", in: "=" + bytes.text) ?? ""
  }
}

/// The numbers of aha/account.h.
public enum TokenStoreKind: UInt32, Sendable {
  case file = 1
  case secretService
  case host
  case memory
}

/// Identifies a host's store.
public struct StoreID: Equatable, Sendable {
  private let data: UInt
  private let function: UInt

  public init(data: UInt = 0, function: UInt = 0) {
    (self.data, self.function) = (data, function)
  }

  var isNone: Bool { data == 0 && function == 0 }
}

/// Stores the records of accounts; their content is opaque to it.
///
/// Threads: any.
public protocol TokenStore: AnyObject {
  var kind: TokenStoreKind { get }

  /// No id for libaha's own stores.
  var id: StoreID { get }

  /// Nil if the store has no such account.
  func load(for key: AccountKey) throws(AhaError) -> Secret?

  /// The record of an account that signs out, for its revocation at the server: also one that
  /// `load` refuses because others may read it.
  func loadToRevoke(for key: AccountKey) throws(AhaError) -> Secret?

  /// Durable on return: the record survives a crash. The caller holds the account's lock.
  func save(_ key: AccountKey, record: Secret) throws(AhaError)

  /// Makes sure that the next record can be saved, before a server spends the refresh token for it.
  /// Returns the space on the disk; nil if the store has no space of its own to reserve. The caller
  /// holds the account's lock. Errors: those of `save`.
  func reserve(for key: AccountKey) throws(AhaError) -> FileReservation?

  /// Like `save`, into reserved space.
  func save(_ key: AccountKey, record: Secret, in space: FileReservation?) throws(AhaError)

  /// No error if the account does not exist.
  func forget(_ key: AccountKey) throws(AhaError)

  func accounts() throws(AhaError) -> [AccountKey]

  /// Lock file between processes that change the account; nil if no other process sees it.
  func lockFile(for key: AccountKey) throws(AhaError) -> FilePath?
}

extension TokenStore {
  public var id: StoreID { StoreID() }

  public func loadToRevoke(for key: AccountKey) throws(AhaError) -> Secret? { try load(for: key) }

  /// Saves the present record again: a store that is full or locked refuses it.
  public func reserve(for key: AccountKey) throws(AhaError) -> FileReservation? {
    if let record = try? load(for: key) { try save(key, record: record) }
    return nil
  }

  public func save(
    _ key: AccountKey, record: Secret, in space: FileReservation?
  ) throws(AhaError) { try save(key, record: record) }
}

/// In memory only; forgets all accounts when released.
public final class MemoryStore: TokenStore {
  public let kind = TokenStoreKind.memory
  private let lock = Lock()
  private var entries: [(key: AccountKey, record: Secret)] = []

  public init() {}

  public func load(for key: AccountKey) -> Secret? {
    lock.locked { index(of: key).map { entries[$0].record } }
  }

  public func save(_ key: AccountKey, record: Secret) {
    lock.locked {
      if let index = index(of: key) { entries.remove(at: index) }
      entries.append((key, record))
    }
  }

  public func forget(_ key: AccountKey) {
    lock.locked { if let index = index(of: key) { _ = entries.remove(at: index) } }
  }

  public func reserve(for key: AccountKey) -> FileReservation? { nil }

  public func accounts() -> [AccountKey] { lock.locked { entries.map { $0.key } } }

  public func lockFile(for key: AccountKey) -> FilePath? { nil }

  private func index(of key: AccountKey) -> Int? { entries.firstIndex { $0.key == key } }
}

/// Calls the host's functions.
public final class HostStore: TokenStore {
  public typealias Load = (AccountKey) throws(AhaError) -> Secret?
  public typealias Save = (AccountKey, Secret) throws(AhaError) -> Void
  public typealias Forget = (AccountKey) throws(AhaError) -> Void
  public typealias List = () throws(AhaError) -> [AccountKey]

  public let kind = TokenStoreKind.host
  public let id: StoreID
  private let loading: Load
  private let saving: Save
  private let forgetting: Forget
  private let listing: List?
  private let locks: FilePath?

  /// - Parameters:
  ///   - id: Stores with an equal id count as one store, so their accounts are locked together.
  ///   - locks: An existing folder for lock files, for hosts whose processes share a store.
  public init(
    id: StoreID = StoreID(), load: @escaping Load, save: @escaping Save,
    forget: @escaping Forget, list: List? = nil, locks: FilePath? = nil
  ) {
    (loading, saving, forgetting, listing) = (load, save, forget, list)
    (self.id, self.locks) = (id, locks)
  }

  public func load(for key: AccountKey) throws(AhaError) -> Secret? { try loading(key) }

  public func save(_ key: AccountKey, record: Secret) throws(AhaError) { try saving(key, record) }

  public func forget(_ key: AccountKey) throws(AhaError) { try forgetting(key) }

  /// Errors: `unsupported` (the host has no function for it).
  public func accounts() throws(AhaError) -> [AccountKey] {
    guard let listing else {
      throw AhaError(.unsupported, "the host's store does not list its accounts")
    }
    return try listing()
  }

  public func lockFile(for key: AccountKey) -> FilePath? {
    locks.map { $0 / FilePath("\(key.fileName).lock") }
  }
}
