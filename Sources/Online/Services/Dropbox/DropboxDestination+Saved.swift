import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

extension DropboxDestination {
  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    try entry.setAPI(api.apiURL, of: api.account)
    if !api.contentURL.begins(with: "https://content.dropboxapi.com") {
      try entry.setText("content_url", api.contentURL)
    }
    try entry.setText("prefix", folder)
    try entry.setCount("chunk_bytes", Int64(chunkBytes), unless: 8 << 20)
    return try api.account.save(to: entry)
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = DropboxSettings()
    settings.apiURL = try saved.settings.text("url")
    settings.contentURL = try saved.settings.text("content_url")
    settings.folder = try saved.settings.text("prefix")
    settings.chunkBytes = Int(clamping: try saved.settings.count("chunk_bytes"))
    return try DropboxDestination(saved.name, saved.account(), settings)
  }
}
