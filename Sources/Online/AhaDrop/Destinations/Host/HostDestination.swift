import AhaBase
import AhaNet
import AhaPage
import AhaPiece

/// Functions of a host's own destination. Called on the client's threads, one at a time per drop.
/// The text arguments are the drop's id and the file's name.
public struct HostFunctions {
  /// Starts or resumes an upload; returns the count of stored bytes.
  public var begin: (_ drop: String, DropAsset) throws(AhaError) -> Int64
  /// Stores bytes at an offset.
  public var send:
    (_ drop: String, _ name: String, UnsafeRawBufferPointer, Int64) throws(AhaError) -> Void
  /// Publishes the files and returns the URL. Called again after a failure.
  public var create: (_ drop: String, _ manifest: String) throws(AhaError) -> String
  /// Deletes the uploads of a cancelled drop.
  public var discard: (_ drop: String) throws(AhaError) -> Void

  public init(
    begin: @escaping (String, DropAsset) throws(AhaError) -> Int64,
    send: @escaping (String, String, UnsafeRawBufferPointer, Int64) throws(AhaError) -> Void,
    create: @escaping (String, String) throws(AhaError) -> String,
    discard: @escaping (String) throws(AhaError) -> Void = { (_) throws(AhaError) in }
  ) {
    (self.begin, self.send, self.create, self.discard) = (begin, send, create, discard)
  }
}

/// A destination implemented by the host.
///
/// Threads: any; the host's functions may be called for several drops at once.
public final class HostDestination: Destination {
  private static let usualChunk = 8 << 20

  public let name: String
  public let traits: DestinationTraits
  private let functions: HostFunctions
  private let chunkBytes: Int

  /// - Parameter chunkBytes: 0: 8 MiB.
  /// Errors: `invalidArgument`.
  public init(
    name: String, functions: HostFunctions, traits given: DestinationTraits? = nil,
    chunkBytes: Int = 0
  ) throws(AhaError) {
    guard (1...100).contains(name.utf8.count) else {
      throw AhaError(.invalidArgument, "the name \"\(name.cut)\" is not of 1 to 100 bytes")
    }
    guard (0...FileSource.maxBytes).contains(chunkBytes) else {
      throw AhaError(
        .invalidArgument, "chunks of \(chunkBytes) bytes are not 1 to \(FileSource.maxBytes)")
    }
    var traits = DestinationTraits()
    (traits.isResumable, traits.hasPublicLink) = (true, true)
    (self.name, self.functions, self.traits) = (name, functions, given ?? traits)
    self.chunkBytes = chunkBytes == 0 ? HostDestination.usualChunk : chunkBytes
  }

  public var kind: DestinationKind { .host }
  /// The name, the only identity of a host's destination.
  public var address: String { name }

  public func checkReady() throws(AhaError) {}

  /// Empty: only the host knows the user.
  public func check(via call: DropCall) throws(AhaError) -> DestinationOwner { DestinationOwner() }

  public func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    drop.id
  }

  public func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    let done = try functions.begin(location, asset)
    guard (0...asset.size).contains(done) else {
      throw AhaError(
        .reply, "\(name) reports \(done) of \(asset.size) bytes of \(asset.name)")
    }
    return HostUpload(
      functions: functions, asset: asset, location: location, done: done, chunkBytes: chunkBytes)
  }

  public func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    let manifest = try drop.manifest(url: "").text()
    let url = try functions.create(location, manifest.text)
    return DropReceipt(url: url, id: location)
  }

  public func discard(
    _ uploads: [StoredUpload], at location: String, via call: DropCall
  ) throws(AhaError) {
    try functions.discard(location)
  }
}

private final class HostUpload: AssetUpload {
  private let functions: HostFunctions
  private let asset: DropAsset
  private let location: String
  private let chunkBytes: Int
  private(set) var confirmed: Int64

  init(
    functions: HostFunctions, asset: DropAsset, location: String, done: Int64,
    chunkBytes: Int
  ) {
    (self.functions, self.asset, self.location) = (functions, asset, location)
    (confirmed, self.chunkBytes) = (done, chunkBytes)
  }

  /// The host stores the real state.
  var state: String { "host" }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    let chunk = try source.chunk(at: confirmed, count: chunkBytes)
    var failure: AhaError?
    chunk.withBytes { bytes in
      do throws(AhaError) {
        try functions.send(location, asset.name, bytes, confirmed)
      } catch { failure = error }
    }
    if let failure { throw failure }
    call.moved(Int64(chunk.count))
    confirmed += Int64(chunk.count)
    return .sent
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    asset.name
  }
}

extension DestinationKind {
  public static var host: DestinationKind { DestinationKind(name: "host", number: 7) }
}
