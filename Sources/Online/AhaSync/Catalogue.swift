import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaOpen

/// A remote collection of pieces that can be listed.
///
/// Threads: one at a time.
public protocol Catalogue: AnyObject {
  /// The name of its `SourceKind`.
  var kind: String { get }
  /// Location. Kind, address and user identify the source in the library.
  var address: String { get }
  /// Owner of the collection; "" for public ones.
  var user: String { get }
  var client: Client { get }
  /// True if a list with a token contains changes only.
  var hasDeltas: Bool { get }

  /// Starts or resumes a list.
  /// - Parameters:
  ///   - position: Position returned by an earlier part; "" for the start.
  ///   - token: Token of the last complete list; "" for all entries.
  func begin(at position: String, token: String, via call: SyncCall) throws(AhaError)

  /// Returns the next part. Errors: those of the request; `reply`.
  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart

  /// Reads an entry that has only an id or a new revision.
  /// - Parameter revision: The library's revision of it; "" for none.
  /// Errors: those of the request. A problem of the entry alone is an `EntryAnswer`.
  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer

  /// Access to the files of its drops; nil if they cannot be edited.
  var editor: (any DropEditor)? { get }

  /// Access to the sound of an item. Errors: `state` (it belongs to another source).
  func file(at url: String, name: String) throws(AhaError) -> RemoteFile
}

extension Catalogue {
  public func file(at url: String, name: String) throws(AhaError) -> RemoteFile {
    RemoteFile(name: name, url: url)
  }

  public var user: String { "" }
  public var editor: (any DropEditor)? { nil }
  public var hasDeltas: Bool { false }

  /// For error lines; cut at the "?", because a query may contain a secret.
  var shownAddress: String { address.shownLocation }
}

/// A part of a list.
public struct ListPart {
  public enum Next {
    /// Last part. The token is for the next list; "" if that must be complete.
    case end(token: String)
    /// More parts; only this object can continue.
    case more
    /// More parts; another process can resume at this position.
    case at(String)
    /// The service does not know the token or position any more: start again with all entries.
    case forgotten
  }

  public var entries: [ListEntry] = []
  /// Ids of deleted entries, if the service reports them.
  public var gone: [String] = []
  /// One line per skipped entry.
  public var troubles: [String] = []
  public var next = Next.more
  /// The service reported that nothing has changed.
  public var isUnchanged = false
  /// Distance of the host that wrote it; `here` for local data.
  public var distance = HTTPDistance.here

  public init() {}
}

/// An entry of a list.
public struct ListEntry {
  public let id: String
  /// Changes with every change of the entry; "" if the list has none.
  public let revision: String
  /// The item, if the list contains all data.
  public var item: LibraryItem?
  /// Private data of the remote catalogue.
  public var mark = ""

  public init(id: String, revision: String, item: LibraryItem? = nil) {
    (self.id, self.revision, self.item) = (id, revision, item)
  }
}

public enum EntryAnswer {
  case unchanged
  case item(RemoteItem)
  /// Skipped; the line says why. An item that still exists there stays as known.
  case nothing(String, isThere: Bool)
}

/// Request context of a sync.
public struct SyncCall {
  public let call: DropCall
  /// Folder for temporary files.
  public let folder: FilePath

  /// Sends a message without extra headers. Errors: as `DropCall.send`.
  public func send(
    _ message: HTTPRequest, options: DropCall.Options = DropCall.Options()
  ) throws(AhaError) -> HTTPResponse {
    try call.send(message, options: options)
  }
}

/// A kind of service whose pieces can be listed or opened.
public struct SourceKind {
  /// As in the library and in the names of providers.
  public let name: String
  /// A known hash of a sound is that of its present version.
  public var hasLastingHashes = true
  /// Schemes of URLs that only its opener can open.
  public var schemes: [String] = []
  /// Nil if the destination is of another kind, or cannot be listed.
  public var catalogue: (any Destination, Client) -> (any Catalogue)? = { (_, _) in nil }
  /// Nil if the destination is of another kind, or its links need no keys.
  public var opener: (any Destination, Client) -> (any Opener)? = { (_, _) in nil }
  /// The destination of an account, without further settings; nil if none is needed.
  /// Errors: `invalidArgument`.
  public var destination: ((Account) throws(AhaError) -> any Destination)?
  /// Opens pieces by their ids; nil if the service has no such ids.
  public var idOpener: ((Account?, Client) -> any IDOpener)?

  public init(name: String) { self.name = name }
}

extension [SourceKind] {
  /// Nil if the destination cannot be listed.
  public func catalogue(of destination: any Destination, client: Client) -> (any Catalogue)? {
    for kind in self {
      if let found = kind.catalogue(destination, client) { return found }
    }
    return nil
  }

  /// Openers of the destinations, and before them that of the account.
  /// Errors: those of `SourceKind.destination`.
  func openers(
    _ destinations: [any Destination], account: Account?, of client: Client
  ) throws(AhaError) -> [any Opener] {
    var all = destinations
    for kind in self where account?.provider.name == kind.name {
      if let destination = kind.destination { all.insert(try destination(account!), at: 0) }
    }
    return all.compactMap { opener(of: $0, client: client) }
  }

  private func opener(of destination: any Destination, client: Client) -> (any Opener)? {
    for kind in self {
      if let found = kind.opener(destination, client) { return found }
    }
    return nil
  }
}

/// Brent's cycle detection for links: stores one link and compares the following ones with it, over
/// doubling distances.
///
/// Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980.
public struct LinkCycleDetector {
  private var reference = ""
  private var (count, limit) = (0, 1)

  public init() {}

  /// Errors: `reply`.
  public mutating func check(_ link: String) throws(AhaError) {
    if !reference.isEmpty, link.hasSameBytes(as: reference) {
      throw AhaError(.reply, "the links of the list form a cycle: \(link.shownLocation)")
    }
    count += 1
    if count == limit { (reference, count, limit) = (link, 0, limit * 2) }
  }
}
