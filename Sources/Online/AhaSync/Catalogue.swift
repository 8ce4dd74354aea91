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
  func begin(_ position: String, token: String, via call: SyncCall) throws(AhaError)

  /// Returns the next part. Errors: those of the request; `reply`.
  func nextPart(_ call: SyncCall) throws(AhaError) -> ListPart

  /// Reads an entry that has only an id or a new revision.
  /// - Parameter revision: The library's revision of it; "" for none.
  /// Errors: those of the request. A problem of the entry alone is an `EntryAnswer`.
  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer

  /// Access to the sound of an item. Errors: `state` (it belongs to another source).
  func file(at url: String, name: String) throws(AhaError) -> RemoteFile
}

extension Catalogue {
  public func file(at url: String, name: String) throws(AhaError) -> RemoteFile {
    RemoteFile(name: name, url: url)
  }

  public var user: String { "" }
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
