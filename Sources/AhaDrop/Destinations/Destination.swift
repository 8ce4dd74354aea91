import AhaBase
import AhaNet

/// What can be said of a destination before anything is sent.
public struct DestinationTraits {
  /// An upload that broke off goes on where it was, also in another process.
  public var isResumable = false
  /// A drop has a URL that others can open.
  public var hasPublicLink = false
  /// It keeps a page, a manifest and the cover beside the sound.
  public var hasPage = false
  /// Bytes of one file at most; 0: no limit that is known.
  public var mostBytes: Int64 = 0
  /// Media types of the mix stems that it takes; empty: any.
  public var types: [String] = []
  /// What its chunks are hashed by before they are sent.
  public var chunkHash = ChunkHash.none

  public init() {}
}

/// A place where drops go: one service, one folder. It holds how to get there, and nothing of a
/// drop: all that is to be kept of one is in texts that the journal has.
///
/// Threads: any; one object may send several drops at once.
public protocol Destination: AnyObject {
  /// As in "folder", "webdav", "s3", "dropbox", "soundcloud", "allihoopa", "host".
  var kind: String { get }
  /// What the host calls it; in lists and the journal.
  var name: String { get }
  /// Where it is, without secrets: a path, a URL. A drop that broke off goes on only at the same.
  var address: String { get }
  var traits: DestinationTraits { get }
  /// Whose sign-in a drop waits for where `checkReady` says `notSignedIn`; nil: nobody's.
  var account: ClientAccount? { get }
  /// Through which it can be asked for what is there.
  var service: DestinationService { get }

  /// Whether something can be sent now. Blocking, but without the network.
  /// Errors: `notSignedIn`, `notFound` (a folder that is gone), `invalidArgument`.
  func checkReady() throws(AhaError)

  /// Asks whether a drop would be taken; nothing of it stays there.
  /// Errors: those of `checkReady` and of requests; `access`, `notFound`.
  func check(_ call: DropCall) throws(AhaError) -> DestinationOwner

  /// Finds and makes the place of a drop, before anything is sent: a folder, a prefix of keys, an
  /// id. The journal keeps what it returns. Two drops never get the same.
  func makePlace(for drop: DropPlan, _ call: DropCall) throws(AhaError) -> String

  /// What `makePlace` has called the place of a drop, where nobody heard of that; "": nothing is
  /// left of it. Without the network.
  func possiblePlace(of drop: DropPlan) -> String

  /// Begins to send an asset. With `state`, goes on with an upload that broke off, from the bytes
  /// that the destination says it has; when the destination knows it no more, it begins anew.
  func upload(
    _ asset: DropAsset, at place: String, from state: String?, _ call: DropCall
  ) throws(AhaError) -> any AssetUpload

  /// Makes of the uploads what people see: pages, posts, links. Called again after a failure, or in
  /// another process, with the same values: what was done before must not be done twice.
  func create(
    _ drop: DropContent, at place: String, _ call: DropCall
  ) throws(AhaError) -> DropReceipt

  /// Takes away what a cancelled drop has left, as far as that can be done.
  /// - Parameter uploads: The states and results of its uploads, finished or not.
  func discard(_ uploads: [KeptUpload], at place: String, _ call: DropCall) throws(AhaError)
}

/// What knows how a destination is asked, for those that do more than to send.
public enum DestinationService {
  /// It cannot be asked for drops.
  case none
  case folder(FilePath)
  case webDAV(WebDAVService)
  /// With what all keys begin with, and the URL of the bucket for everybody; "": for nobody.
  case s3(S3Service, prefix: String, publicURL: String)
  /// The folder that all drops go below; "" for none.
  case dropbox(DropboxAPI, folder: String)
  case soundCloud(SoundCloudAPI)
}

/// Who sends, as a destination knows it; "" for what it does not say.
public struct DestinationOwner {
  /// As people know the one who is signed in: a name, or what is before the password.
  public var name = ""
  /// What the service calls the application.
  public var application = ""

  public init(name: String = "", application: String = "") {
    (self.name, self.application) = (name, application)
  }
}

extension Destination {
  public var account: ClientAccount? { nil }
  public var service: DestinationService { .none }
  public func possiblePlace(of drop: DropPlan) -> String { "" }
}

/// One asset on its way to a destination.
///
/// Threads: one at a time.
public protocol AssetUpload: AnyObject {
  /// All that is needed to go on in another process. It may change with each chunk.
  var state: String { get }
  /// Bytes from the start that the destination has confirmed.
  var confirmed: Int64 { get }
  /// Bytes that left before, behind the confirmed ones, and that will leave again, as the
  /// destination does not have them: of one that goes on, as it was made.
  var repeated: Int64 { get }

  /// Sends what comes after `confirmed`: a chunk of the destination's own size, or all. Of an empty
  /// file too, once for each `upload`.
  func sendNext(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> UploadStep

  /// Makes the chunks one, once all is confirmed. Returns what `create` needs of it: a path, a URL,
  /// an id. Called again after a failure: what was done before must not be done twice.
  func finish(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> String
}

extension AssetUpload {
  public var repeated: Int64 { 0 }
}

/// What came of `sendNext`.
public enum UploadStep {
  /// `confirmed` and `state` are new.
  case sent
  /// The destination has forgotten what it had of the upload: begin anew. The line says why.
  case lost(String)
}

/// What the journal has of an upload.
public struct KeptUpload {
  public let role: AssetRole
  public let state: String
  /// What `finish` returned; "" before.
  public let result: String

  public init(role: AssetRole, state: String, result: String) {
    (self.role, self.state, self.result) = (role, state, result)
  }
}
