import AhaBase
import AhaDrop
import AhaNet

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
  /// Path of the description of a podcast; "" for none.
  public var feed = ""

  public init() {}

  init(
    path: String, publicURL: String = "", chunkBytes: Int64 = usualChunk, feed: String = ""
  ) {
    (self.path, self.publicURL, self.chunkBytes) = (path, publicURL, chunkBytes)
    self.feed = feed
  }

  public mutating func fill(with form: any SettingsForm) throws(AhaError) {
    try form.text("path", in: &path)
    try form.text("public_url", in: &publicURL)
    try form.count("chunk_bytes", in: &chunkBytes, usual: FolderSettings.usualChunk)
    try form.text("feed", in: &feed)
  }
}
