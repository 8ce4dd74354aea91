import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

/// A Dropbox with a folder per drop, `/Artist_Title`, and a shared link.
///
/// The location of a drop is the folder's id: it stays valid when the folder gets its final name or
/// the user moves it.
public final class DropboxDestination: Destination {
  static let usualAPI = "https://api.dropboxapi.com"
  private static let usualContent = "https://content.dropboxapi.com"

  public var kind: DestinationKind { .dropbox }
  public let name: String
  public let address: String
  let api: DropboxAPI
  let settings: DropboxSettings
  var folder: String { settings.prefix }

  /// Errors: `invalidArgument`.
  public init(
    name: String, account: Account, settings given: DropboxSettings = DropboxSettings()
  ) throws(AhaError) {
    let url = try account.apiURL(given.url).withoutSlash
    let content = url == DropboxDestination.usualAPI ? DropboxDestination.usualContent : url
    api = DropboxAPI(
      account: account, apiURL: url,
      contentURL: try account.apiURL(given.contentURL.isEmpty ? content : given.contentURL)
        .withoutSlash)
    try given.check()
    var settings = given
    settings.url = account.setting(apiURL: url)
    let isUsual = api.contentURL.begins(with: "https://content.dropboxapi.com")
    settings.contentURL = isUsual ? "" : api.contentURL
    settings.prefix = given.folder
    self.settings = settings
    address = url + settings.prefix + "#" + account.key.text
    self.name = name.isEmpty ? address : name
  }

  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    try settings.save(to: entry)
    return try api.account.save(to: entry)
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = DropboxSettings()
    try settings.read(from: saved.settings)
    return try DropboxDestination(name: saved.name, account: saved.account(), settings: settings)
  }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    traits.isResumable = true
    traits.hasPublicLink = true
    traits.hasPage = true
    traits.maxBytes = DropboxSettings.maxBytes
    traits.chunkHash = .blocks
    return traits
  }

  public var account: Account? { api.account }

  public func checkReady() throws(AhaError) { try api.account.requireSignedIn() }

  public func check(via call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    let reply = try api.ask("/2/users/get_current_account", argument: nil, via: call)
    if reply.isError { throw reply.error(doing: "query the account") }
    if reply.object.text("account_id").isEmpty {
      throw AhaError(.reply, "\(api.apiURL.shownURL) is not Dropbox: its account has no account_id")
    }
    return DestinationOwner(name: reply.object.object("name")?.text("display_name") ?? "")
  }

  /// Until the drop is published, the folder's name contains part of the drop's id. An existing
  /// folder is therefore this drop's, created by a message whose reply was lost.
  public func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    let path = possibleLocation(of: drop)
    let argument = try JSONObject()
    try argument.set("path", .text(path))
    let reply = try api.ask("/2/files/create_folder_v2", argument: argument, via: call)
    let id: String
    if reply.has("conflict/folder") {
      id = try metadata(at: path, via: call).text("id")
    } else {
      if reply.isError { throw reply.error(doing: "make the folder \(path)") }
      id = reply.object.object("metadata")?.text("id") ?? ""
    }
    if !id.begins(with: "id:") { throw AhaError(.reply, "Dropbox has no id for \(path)") }
    return id
  }

  /// Path before the id is known.
  public func possibleLocation(of drop: DropPlan) -> String {
    folder + "/" + DropboxName.first(of: drop)
  }

  public func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    if asset.size > DropboxSettings.maxBytes {
      throw AhaError(.limit, "\(asset.name) has \(asset.size) bytes, more than Dropbox takes")
    }
    let upload = DropboxUpload(
      api: api, path: location + "/" + asset.name, size: asset.size,
      chunkBytes: Int(settings.chunkBytes))
    if let state { try upload.resume(from: state, via: call) }
    return upload
  }

  public func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    try rename(location, to: DropboxName.folder(of: drop.piece), via: call)
    let url = try link(to: location, via: call)
    try addPages(of: drop, at: location, url: url, via: call)
    return DropReceipt(url: url, id: drop.asset(for: .mixStem)?.result ?? location)
  }

  public func discard(
    _ uploads: [StoredUpload], at location: String, via call: DropCall
  ) throws(AhaError) {
    let argument = try JSONObject()
    try argument.set("path", .text(location))
    let reply = try api.ask("/2/files/delete_v2", argument: argument, via: call)
    if reply.isError && !reply.has("not_found") { throw reply.error(doing: "delete \(location)") }
  }
}
