import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

extension SoundCloudDestination {
  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    try entry.setAPI(api.url, of: api.account)
    try entry.setText("license", settings.license)
    try entry.setText("genre", settings.genre)
    var tags = ""
    for tag in settings.tags { tags += (tags.isEmpty ? "" : ",") + tag }
    try entry.setText("tags", tags)
    if settings.isDownloadable { try entry.set("downloadable", .flag(true)) }
    let usual = SoundCloudSettings().pollMilliseconds
    try entry.setCount("poll_ms", settings.pollMilliseconds, unless: usual)
    return try api.account.save(to: entry)
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = SoundCloudSettings()
    settings.apiURL = try saved.settings.text("url")
    settings.license = try saved.settings.text("license")
    settings.genre = try saved.settings.text("genre")
    settings.tags = TagList.tags(separatedByCommas: try saved.settings.text("tags"))
    settings.isDownloadable = try saved.settings.flag("downloadable")
    let poll = try saved.settings.count("poll_ms")
    if poll > 0 { settings.pollMilliseconds = min(poll, Int64(UInt32.max)) }
    return try SoundCloudDestination(saved.name, saved.account(), settings)
  }
}
