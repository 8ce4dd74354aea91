import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaOpen

/// Something elsewhere that has pieces, and can be asked for a list of them.
///
/// Threads: one at a time.
public protocol RemoteCatalogue: AnyObject {
  /// As in "folder", "webdav", "feed".
  var kind: String { get }
  /// Where it is. With the kind and the user, what the catalogue knows it by.
  var address: String { get }
  /// Whose it is; "" for nobody's.
  var user: String { get }
  var client: Client { get }
  /// A list that begins with a token has only what is new.
  var hasDeltas: Bool { get }

  /// Begins a list, or goes on with one.
  /// - Parameters:
  ///   - place: Where a list goes on, as one of its parts said; "" for the beginning.
  ///   - token: What the last whole list ended with; "" to ask for everything.
  func begin(_ place: String, token: String, _ call: SyncCall) throws(AhaError)

  /// The next part. Errors: those of asking; `reply`.
  func nextPart(_ call: SyncCall) throws(AhaError) -> ListPart

  /// All about an entry that told only its id, or a revision that is new.
  /// - Parameter revision: That the catalogue has of it; "" for none.
  /// Errors: those of asking. What is wrong with the entry alone is an answer.
  func look(
    at entry: ListEntry, knowing revision: String, _ call: SyncCall
  ) throws(AhaError) -> EntryAnswer

  /// How the sound at an item's place is got. Errors: `state` (that is somewhere else).
  func file(at place: String, _ name: String) throws(AhaError) -> RemoteFile
}

extension RemoteCatalogue {
  public func file(at place: String, _ name: String) throws(AhaError) -> RemoteFile {
    RemoteFile(name, place)
  }

  public var user: String { "" }
  public var hasDeltas: Bool { false }

  /// As error lines have it: what is behind a "?" may be a secret.
  var shownAddress: String { address.shownPlace }
}

/// A part of a list.
public struct ListPart {
  public enum Next {
    /// This was the last one. The token is for the next list; "" when that has to be whole.
    case end(token: String)
    /// There is more, of which only this object knows.
    case more
    /// There is more, which another process finds there too.
    case at(String)
    /// The token or the place is not known there any more: begin anew, with everything.
    case forgotten
  }

  public var entries: [ListEntry] = []
  /// Ids of what is gone, where it tells.
  public var gone: [String] = []
  /// A line for each thing that was left out.
  public var troubles: [String] = []
  public var next = Next.more
  /// It says itself that nothing is new.
  public var isUnchanged = false
  /// Where it came from, if nobody here has written it.
  public var distance = HTTPDistance.here

  public init() {}
}

/// One thing in a list.
public struct ListEntry {
  public let id: String
  /// Another one whenever it was changed; "" where the list does not say.
  public let revision: String
  /// Where the list says all.
  public var item: LibraryItem?
  /// For the remote catalogue that made it.
  var mark = ""

  public init(_ id: String, revision: String, _ item: LibraryItem? = nil) {
    (self.id, self.revision, self.item) = (id, revision, item)
  }
}

public enum EntryAnswer {
  case unchanged
  case item(RemoteItem)
  /// It is left out, and the line says why. What was known of it stays where it is there still.
  case nothing(String, isThere: Bool)
}

/// How a sync asks.
public struct SyncCall {
  public let call: DropCall
  /// Where files may be made.
  public let folder: FilePath

  /// Sends what needs nothing to be sent with it. Errors: as `DropCall.send`.
  func send(
    _ message: HTTPRequest, _ options: DropCall.Options = DropCall.Options()
  ) throws(AhaError) -> HTTPResponse {
    try call.send(message, options)
  }
}

/// What can be asked of destinations.
public enum RemoteCatalogues {
  /// Nil: the destination cannot be asked for what is there.
  public static func of(
    _ destination: any Destination, _ client: Client
  ) -> (any RemoteCatalogue)? {
    switch destination.service {
    case .none: nil
    case .folder(let root): FolderCatalogue(root, client)
    case .webDAV(let service): WebDAVCatalogue(service, client)
    case .s3(let service, let prefix, let publicURL):
      S3Catalogue(service, prefix: prefix, publicURL: publicURL, destination.address, client)
    case .dropbox(let api, let folder):
      DropboxCatalogue(api, folder: folder, destination.address, client)
    case .soundCloud(let api): SoundCloudCatalogue(api, destination.address, client)
    }
  }
}
