import AhaBase
import AhaDrop
import AhaJSON
import AhaNet
import AhaPage
import AhaPiece

/// Location of a drop at SoundCloud: its id and its first title.
struct SoundCloudLocation {
  let id: String
  let title: String

  init(_ location: String) {
    let bytes = location.array
    let space = bytes.firstIndex(of: 0x20) ?? bytes.count
    id = bytes[..<space].text
    title = bytes[space...].dropFirst().text
  }

  /// Tag that identifies the drop's track.
  var tag: String { "aha:id=" + id }
}

/// A SoundCloud account: one track per drop. Sound and picture go to a private track; the commit
/// sets its title and its visibility.
public final class SoundCloudDestination: Destination {
  public var kind: DestinationKind { .soundCloud }
  public let name: String
  public let address: String
  let api: SoundCloudAPI
  let settings: SoundCloudSettings
  private let lock = Lock()
  // Invariant: read and written under `lock`. Tracks of drops that this process has sent.
  private var tracks: [(id: String, urn: String)] = []

  /// Errors: `invalidArgument`.
  public init(
    name: String, account: Account,
    settings given: SoundCloudSettings = SoundCloudSettings()
  ) throws(AhaError) {
    let url = try account.apiURL(given.url).withoutSlash
    try given.check()
    api = SoundCloudAPI(account: account, url: url)
    var settings = given
    settings.url = account.setting(apiURL: url)
    self.settings = settings
    address = url + "#" + account.key.text
    self.name = name.isEmpty ? address : name
  }

  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    try settings.save(to: entry)
    return try api.account.save(to: entry)
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = SoundCloudSettings()
    try settings.read(from: saved.settings)
    return try SoundCloudDestination(name: saved.name, account: saved.account(), settings: settings)
  }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    traits.hasPublicLink = true
    traits.maxBytes = SoundCloudSettings.maxBytes
    traits.types = [
      "audio/wav", "audio/aiff", "audio/flac", "audio/ogg", "audio/mpeg", "audio/mp4", "audio/aac",
      "audio/amr", "audio/x-ms-wma",
    ]
    return traits
  }

  public var account: Account? { api.account }

  public func checkReady() throws(AhaError) { try api.account.requireSignedIn() }

  public func check(via call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    let me = try api.send(HTTPRequest("GET", api.url + "/me"), via: call).object(from: "SoundCloud")
    let name = me.text("username")
    if name.isEmpty {
      throw AhaError(.reply, "\(api.url.shownURL) is not SoundCloud: its user has no username")
    }
    if me.object("quota")?.integer("upload_seconds_left") == 0 {
      throw AhaError(.limit, "SoundCloud has no upload time left for \(name.cut)")
    }
    return DestinationOwner(name: name)
  }

  public func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    drop.id + " " + drop.piece.title
  }

  public func upload(
    _ asset: DropAsset, at text: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    let location = SoundCloudLocation(text)
    switch asset.role {
    case .mixStem:
      try check(asset)
      let urn = try state.flatMap { $0.isEmpty ? nil : $0 }.flatMap { (urn) throws(AhaError) in
        try isThere(track: urn, via: call) ? urn : nil
      }
      return SoundCloudUpload(api: api, asset: asset, location: location, urn: urn) {
        self.note(location.id, urn: $0)
      }
    case .cover:
      let urn = try track(of: location, via: call)
      return SoundCloudArtwork(api: api, asset: asset, urn: urn, isSent: state == urn)
    case .preview, .attachment: return SkippedUpload(asset: asset, at: "SoundCloud")
    }
  }

  private func check(_ asset: DropAsset) throws(AhaError) {
    if asset.size > SoundCloudSettings.maxBytes {
      throw AhaError(.limit, "\(asset.name) has \(asset.size) bytes: SoundCloud takes 4 GB")
    }
    guard traits.types.contains(where: { MediaTypes.isSame($0, as: asset.type) }) else {
      throw AhaError(.unsupported, "SoundCloud takes no \(asset.type) (\(asset.name))")
    }
  }

  private func isThere(track urn: String, via call: DropCall) throws(AhaError) -> Bool {
    let message = HTTPRequest("GET", "\(api.url)/tracks/\(urn)")
    return try api.send(message, via: call, accepts: [404, 410]).status < 300
  }

  private func note(_ id: String, urn: String) { lock.locked { tracks.append((id, urn)) } }

  /// URN of a drop's track. Errors: `state` (no track yet), those of requests.
  private func track(of location: SoundCloudLocation, via call: DropCall) throws(AhaError) -> String
  {
    let known = lock.locked { tracks.last { $0.id == location.id }?.urn }
    if let known { return known }
    guard let found = try api.find(taggedWith: location.tag, via: call) else {
      throw AhaError(.state, "SoundCloud has no sound of the drop \(location.id) for its cover")
    }
    note(location.id, urn: found.urn)
    return found.urn
  }

  // MARK: Creating

  public func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    guard let urn = drop.asset(for: .mixStem)?.result, !urn.isEmpty else {
      throw AhaError(.state, "the drop \(drop.id) has no sound at SoundCloud")
    }
    let form = api.form(
      method: "PUT", path: "/tracks/\(urn)",
      parts: parts(of: drop, location: SoundCloudLocation(location)))
    _ = try api.send(form, via: call)
    let track = try processed(track: urn, via: call)
    lock.locked { tracks.removeAll { $0.id == drop.id } }
    return DropReceipt(url: track.url, id: urn)
  }

  private func parts(of drop: DropContent, location: SoundCloudLocation) -> [FormPart] {
    let piece = drop.piece
    let tags = TagList.tags(separatedByCommas: settings.tags)
    var fields: [(String, String)] = [
      ("title", piece.title), ("description", piece.description), ("genre", settings.genre),
      ("license", settings.license), ("sharing", piece.isListed ? "public" : "private"),
      ("downloadable", settings.allowsDownload ? "true" : "false"),
      ("tag_list", TagList.text([location.tag] + TagList.tags(of: piece) + tags)),
    ]
    if let tempo = piece.tempo { fields.append(("bpm", "\(TagList.whole(tempo: tempo))")) }
    return fields.filter { !$0.1.isEmpty }.map { FormPart("track[\($0.0)]", .text($0.1)) }
  }

  /// Waits until SoundCloud has processed a track.
  /// Errors: `unknownFormat` (SoundCloud cannot decode it), `timeout`.
  private func processed(track urn: String, via call: DropCall) throws(AhaError) -> SoundCloudTrack
  {
    let deadline = Instant.after(milliseconds: settings.timeoutMilliseconds)
    while true {
      let track = try api.track(urn: urn, via: call)
      if track.state.isEmpty || track.state == "finished" { return track }
      if track.state == "failed" {
        throw AhaError(.unknownFormat, "SoundCloud could not make a track of the sound (\(urn))")
      }
      if Instant.now().nanoseconds >= deadline.nanoseconds {
        throw AhaError(.timeout, "SoundCloud still says \"\(track.state.cut)\" of \(urn)")
      }
      try call.rest(milliseconds: settings.pollMilliseconds)
    }
  }

  public func discard(
    _ uploads: [StoredUpload], at location: String, via call: DropCall
  ) throws(AhaError) {
    let sound = uploads.first { $0.role == .mixStem }
    if let urn = sound?.state, !urn.isEmpty { return try api.delete(track: urn, via: call) }
    // Finds a track whose reply was lost.
    if let found = try api.find(taggedWith: SoundCloudLocation(location).tag, via: call) {
      try api.delete(track: found.urn, via: call)
    }
  }
}
