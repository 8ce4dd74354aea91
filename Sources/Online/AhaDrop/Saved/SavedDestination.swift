import AhaBase
import AhaJSON
import AhaNet

/// An entry of the user's file of destinations, while a destination is made of it.
public final class SavedDestination {
  public let name: String
  public let settings: JSONSettings
  private let client: Client
  private let secrets: DestinationSecrets
  /// "file", "keyring", or "" if the destination has no secret.
  private let store: String

  private init(
    name: String, settings: JSONSettings, client: Client, secrets: DestinationSecrets
  ) throws(AhaError) {
    (self.name, self.settings, self.client, self.secrets) = (name, settings, client, secrets)
    store = try settings.text("secret")
  }

  /// Errors: `damaged` (no account).
  public func account() throws(AhaError) -> Account {
    if let account = try optionalAccount() { return account }
    throw AhaError(.damaged, "\"account\" is missing")
  }

  public func optionalAccount() throws(AhaError) -> Account? {
    guard let account = try settings.settings("account") else { return nil }
    return try .saved(account, of: client) { (owner) throws(AhaError) in try secret(of: owner) }
  }

  /// Nil if no secret is saved. Errors: `notSignedIn` (it was saved for another owner, or is gone),
  /// those of the store.
  public func secret(of owner: String) throws(AhaError) -> Secret? {
    if store.isEmpty { return nil }
    return try secrets.secret(of: owner, for: name, in: store)
  }

  /// Makes the destination of an entry. A destination that cannot be made reports the reason when
  /// it is used.
  static func open(
    from entry: JSONObject, of client: Client, file: DestinationFile
  ) -> any Destination {
    let (name, kind) = (entry.text("name"), entry.text("kind"))
    do throws(AhaError) {
      let settings = JSONSettings(entry)
      _ = (try settings.text("name"), try settings.text("kind"))
      guard let open = file.kinds.kind(named: kind)?.open else {
        throw AhaError(.unsupported, "\"\(kind.cut)\" is not a kind of destinations")
      }
      let destination = try open(
        SavedDestination(name: name, settings: settings, client: client, secrets: file.secrets))
      try settings.end()
      return destination
    } catch {
      return UnreadyDestination(
        entry: entry, kind: file.kinds.kind(named: kind),
        because: AhaError(error.code, "destination \(name): \(error.line)"))
    }
  }
}

/// Rules for names of saved destinations.
public enum DestinationName {
  static let maxBytes = 100

  /// Errors: `invalidArgument`.
  static func check(_ name: String, kinds: [DestinationKind]) throws(AhaError) {
    let bytes = name.array
    let isName = (1...maxBytes).contains(bytes.count) && bytes.allSatisfy { isLetter($0) }
    guard isName, let first = bytes.first, !"-._".utf8.contains(first) else {
      throw AhaError(
        .invalidArgument,
        "name \"\(name.cut)\" is not 1 to \(maxBytes) letters, digits, \".\", "
          + "\"-\" and \"_\", with a letter or digit first")
    }
    if let kind = kinds.kind(named: name.lowered) {
      throw AhaError(.invalidArgument, "name \"\(name)\" is the word for \(kind.name) itself")
    }
  }

  /// The host's name for a destination; "" for nil. Errors: `invalidArgument`.
  public static func given(_ name: String?) throws(AhaError) -> String {
    guard let name else { return "" }
    if (1...maxBytes).contains(name.utf8.count) { return name }
    throw AhaError(
      .invalidArgument, "name has \(name.utf8.count) bytes, not 1 to \(maxBytes)")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 45, 46, 95: true
    default: false
    }
  }
}

extension DropRegistry {
  /// Adds the destinations of the user's file, and returns their count. Blocking.
  /// Errors: those of `DestinationFile.entries`.
  public func load(from file: DestinationFile) throws(AhaError) -> Int {
    let entries = try file.entries()
    for entry in entries { add(SavedDestination.open(from: entry, of: client, file: file)) }
    return entries.count
  }

  /// Errors: `notFound`.
  public func destination(named name: String) throws(AhaError) -> any Destination {
    for destination in destinations where destination.name.hasSameBytes(as: name) {
      return destination
    }
    throw AhaError(.notFound, "there is no destination \"\(name.cut)\"")
  }
}

extension Destination {
  /// Settings as lines of NAME=VALUE, without secrets; "" for functions of a host.
  public func settingsText() throws(AhaError) -> String {
    let entry = try JSONObject()
    _ = try save(to: entry)
    return entry.lines()
  }
}

/// A saved destination that cannot be made: its entry is wrong, or its secret is gone. Every use
/// throws the reason, so that the other entries of the file work.
final class UnreadyDestination: Destination {
  let name: String
  let kind: DestinationKind
  let address: String
  let traits = DestinationTraits()
  private let reason: AhaError
  private let entry: JSONObject

  /// - Parameter kind: Nil: unknown.
  init(entry: JSONObject, kind: DestinationKind?, because reason: AhaError) {
    (self.entry, self.reason) = (entry, reason)
    name = entry.text("name")
    self.kind = kind ?? DestinationKind(name: "unknown", number: 0)
    let addresses = [entry.text("path"), entry.text("url"), entry.text("bucket")]
    address = addresses.first { !$0.isEmpty }?.shownLocation ?? ""
  }

  func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? { throw reason }

  func checkReady() throws(AhaError) { throw reason }

  func check(via call: DropCall) throws(AhaError) -> DestinationOwner { throw reason }

  func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    throw reason
  }

  func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload { throw reason }

  func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt { throw reason }

  func discard(_ uploads: [StoredUpload], at location: String, via call: DropCall) throws(AhaError)
  {
    throw reason
  }
}
