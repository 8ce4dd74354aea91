import AhaBase
import AhaNet

/// A sound on its way to SoundCloud: one message, to a track that only its owner sees yet.
///
/// A track has a tag with the drop's id. Before a sound is sent, and after a reply that was lost, it
/// is looked for among the account's: so it is there once.
final class SoundCloudUpload: AssetUpload {
  private static let tries = 3
  private static let firstRest: Int64 = 1000
  /// Who asks to wait longer is not waited for.
  private static let longestRest: Int64 = 300_000

  private let api: SoundCloudAPI
  private let asset: DropAsset
  private let place: SoundCloudPlace
  /// The track's urn; "" before there is one.
  private(set) var state = ""
  private let noted: (String) -> Void

  var confirmed: Int64 { state.isEmpty ? 0 : asset.size }

  init(
    _ api: SoundCloudAPI, _ asset: DropAsset, _ place: SoundCloudPlace, urn: String?,
    noted: @escaping (String) -> Void
  ) {
    (self.api, self.asset, self.place, self.noted) = (api, asset, place, noted)
    if let urn { state = urn }
  }

  func sendNext(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> UploadStep {
    var rest = SoundCloudUpload.firstRest
    var trouble = AhaError(.reply, "SoundCloud does not take \(asset.name)")
    for attempt in 0..<SoundCloudUpload.tries {
      if attempt > 0 { try call.rest(milliseconds: rest) }
      rest *= 2
      if let known = try earlier(call) { return take(known) }
      do throws(AhaError) {
        let reply = try post(source, call)
        if (200..<300).contains(reply.status) { return take(try api.track(in: reply)) }
        trouble = refusal(of: reply)
        if reply.status == 429, let seconds = Int64(digits: reply.header("Retry-After") ?? "") {
          if seconds > SoundCloudUpload.longestRest / 1000 { throw trouble }
          rest = seconds * 1000
        }
      } catch {
        guard error.code == .network || error.code == .timeout else { throw error }
        trouble = error
      }
    }
    // The last one may have arrived, too.
    if let known = try earlier(call) { return take(known) }
    throw trouble
  }

  private func take(_ track: SoundCloudTrack) -> UploadStep {
    state = track.urn
    noted(track.urn)
    return .sent
  }

  /// What an earlier try has left: none that cannot be heard.
  private func earlier(_ call: DropCall) throws(AhaError) -> SoundCloudTrack? {
    guard let track = try api.find(place.tag, call) else { return nil }
    if !track.state.isSame(as: "failed") { return track }
    try api.delete(track.urn, call)
    return nil
  }

  private func post(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> HTTPResponse {
    let parts = [
      FormPart("track[title]", .text(place.title.isEmpty ? asset.name : place.title)),
      FormPart("track[sharing]", .text("private")),
      FormPart("track[tag_list]", .text(place.tag)),
      FormPart(
        "track[asset_data]", .stream(try source.whole()), fileName: asset.name, type: asset.type),
    ]
    return try api.send(
      api.form("POST", "/tracks", parts), call, accepts: [429, 500, 502, 503, 504],
      isIdempotent: false, isAsset: true)
  }

  private func refusal(of reply: HTTPResponse) -> AhaError {
    AhaError(
      reply.status == 429 ? .rateLimited : .http,
      "SoundCloud, upload \(asset.name): HTTP \(reply.status): \(reply.body.excerpt)")
  }

  func finish(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> String { state }
}

/// A picture for a track that is there.
final class SoundCloudArtwork: AssetUpload {
  private let api: SoundCloudAPI
  private let asset: DropAsset
  /// Of its track.
  private let urn: String
  private(set) var state = ""

  var confirmed: Int64 { state.isEmpty ? 0 : asset.size }

  init(_ api: SoundCloudAPI, _ asset: DropAsset, urn: String, isSent: Bool) {
    (self.api, self.asset, self.urn) = (api, asset, urn)
    if isSent { state = urn }
  }

  func sendNext(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> UploadStep {
    let part = FormPart(
      "track[artwork_data]", .stream(try source.whole()), fileName: asset.name, type: asset.type)
    _ = try api.send(api.form("PUT", "/tracks/\(urn)", [part]), call, isAsset: true)
    state = urn
    return .sent
  }

  func finish(_ source: any AssetSource, _ call: DropCall) throws(AhaError) -> String { state }
}
