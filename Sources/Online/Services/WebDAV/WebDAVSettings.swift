import AhaBase
import AhaDrop
import AhaHash
import AhaNet

/// Settings of a folder on a WebDAV server.
public struct WebDAVSettings: DestinationSettings {
  /// Upload mode of large files. The numbers are those of the header.
  public enum Style: UInt32, Sendable {
    /// In chunks if the URL is Nextcloud's or ownCloud's, otherwise whole.
    case automatic = 0
    case plain = 1
    case nextcloud = 2
  }

  /// The host's name for it; nil: the address.
  public var name: String?
  /// "https://cloud.example/remote.php/dav/files/ada/Drops": missing folders are created.
  public var url = ""
  /// User for the password; "" for an account or no authentication.
  public var user = ""
  public var password: Secret?
  /// A file whose first line is the password.
  public var passwordFile: FilePath?
  public var account: Account?
  /// Folder of all drops, below the URL.
  public var prefix = ""
  /// Public URL of the folder; "" if it is not public.
  public var publicURL = ""
  public var style: Style = .automatic
  /// Bytes per chunk; min 5 MiB.
  public var chunkBytes: Int64 = Int64(FileSource.usualBytes)
  /// Path of the description of a podcast; "" for none.
  public var feed = ""

  public init() {}

  init(url: String) { self.url = url }

  public mutating func fill(with form: any SettingsForm) throws(AhaError) {
    var isPlain = style == .plain
    try form.text("url", in: &url)
    try form.text("user", in: &user)
    try form.text("public_url", in: &publicURL)
    try form.flag("plain", in: &isPlain)
    try form.count("chunk_bytes", in: &chunkBytes, usual: Int64(FileSource.usualBytes))
    try form.text("feed", in: &feed)
    if isPlain { style = .plain }
  }

  /// Source: "Chunked file upload", Nextcloud Developer Manual. The max is lower here, because a
  /// chunk is kept in memory.
  var leastChunk: Int64 = 5 << 20
  static let maxChunk: Int64 = 16 << 20
  static let maxChunks: Int64 = 10_000

  /// Errors: `invalidArgument`.
  func check() throws(AhaError) {
    guard let parts = URLParts(url), parts.isHTTP, parts.query.isEmpty, parts.fragment.isEmpty
    else { throw AhaError(.invalidArgument, "\(url.shownURL) is not a URL of a folder") }
    _ = try PublicFolder.checked(publicURL)
    if password != nil { try parts.requireSafe(for: "the password") }
    if user.utf8.contains(UInt8(ascii: ":")) {
      throw AhaError(.invalidArgument, "user \"\(user.cut)\" has a colon in it")
    }
    guard (leastChunk...WebDAVSettings.maxChunk).contains(chunkBytes) else {
      throw AhaError(.invalidArgument, "chunks of \(chunkBytes) bytes: they are of 5 to 16 MiB")
    }
  }

  /// The URL with one trailing "/".
  var folderURL: String { url.withSlash }

  /// URL of a subfolder, which may be several levels deep.
  func url(below folder: String) -> String {
    let names = folder.array.split(separator: UInt8(ascii: "/"))
    var url = folderURL
    for (index, name) in names.enumerated() {
      url += Percent.encoded(path: name.text)
      if index + 1 < names.count { url += "/" }
    }
    return url
  }

  /// True for a URL of Nextcloud or ownCloud, which support chunks.
  var hasChunks: Bool { uploadsURL != nil }

  /// Base URL of chunk folders, with a trailing "/"; nil if files are sent whole.
  var uploadsURL: String? {
    if style == .plain { return nil }
    let (bytes, files) = (url.array, "/remote.php/dav/files/".array)
    guard bytes.count > files.count else { return nil }
    for start in 0..<(bytes.count - files.count)
    where bytes[start..<(start + files.count)].elementsEqual(files) {
      let rest = bytes[(start + files.count)...]
      let user = rest.prefix { $0 != UInt8(ascii: "/") }
      if user.isEmpty { return nil }
      let base = bytes[..<start] + "/remote.php/dav/uploads/".array + user + [UInt8(ascii: "/")]
      return base.text
    }
    return nil
  }

  /// Value of the Authorization header; nil without a password.
  ///
  /// Source: RFC 7617.
  var authorization: Secret? {
    guard let password else { return nil }
    var bytes = user.array + [UInt8(ascii: ":")] + password.bytes
    let pair = Secret(taking: &bytes)
    defer { withExtendedLifetime(pair) {} }
    return Secret("Basic " + Base64.text(Array(pair.bytes)))
  }

  /// Bytes of the first parts on a server that writes parts of files. They are streamed.
  var partBytes: Int64 { 2 * chunkBytes }

  /// Bytes per chunk for a file of this size, so that the count of chunks stays within the limit.
  func chunkBytes(for size: Int64) -> Int64 {
    let least = (size + WebDAVSettings.maxChunks - 1) / WebDAVSettings.maxChunks
    let whole = ((least + (1 << 20) - 1) >> 20) << 20
    return least <= chunkBytes ? chunkBytes : min(whole, WebDAVSettings.maxChunk)
  }
}
