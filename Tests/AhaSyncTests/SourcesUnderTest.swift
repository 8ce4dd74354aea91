import AhaBase
import AhaJSON
import AhaPage
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

/// A source of drops.
protocol SourceUnderTest: AnyObject {
  var remote: any Catalogue { get throws }
  /// Whether its list reports new entries only.
  var tellsNews: Bool { get }
  func put(_ manifest: [UInt8], _ folder: String) throws
  /// Puts a file beside a manifest.
  func put(sound: [UInt8], _ name: String, _ folder: String) throws
  func remove(_ folder: String) throws
}

extension SourceUnderTest {
  var tellsNews: Bool { false }

  func put(_ manifest: [UInt8], _ folder: String, sound: [UInt8]) throws {
    try put(manifest, folder)
    try put(sound: sound, "mix é.wav", folder)
  }
}

enum SourceKind: CaseIterable, Sendable {
  case folder, rclone, apache, digest, nextcloud, s3, dropbox

  func make(_ rig: SyncRig) throws -> any SourceUnderTest {
    switch self {
    case .folder: try FolderSource(rig)
    case .rclone: try WebDAVSource(rig, "rclone")
    case .apache: try WebDAVSource(rig, "apache")
    case .digest: try WebDAVSource(rig, "digest")
    case .nextcloud: try WebDAVSource(rig, "nextcloud")
    case .s3: try S3Source(rig)
    case .dropbox: try DropboxSource(rig)
    }
  }
}

final class FolderSource: SourceUnderTest {
  let root: FilePath
  let rig: SyncRig

  init(_ rig: SyncRig) throws {
    (self.rig, root) = (rig, FilePath(rig.folder.file("drops")))
    try Disk.makeFolders(root, mode: 0o755)
  }

  var remote: any Catalogue {
    get throws {
      try rig.catalogue(of: FolderDestination(settings: FolderSettings(path: root.text)))
    }
  }

  func put(_ manifest: [UInt8], _ folder: String) throws {
    try Disk.makeFolders(root / FilePath(folder), mode: 0o755)
    try (root / FilePath(folder) / FilePath("piece.json")).replace(with: manifest)
  }

  func put(sound: [UInt8], _ name: String, _ folder: String) throws {
    try (root / FilePath(folder) / FilePath(name)).replace(with: sound)
  }

  func remove(_ folder: String) throws { Disk.removeAll(root / FilePath(folder)) }
}

final class WebDAVSource: SourceUnderTest {
  let server: TestServer
  let rig: SyncRig
  let settings: WebDAVSettings
  let service: WebDAVService

  init(_ rig: SyncRig, _ kind: String) throws {
    self.rig = rig
    server = try TestServer("Tests/servers/webdav_server.py", ["--kind", kind])
    let dav = server.word("dav")
    var settings = WebDAVSettings(url: (dav.hasSuffix("/") ? dav : dav + "/") + "my%20drops/")
    (settings.user, settings.password) = (server.word("user"), Secret(server.word("password")))
    self.settings = settings
    service = WebDAVService(settings: settings)
    _ = try service.makeFolder(at: settings.folderURL, via: rig.call)
  }

  var remote: any Catalogue {
    get throws {
      try rig.catalogue(of: WebDAVDestination(name: "cloud", settings: settings))
    }
  }

  func put(_ manifest: [UInt8], _ folder: String) throws {
    let url = settings.folderURL + Percent.encoded(folder)
    _ = try service.makeFolder(at: url + "/", via: rig.call)
    try service.put(.manifest(manifest), at: url + "/piece.json", via: rig.call)
  }

  func put(sound: [UInt8], _ name: String, _ folder: String) throws {
    let url = settings.folderURL + Percent.encoded(path: "\(folder)/\(name)")
    let file = PageFile(name: name, type: "audio/wav", bytes: sound)
    try service.put(file, at: url, via: rig.call)
  }

  func remove(_ folder: String) throws {
    try service.delete(at: settings.folderURL + Percent.encoded(folder) + "/", via: rig.call)
  }
}

final class S3Source: SourceUnderTest {
  let server: TestServer
  let rig: SyncRig
  let settings: S3Settings
  let service: S3Service

  init(_ rig: SyncRig) throws {
    self.rig = rig
    server = try TestServer("Tests/servers/s3_server.py")
    var settings = S3Settings(
      endpoint: server.url, bucket: "drops", region: server.word("region"),
      keyID: server.word("access_key"), secret: Secret(server.word("secret_key")))
    (settings.prefix, settings.usesVirtualHost) = ("my drops", false)
    self.settings = settings
    service = S3Service(settings: settings)
    try service.put(.manifest([1]), at: "another/piece.json", via: rig.call)
  }

  var remote: any Catalogue {
    get throws {
      try rig.catalogue(of: S3Destination(name: "bucket", settings: settings))
    }
  }

  func put(_ manifest: [UInt8], _ folder: String) throws {
    for name in ["index.html", "piece.json", "in/piece.json"] {
      try service.put(.manifest(manifest), at: "my drops/\(folder)/\(name)", via: rig.call)
    }
  }

  func put(sound: [UInt8], _ name: String, _ folder: String) throws {
    let file = PageFile(name: name, type: "audio/wav", bytes: sound)
    try service.put(file, at: "my drops/\(folder)/\(name)", via: rig.call)
  }

  func remove(_ folder: String) throws {
    for name in ["index.html", "piece.json", "in/piece.json"] {
      try service.delete(key: "my drops/\(folder)/\(name)", via: rig.call)
    }
  }
}

final class DropboxSource: SourceUnderTest {
  let server: TestServer
  let rig: SyncRig
  let destination: DropboxDestination
  let tellsNews = true

  init(_ rig: SyncRig) throws {
    self.rig = rig
    server = try TestServer("Tests/servers/dropbox_server.py")
    let provider = try Services.providers.provider(named: "dropbox")
    (provider.clientID, provider.apiURL, provider.otherAPIURLs) = ("native", server.url, [])
    provider.tokenURL = server.url + "/oauth2/token"
    var settings = DropboxSettings()
    settings.prefix = "/Müsic"
    destination = try DropboxDestination(
      name: "box", account: try rig.account(provider, access: server.word("access_token")),
      settings: settings)
    // Files beside the folder and in deeper folders do not count.
    try put(try SyncRig.manifest("Elsewhere"), at: "/other/piece.json")
    try put(try SyncRig.manifest("Deeper"), at: "/Müsic/a/b/piece.json")
  }

  var remote: any Catalogue {
    get throws { try rig.catalogue(of: destination) }
  }

  func put(_ manifest: [UInt8], _ folder: String) throws {
    try put(manifest, at: "/Müsic/\(folder)/piece.json")
  }

  func put(sound: [UInt8], _ name: String, _ folder: String) throws {
    try put(sound, at: "/Müsic/\(folder)/\(name)")
  }

  private func put(_ manifest: [UInt8], at path: String) throws {
    let argument = try JSONObject()
    try argument.set("path", .text(path))
    try argument.set("mode", .text("overwrite"))
    let reply = try destination.api.put(
      "/2/files/upload", argument: argument, body: .bytes(manifest),
      hash: try ContentHash.text(of: manifest),
      via: rig.call)
    if reply.isError { throw reply.error(doing: "upload") }
  }

  func remove(_ folder: String) throws {
    let argument = try JSONObject()
    try argument.set("path", .text("/Müsic/\(folder)"))
    _ = try destination.api.ask("/2/files/delete_v2", argument: argument, via: rig.call)
  }
}
