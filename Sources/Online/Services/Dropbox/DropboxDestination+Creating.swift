import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

/// Publishes the uploads; every function is idempotent.
extension DropboxDestination {
  /// Metadata of a path or id. Errors: as `DropboxReply.error`.
  func metadata(at location: String, via call: DropCall) throws(AhaError) -> JSONObject {
    let argument = try JSONObject()
    try argument.set("path", .text(location))
    let reply = try api.ask("/2/files/get_metadata", argument: argument, via: call)
    if reply.isError { throw reply.error(doing: "find the folder \(location)") }
    return reply.object
  }

  /// Renames the folder to its final name, with a number if the name exists.
  func rename(_ location: String, to wanted: String, via call: DropCall) throws(AhaError) {
    let path = try path(of: location, via: call)
    if path.hasName(wanted) { return }
    let move = try JSONObject()
    try move.set("from_path", .text(location))
    try move.set("to_path", .text(path.parent + wanted))
    try move.set("autorename", .flag(true))
    let moved = try api.ask("/2/files/move_v2", argument: move, via: call)
    // An earlier attempt may have moved it, and its reply was lost.
    if moved.isError, try !self.path(of: location, via: call).hasName(wanted) {
      throw moved.error(doing: "rename \(path.name) to \(wanted)")
    }
  }

  private func path(of location: String, via call: DropCall) throws(AhaError) -> DropboxPath {
    let text = try metadata(at: location, via: call).text("path_display")
    if let path = DropboxPath(text) { return path }
    throw AhaError(.reply, "Dropbox has no path for the folder \(location)")
  }

  /// Creates the shared link of the folder, or returns the existing one.
  func link(to location: String, via call: DropCall) throws(AhaError) -> String {
    let settings = try JSONObject()
    try settings.set("audience", .text("public"))
    var reply = try share(location, settings: settings, via: call)
    // Not every account may choose the audience; then use the account's default.
    if reply.has("settings_error") { reply = try share(location, settings: nil, via: call) }
    var url = reply.object.text("url")
    if reply.has("shared_link_already_exists") {
      let known = reply.object.object("error")?.object("shared_link_already_exists")
      url = known?.object("metadata")?.text("url") ?? known?.text("url") ?? ""
      if url.isEmpty { url = try listed(at: location, via: call) }
    } else if reply.isError {
      throw reply.error(doing: "share \(location)")
    }
    if url.isEmpty { throw AhaError(.reply, "Dropbox shares \(location) without a URL") }
    return url
  }

  private func share(
    _ location: String, settings: JSONObject?, via call: DropCall
  ) throws(AhaError) -> DropboxReply {
    let argument = try JSONObject()
    try argument.set("path", .text(location))
    if let settings { try argument.set("settings", .object(settings)) }
    return try api.ask("/2/sharing/create_shared_link_with_settings", argument: argument, via: call)
  }

  private func listed(at location: String, via call: DropCall) throws(AhaError) -> String {
    let argument = try JSONObject()
    try argument.set("path", .text(location))
    try argument.set("direct_only", .flag(true))
    let reply = try api.ask("/2/sharing/list_shared_links", argument: argument, via: call)
    if reply.isError { throw reply.error(doing: "find the link of \(location)") }
    return reply.object.objects("links").first?.text("url") ?? ""
  }

  /// Uploads the page and the manifest; their link is that of the folder.
  func addPages(
    of drop: DropContent, at location: String, url: String, via call: DropCall
  ) throws(AhaError) {
    for file in try drop.pageFiles(url: url, signing: .relative) {
      let reply = try api.put(
        "/2/files/upload", argument: DropboxUpload.commit(to: location + "/" + file.name),
        body: .bytes(file.bytes),
        hash: ContentHash.text(of: file.bytes), isAsset: false, via: call)
      if reply.isError { throw reply.error(doing: "upload \(file.name)") }
    }
  }
}
