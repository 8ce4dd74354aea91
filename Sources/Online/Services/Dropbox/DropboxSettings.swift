import AhaBase
import AhaDrop
import AhaNet

/// Settings of a Dropbox.
public struct DropboxSettings: DestinationSettings {
  /// Units: bytes. Source: dropbox.com/developers/documentation/http/documentation, upload_session.
  public static let maxBytes: Int64 = 2_199_019_061_248

  static let usualChunk: Int64 = 8 << 20

  /// The host's name for it; nil: the address.
  public var name: String?
  /// URL of the API; "": that of the account's provider.
  public var url = ""
  /// Content URL. "": Dropbox's own, or `url` if that is not Dropbox's.
  public var contentURL = ""
  /// Parent folder of all drops, such as "/Music"; "" for none.
  public var prefix = ""
  /// Bytes per chunk: a multiple of 4 MiB.
  public var chunkBytes: Int64 = DropboxSettings.usualChunk

  public init() {}

  public mutating func fill(with form: any SettingsForm) throws(AhaError) {
    try form.text("url", in: &url)
    try form.text("content_url", in: &contentURL)
    try form.text("prefix", in: &prefix)
    try form.count("chunk_bytes", in: &chunkBytes, usual: DropboxSettings.usualChunk)
  }

  /// Errors: `invalidArgument`.
  func check() throws(AhaError) {
    if prefix.array.contains(where: { $0 < 0x20 || $0 == 0x5C || $0 == 0x7F }) {
      throw AhaError(.invalidArgument, "\(prefix.cut) is not a folder of Dropbox's")
    }
    guard (1...(16 << 20)).contains(chunkBytes) else {
      throw AhaError(.invalidArgument, "chunks of \(chunkBytes) bytes: at most 16 MiB")
    }
  }

  /// The prefix with a leading slash and no trailing one.
  var folder: String {
    let text = prefix.withoutSlash
    return text.isEmpty || text.utf8.first == UInt8(ascii: "/") ? text : "/" + text
  }
}
