import AhaBase
import AhaJSON
import AhaNet
import AhaPiece

/// Properties of a destination, known before a drop.
public struct DestinationTraits {
  /// An interrupted upload resumes at the confirmed byte, also in another process.
  public var isResumable = false
  /// A drop gets a public URL.
  public var hasPublicLink = false
  /// The drop's URL is composed here, not by the service: it is requested once after the drop.
  public var checksLink = false
  /// Page, manifest and cover are stored beside the sound.
  public var hasPage = false
  /// Max bytes per file; 0: no known limit.
  public var maxBytes: Int64 = 0
  /// Covers may be JPEG; false: PNG only.
  public var acceptsJPEG = true
  /// Accepted media types of mix stems; empty: any.
  public var types: [String] = []
  /// Hashes of chunks, computed before they are sent.
  public var chunkHash = ChunkHash.none

  public init() {}
}

/// A service or folder that receives drops. It holds the access data but no state of a drop: that
/// state is text in the journal.
///
/// Threads: any; one object may send several drops at once.
public protocol Destination: AnyObject {
  var kind: DestinationKind { get }
  /// The host's name for it; shown in lists and the journal.
  var name: String { get }
  /// Location without secrets: a path or a URL. An interrupted drop resumes only at the same
  /// address.
  var address: String { get }
  var traits: DestinationTraits { get }
  /// The account whose sign-in a drop waits for if `checkReady` throws `notSignedIn`; nil for none.
  var account: Account? { get }

  /// Writes its settings into an entry of the user's file of destinations, and returns its secret;
  /// nil for none. An entry without settings cannot be saved. Errors: `unsupported`.
  func save(to entry: JSONObject) throws(AhaError) -> SavedSecret?

  /// Checks that a drop can be sent now. Blocking, but without the network.
  /// Errors: `notSignedIn`, `notFound` (a folder that is gone), `invalidArgument`.
  func checkReady() throws(AhaError)

  /// Asks the service whether it would accept a drop; leaves no data there.
  /// Errors: those of `checkReady` and of requests; `access`, `notFound`.
  func check(via call: DropCall) throws(AhaError) -> DestinationOwner

  /// Creates the location of a drop before anything is sent: a folder, a key prefix, an id. The
  /// journal stores the result. Each drop gets its own location.
  func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String

  /// The location that `makeLocation` may have created although its reply was lost; "" if nothing
  /// of it remains. Without the network.
  func possibleLocation(of drop: DropPlan) -> String

  /// Starts the upload of an asset. With `state`, resumes an interrupted upload at the byte that
  /// the destination confirms; if the destination has lost it, starts again.
  func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload

  /// Publishes the uploads: pages, posts, links. Called again with the same values after a failure
  /// or in another process; it must be idempotent.
  func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt

  /// Deletes the uploads of a cancelled drop as far as possible.
  /// - Parameter uploads: The states and results of its uploads, finished or not.
  func discard(_ uploads: [StoredUpload], at location: String, via call: DropCall) throws(AhaError)
}

/// The signed-in user in the service's words; "" for unknown parts.
public struct DestinationOwner {
  /// User or display name.
  public var name = ""
  /// The service's name for the application.
  public var application = ""
  /// Bytes that the user may still store; -1: unknown.
  public var freeBytes: Int64 = -1

  public init(name: String = "", application: String = "", freeBytes: Int64 = -1) {
    (self.name, self.application, self.freeBytes) = (name, application, freeBytes)
  }
}

extension Destination {
  public var account: Account? { nil }
  public func possibleLocation(of drop: DropPlan) -> String { "" }
  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? { nil }
}

/// Upload of one asset.
///
/// Threads: one at a time.
public protocol AssetUpload: AnyObject {
  /// All data needed to resume in another process. It may change with each chunk.
  var state: String { get }
  /// Bytes from the start that the destination has confirmed.
  var confirmed: Int64 { get }
  /// Bytes after the confirmed ones that were sent before and must be sent again, because the
  /// destination does not have them. Set when an interrupted upload is reopened.
  var repeated: Int64 { get }

  /// Sends data after `confirmed`: a chunk of the destination's own size, or all. An empty file
  /// needs one call too.
  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep

  /// Completes the upload after all bytes are confirmed. Returns the value that `create` needs: a
  /// path, a URL, an id. Called again after a failure; it must be idempotent.
  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String
}

extension AssetUpload {
  public var repeated: Int64 { 0 }
}

/// Result of `sendNext`.
public enum UploadStep {
  /// `confirmed` and `state` are new.
  case sent
  /// The destination has lost the upload: start again. The line says why.
  case lost(String)
}

/// An upload as stored in the journal.
public struct StoredUpload {
  public let role: AssetRole
  public let state: String
  /// Result of `finish`; "" before that.
  public let result: String

  public init(role: AssetRole, state: String, result: String) {
    (self.role, self.state, self.result) = (role, state, result)
  }
}

extension Account {
  /// A URL as a setting: "" for the provider's.
  public func setting(apiURL url: String) -> String {
    let usual = provider.apiURL
    return url.withoutSlash.hasSameBytes(as: usual.withoutSlash) ? "" : url
  }

  /// API URL of a destination: `given`, or the provider's if it is "".
  /// Errors: `invalidArgument` (the token may not be sent there).
  public func apiURL(_ given: String) throws(AhaError) -> String {
    let url = given.isEmpty ? provider.apiURL : given
    if let parts = URLParts(url), provider.mayGetToken(at: parts) { return url }
    throw AhaError(
      .invalidArgument, "\"\(url.shownURL)\" is not a URL of the provider \(provider.name)")
  }
}

/// A kind of destination: facts that are known without an object of it.
public struct DestinationKind {
  /// Name in the journal and in lists.
  public let name: String
  /// AHA_DESTINATION_… of aha/destination_kinds.h.
  public let number: UInt32
  /// Limits of the pieces that its service accepts.
  public var limits = PieceLimits.own
  /// Error of a drop whose `create` may have succeeded although its reply was lost; the parameter
  /// is the cause. Nil: `create` is idempotent, so the drop resumes.
  public var uncertainCreation: ((String) -> AhaError)?
  /// End of the life of a drop's URL, in seconds since 1970; nil if the URL is of another kind. Not
  /// set: its URLs stay.
  public var expiry: ((URLParts) -> Int64?)?

  /// Creates a destination of a saved entry. Nil: its destinations cannot be saved.
  public let open: ((SavedDestination) throws(AhaError) -> any Destination)?

  public init(
    name: String, number: UInt32,
    open: ((SavedDestination) throws(AhaError) -> any Destination)? = nil
  ) { (self.name, self.number, self.open) = (name, number, open) }
}

extension [DestinationKind] {
  /// Nil for an unknown number.
  public func kind(numbered number: UInt32) -> DestinationKind? { first { $0.number == number } }

  /// Nil for a kind of a later version, from its journal.
  public func kind(named name: String) -> DestinationKind? { first { $0.name == name } }

  /// End of the life of a drop's URL, in seconds since 1970; 0: the URL stays.
  func expiry(of url: String) -> Int64 {
    guard let parts = URLParts(url) else { return 0 }
    for kind in self {
      if let end = kind.expiry?(parts) { return end }
    }
    return 0
  }
}
