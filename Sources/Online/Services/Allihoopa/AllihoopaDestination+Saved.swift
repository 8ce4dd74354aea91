import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

extension AllihoopaDestination {
  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    try entry.setAPI(api.url, of: api.account)
    return try api.account.save(to: entry)
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    let url = try saved.settings.text("url")
    return try AllihoopaDestination(saved.name, saved.account(), apiURL: url)
  }
}
