import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

extension WebDAVDestination {
  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    let usual = WebDAVSettings(url: "")
    try entry.setText("url", settings.url)
    try entry.setText("user", settings.user)
    try entry.setText("public_url", settings.publicURL)
    if case .never = settings.chunks { try entry.set("plain", .flag(true)) }
    try entry.setCount("chunk_bytes", settings.chunkBytes, unless: usual.chunkBytes)
    if let account = settings.account { return try account.save(to: entry) }
    return settings.password.map { SavedSecret($0, of: address) }
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = WebDAVSettings(url: try saved.settings.text("url"))
    settings.user = try saved.settings.text("user")
    settings.publicURL = try saved.settings.text("public_url")
    if try saved.settings.flag("plain") { settings.chunks = .never }
    let chunkBytes = try saved.settings.count("chunk_bytes")
    if chunkBytes > 0 { settings.chunkBytes = chunkBytes }
    settings.account = try saved.optionalAccount()
    if settings.account == nil { settings.password = try saved.secret(of: settings.folderURL) }
    return try WebDAVDestination(name: saved.name, settings)
  }
}
