import AhaBase
import AhaNet
import AhaPage
import AhaPiece

/// Opens pieces of one service, with the host's keys.
///
/// Threads: any.
public protocol Opener: AnyObject {
  /// The piece of a link; nil if the link leads to another service. Blocking. Errors: those of
  /// requests, `notFound`, `reply`.
  func open(
    link: String, loader: PieceLoader, job: Job
  ) throws(AhaError) -> OpenedPiece?
}

/// Opens pieces by the ids of a service.
public protocol IDOpener: AnyObject {
  /// Blocking. Errors: as of `Opener.open`.
  func open(id: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece
}

/// A piece whose service makes its files when they are asked for.
///
/// Threads: any.
public protocol MadePiece: AnyObject {
  /// The service's id of the piece.
  var id: String { get }

  /// URL of a file; waits while the service makes its format. Errors: `limit` (not ready after all
  /// attempts), `notFound`, `reply`, `cancelled`, those of requests.
  func readyURL(of asset: OpenedAsset, job: Job) throws(AhaError) -> String
}

/// A piece as a service describes it.
public struct ListedPiece {
  public var piece = Piece()
  public var (id, url) = ("", "")
  /// Name and access of its sound; nil if it cannot be downloaded.
  public var sound: RemoteFile?

  public init() {}
}

extension PieceLoader {
  /// The piece of a link that one of the openers knows; nil if none does. Errors: those of the
  /// opener.
  func openKnown(_ link: String, job: Job) throws(AhaError) -> OpenedPiece? {
    for opener in settings.openers {
      if let opened = try opener.open(link: link, loader: self, job: job) { return opened }
    }
    return nil
  }

  /// A piece without a manifest.
  public func opened(_ listed: ListedPiece) -> OpenedPiece {
    let sound = listed.sound.map {
      OpenedAsset(role: .mixStem, name: $0.name, type: "", bytes: $0.bytes, location: .signed($0))
    }
    return OpenedPiece(
      loader: self, piece: listed.piece, id: listed.id, url: listed.url, created: 0,
      ssrfGuard: .notNearerThanBefore, assets: sound.map { [$0] } ?? [])
  }

  /// The piece of a folder with a manifest.
  /// - Parameters:
  ///   - name: For error lines.
  ///   - file: The remote file of each name in the folder.
  /// Errors: `notFound`, those of requests and of a manifest.
  public func openFolder(
    named name: String, job: Job, file: (String) throws(AhaError) -> RemoteFile
  ) throws(AhaError) -> OpenedPiece {
    let reply = try get(file(DropManifest.fileName), limit: OpenLimit.manifest, job: job)
    // Some services refuse a missing file with 409.
    if [404, 409, 410].contains(reply.status) {
      throw AhaError(.notFound, "\(name) has no piece: HTTP \(reply.status)")
    }
    try reply.requireSuccess(name)
    let manifest = try DropManifest(bytes: reply.body, named: name)
    var assets: [OpenedAsset] = []
    for one in manifest.files {
      assets.append(OpenedAsset(file: one, location: .signed(try file(one.name))))
    }
    return OpenedPiece(
      loader: self, manifest: manifest, ssrfGuard: .notNearerThanBefore, assets: assets)
  }

  /// Reads a small file. A refused token is renewed once.
  private func get(
    _ file: RemoteFile, limit: Int, job: Job
  ) throws(AhaError) -> HTTPResponse {
    for isLast in [false, true] {
      var request = HTTPRequest("GET", file.url)
      request.limits.body = Int64(limit)
      request.ssrfGuard = settings.allowsPrivate ? .any : file.ssrfGuard
      try file.sign(&request, job.cancellation)
      let reply = try ask(request, job: job)
      if isLast || reply.status != 401 { return reply }
      try file.renew(request, reply, job.cancellation)
    }
    throw AhaError(.state, "unreachable")
  }
}
