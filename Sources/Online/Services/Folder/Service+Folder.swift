import AhaBase
import AhaDrop
import AhaNet
import AhaSync

extension Service {
  static var folder: Service { Service(destination: .folder, source: .folder) }
}

extension DestinationKind {
  static var folder: DestinationKind {
    DestinationKind(name: "folder", number: 1, open: FolderDestination.saved)
  }
}

extension Client {
  public func createFolder(
    _ path: String, options: FolderSettings
  ) throws(AhaError) -> any Destination {
    if path.isEmpty { throw AhaError(.invalidArgument, "path is empty") }
    var settings = options
    settings.path = path
    return try FolderDestination(name: DestinationName.given(options.name), settings: settings)
  }
}

extension SourceKind {
  static var folder: SourceKind {
    var kind = SourceKind(name: "folder")
    kind.catalogue = { (destination, client) in
      (destination as? FolderDestination).map { FolderCatalogue(root: $0.root, client: client) }
    }
    return kind
  }
}

/// Settings of a folder.
public struct FolderSettings: DestinationSettings {
  static let usualChunk: Int64 = 8 << 20

  /// The host's name for it; nil: the address.
  public var name: String?
  /// A path or a `file:` URL. The first drop creates the folder, but not its parent.
  public var path = ""
  /// Public URL of the folder; "" if it is not public.
  public var publicURL = ""
  public var chunkBytes: Int64 = FolderSettings.usualChunk

  public init() {}

  init(path: String, publicURL: String = "", chunkBytes: Int64 = usualChunk) {
    (self.path, self.publicURL, self.chunkBytes) = (path, publicURL, chunkBytes)
  }

  public mutating func fill(_ form: any SettingsForm) throws(AhaError) {
    try form.text("path", &path)
    try form.text("public_url", &publicURL)
    try form.count("chunk_bytes", &chunkBytes, usual: FolderSettings.usualChunk)
  }
}

/// Conversion between paths and `file:` URLs.
///
/// Source: RFC 8089.
enum FileURL {
  /// A plain path, or the path of a URL. Errors: `invalidArgument` (another scheme or host).
  static func path(of text: String) throws(AhaError) -> FilePath {
    let bytes = text.array
    let scheme = "file:".array
    guard bytes.count >= scheme.count, bytes[..<scheme.count].lowered == scheme else {
      if !text.isLikeURL { return FilePath(text) }
      throw AhaError(
        .invalidArgument, "\(text.shownURL) is not a folder: its URL would begin with \"file:\"")
    }
    var rest = bytes[scheme.count...]
    if rest.begins(with: "//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != 0x2F }.lowered
      guard host.isEmpty || host == "localhost".array else {
        throw AhaError(.invalidArgument, "\(text.shownURL) is on another machine")
      }
      rest = rest.dropFirst(host.count)
    }
    var path = Percent.decoded(rest)
    guard path.first == 0x2F, !path.contains(0) else {
      throw AhaError(.invalidArgument, "\(text.shownURL) has no absolute path")
    }
    path.append(0)
    return path.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { FilePath($0.baseAddress!) }
    }
  }

  static func url(_ path: FilePath) -> String { "file://" + Percent.encoded(path: path) }
}
