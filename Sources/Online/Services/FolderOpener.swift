import AhaBase
import AhaDrop
import AhaNet
import AhaOpen
import AhaPage

extension KeyedPiece {
  /// Finds the pieces of a destination, with its keys.
  public static func find(at destination: any Destination, _ client: Client) -> Find? {
    let catalogue = RemoteCatalogues.of(destination, client)
    switch destination.service {
    case .none, .folder: return nil
    case .webDAV(let service):
      guard let catalogue else { return nil }
      return folders(below: service.settings.folderURL, catalogue)
    case .s3(let service, _, _):
      guard let catalogue else { return nil }
      return objects(of: service, catalogue)
    case .dropbox(let api, _):
      return { (link, _) throws(AhaError) in
        if !api.isFolderLink(link) { return nil }
        return .folder(name: link.shownPlace) { (name) throws(AhaError) in
          RemoteFile(name, try api.downloadURL(inLink: link, name), api.account)
        }
      }
    case .soundCloud(let api):
      return { (link, job) throws(AhaError) in
        try SoundCloudCatalogue(api, destination.address, client).piece(at: link, job)
      }
    case .allihoopa(let account, let apiURL):
      return { (link, _) throws(AhaError) in
        shortID(in: link, apiURL).map { .service(id: $0, account, apiURL: apiURL) }
      }
    }
  }

  private static func folders(below base: String, _ catalogue: any RemoteCatalogue) -> Find {
    { (link, _) throws(AhaError) in
      guard let folder = folder(of: link, below: base) else { return nil }
      return .folder(name: folder.shownPlace) { (name) throws(AhaError) in
        try catalogue.file(at: folder + Percent.encoded(path: name), name)
      }
    }
  }

  private static func objects(of service: S3Service, _ catalogue: any RemoteCatalogue) -> Find {
    let base = service.settings.bucketURL
    let start = "s3://\(service.settings.bucket)/".array
    return { (link, job) throws(AhaError) in
      let bytes = link.array
      let isKey = bytes.starts(with: start)
      let url = isKey ? base + Percent.encoded(path: bytes[start.count...].text) : link
      return try folders(below: base, catalogue)(url, job)
    }
  }

  /// URL of a drop's folder, with a trailing slash; nil if the link is not below the base, or is a
  /// presigned one, which needs no keys.
  private static func folder(of link: String, below base: String) -> String? {
    guard let parts = URLParts(link), let home = URLParts(base), parts.isHTTP,
      parts.isSameOrigin(as: home), parts.query.isEmpty,
      parts.path.array.starts(with: home.path.array)
    else { return nil }
    for name in [DropPage.fileName, DropManifest.fileName] {
      let (path, end) = (parts.url.array, ("/" + name).array)
      if path.suffix(end.count).elementsEqual(end) { return path.dropLast(name.utf8.count).text }
    }
    return parts.url.withSlash
  }

  /// The id in the URL of a piece's page, "https://HOST/s/ID"; the API's host may have "api." in
  /// front.
  private static func shortID(in link: String, _ apiURL: String) -> String? {
    guard let parts = URLParts(link), let api = URLParts(apiURL), parts.isHTTP,
      parts.isSameOrigin(as: api) || api.host.hasSameBytes(as: "api." + parts.host),
      parts.path.begins(with: "/s/")
    else { return nil }
    let id = parts.path.array.dropFirst(3)
    let isID = (1...64).contains(id.count) && !id.contains(UInt8(ascii: "/"))
    return isID ? Percent.decoded(id).text : nil
  }
}
