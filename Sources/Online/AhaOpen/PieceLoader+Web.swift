import AhaBase
import AhaNet
import AhaPage

/// Pieces with a page or a manifest on a server.
extension PieceLoader {
  func openWeb(_ url: String, job: Job) throws(AhaError) -> OpenedPiece {
    let location = try URLParts.http(url)
    let limit = location.isManifest ? OpenLimit.manifest : OpenLimit.page
    let page = try get(url, limit: limit, ssrfGuard: .notNearerThanBefore, job: job)
    // A folder may have a manifest but no page.
    if location.isFolder, [403, 404, 410].contains(page.status) {
      do throws(AhaError) {
        return try openManifest(DropManifest.fileName, of: page, job: job)
      } catch  where error.code == .notFound || error.code == .refused {
        throw HTTPResponse.refusal(page.status, of: location.authority)
      }
    }
    try page.requireSuccess(location.authority)
    if page.isObject {
      return try opened(page, ssrfGuard: .notNearer(than: page.distance))
    }
    return try openManifest(
      PageLink.manifest(in: page.body) ?? DropManifest.fileName, of: page, job: job)
  }

  private func openManifest(
    _ link: String, of page: HTTPResponse, job: Job
  ) throws(AhaError) -> OpenedPiece {
    let base = try URLParts.http(page.url)
    let target = try base.leading(to: link)
    guard target.isSameOrigin(as: base) else {
      throw AhaError(
        .refused,
        "the page at \(base.authority) links a manifest at another origin: \(target.authority)")
    }
    let reply = try get(
      target.url, limit: OpenLimit.manifest, ssrfGuard: .notNearer(than: page.distance), job: job)
    if reply.status == 404 || reply.status == 410 {
      throw AhaError(
        .notFound, "the page at \(base.authority) links no piece: HTTP \(reply.status)")
    }
    try reply.requireSuccess(target.authority)
    return try opened(reply, ssrfGuard: .notNearer(than: max(page.distance, reply.distance)))
  }

  private func opened(_ reply: HTTPResponse, ssrfGuard: SSRFGuard) throws(AhaError) -> OpenedPiece {
    let base = try URLParts.http(reply.url)
    guard reply.body.count <= OpenLimit.manifest else {
      throw AhaError(.limit, "the manifest at \(base.authority) has \(reply.body.count) bytes")
    }
    let manifest = try DropManifest(bytes: reply.body, named: base.authority)
    try PieceLoader.judge(manifest, named: base.authority)
    var assets: [OpenedAsset] = []
    for file in manifest.files {
      assets.append(
        OpenedAsset(file: file, location: .web(try base.leading(to: file.reference).url)))
    }
    return OpenedPiece(loader: self, manifest: manifest, ssrfGuard: ssrfGuard, assets: assets)
  }
}

extension URLParts {
  /// Errors: `reply` (not a URL that can be fetched).
  func leading(to reference: String) throws(AhaError) -> URLParts {
    do throws(AhaError) {
      return try URLParts.http(reference, relativeTo: self)
    } catch {
      throw AhaError(
        .reply,
        "\(authority) has a link that libaha cannot follow, \(reference.shownURL): "
          + "\(error.line). The author of the page can correct it")
    }
  }

  fileprivate var isFolder: Bool { path.utf8.last == UInt8(ascii: "/") }

  fileprivate var isManifest: Bool { path.array.suffix(5).elementsEqual(".json".array) }
}

extension HTTPResponse {
  /// True for JSON, false for an HTML page.
  fileprivate var isObject: Bool {
    for byte in body {
      switch byte {
      case 9, 10, 13, 32: continue
      default: return byte == UInt8(ascii: "{")
      }
    }
    return false
  }
}
