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
    _ entry: JSONObject, of client: Client, file: DestinationFile
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
