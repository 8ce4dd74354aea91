import AhaBase
import AhaJSON
import AhaNet
import AhaPage
import AhaPiece

/// A piece at a place of the host, which is read with the host's keys.
public enum KeyedPiece {
  /// A folder with a manifest: the remote file of each name in it.
  case folder(name: String, file: (_ name: String) throws(AhaError) -> RemoteFile)
  /// A piece without a manifest.
  case listed(ListedPiece)
  /// A piece of a server of the Allihoopa protocol.
  case service(id: String, ClientAccount, apiURL: String)

  /// Finds the piece of a link; nil if the link leads to another place.
  public typealias Find = (_ link: String, Job) throws(AhaError) -> KeyedPiece?
}

/// A piece as a service describes it.
public struct ListedPiece {
  public var piece = Piece()
  public var (id, url) = ("", "")
  /// Name and access of its sound; nil if it cannot be downloaded.
  public var sound: RemoteFile?

  public init() {}
}

extension Opener {
  /// The piece of a link that one of the host's places knows; nil if none does.
  /// Errors: those of the place.
  func openKeyed(_ link: String, _ job: Job) throws(AhaError) -> OpenedPiece? {
    for find in settings.places {
      guard let found = try find(link, job) else { continue }
      switch found {
      case .folder(let name, let file): return try openFolder(name, file, job)
      case .listed(let listed): return opened(listed)
      case .service(let id, let account, let apiURL):
        var settings = settings
        (settings.account, settings.serviceURL) = (account, apiURL)
        return try Opener(transport, settings).openPiece(id, job)
      }
    }
    return nil
  }

  private func opened(_ listed: ListedPiece) -> OpenedPiece {
    let sound = listed.sound.map {
      OpenedAsset(.mixStem, name: $0.name, type: "", bytes: $0.bytes, .signed($0))
    }
    return OpenedPiece(
      self, listed.piece, id: listed.id, url: listed.url, created: 0,
      ssrfGuard: .notNearerThanStart, sound.map { [$0] } ?? [])
  }

  private func openFolder(
    _ name: String, _ file: (String) throws(AhaError) -> RemoteFile, _ job: Job
  ) throws(AhaError) -> OpenedPiece {
    let reply = try get(file(DropManifest.fileName), limit: OpenLimit.manifest, job)
    // Dropbox refuses a missing file with 409.
    if [404, 409, 410].contains(reply.status) {
      throw AhaError(.notFound, "\(name) has no piece: HTTP \(reply.status)")
    }
    try reply.requireSuccess(name)
    let manifest = try DropManifest(bytes: reply.body, named: name)
    var assets: [OpenedAsset] = []
    for one in manifest.files { assets.append(OpenedAsset(one, .signed(try file(one.name)))) }
    return OpenedPiece(self, manifest, ssrfGuard: .notNearerThanStart, assets)
  }

  /// Reads a small file. A refused token is renewed once.
  private func get(
    _ file: RemoteFile, limit: Int, _ job: Job
  ) throws(AhaError) -> HTTPResponse {
    for isLast in [false, true] {
      var request = HTTPRequest("GET", file.url)
      request.limits.body = Int64(limit)
      request.ssrfGuard = settings.allowsPrivate ? .any : file.ssrfGuard
      try file.sign(&request, job.cancellation)
      let reply = try ask(request, job)
      if isLast || reply.status != 401 { return reply }
      try file.renew(request, job.cancellation)
    }
    throw AhaError(.state, "unreachable")
  }
}
