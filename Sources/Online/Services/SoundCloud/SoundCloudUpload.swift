import AhaBase
import AhaDrop
import AhaNet
import AhaPiece

/// Upload to SoundCloud: one message, to a private track.
///
/// Each track has a tag with the drop's id. Before an upload and after a lost reply, the tag is
/// searched in the account's tracks, so that the track exists only once.
final class SoundCloudUpload: AssetUpload {
  /// A new track may appear in the list with a delay.
  private static let restMilliseconds: Int64 = 1000

  private let api: SoundCloudAPI
  private let asset: DropAsset
  private let location: SoundCloudLocation
  /// URN of the track; "" before it exists.
  private(set) var state = ""
  private let noted: (String) -> Void

  var confirmed: Int64 { state.isEmpty ? 0 : asset.size }

  init(
    api: SoundCloudAPI, asset: DropAsset, location: SoundCloudLocation, urn: String?,
    noted: @escaping (String) -> Void
  ) {
    (self.api, self.asset, self.location, self.noted) = (api, asset, location, noted)
    if let urn { state = urn }
  }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    if let known = try earlier(via: call) { return confirm(known) }
    var known: SoundCloudTrack?
    do throws(AhaError) {
      let reply = try api.send(try form(of: source), via: call, isAsset: true) {
        () throws(AhaError) in
        try call.rest(milliseconds: SoundCloudUpload.restMilliseconds)
        known = try self.earlier(via: call)
        return known != nil
      }
      return confirm(try api.track(in: reply))
    } catch {
      // The last attempt may have arrived nevertheless.
      if known == nil, call.mayHaveArrived { known = try earlier(via: call) }
      guard let known else { throw error }
      return confirm(known)
    }
  }

  private func confirm(_ track: SoundCloudTrack) -> UploadStep {
    state = track.urn
    noted(track.urn)
    return .sent
  }

  /// Finds the track of an earlier attempt; deletes one that failed processing.
  private func earlier(via call: DropCall) throws(AhaError) -> SoundCloudTrack? {
    guard let track = try api.find(taggedWith: location.tag, via: call) else { return nil }
    if track.state != "failed" { return track }
    try api.delete(track: track.urn, via: call)
    return nil
  }

  private func form(of source: FileSource) throws(AhaError) -> HTTPRequest {
    api.form(
      method: "POST", path: "/tracks",
      parts: [
        FormPart("track[title]", .text(location.title.isEmpty ? asset.name : location.title)),
        FormPart("track[sharing]", .text("private")),
        FormPart("track[tag_list]", .text(location.tag)),
        FormPart(
          "track[asset_data]", .stream(try source.whole()), fileName: asset.name, type: asset.type),
      ])
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String { state }
}

/// Upload of a picture for an existing track.
final class SoundCloudArtwork: AssetUpload {
  private let api: SoundCloudAPI
  private let asset: DropAsset
  /// URN of its track.
  private let urn: String
  private(set) var state = ""

  var confirmed: Int64 { state.isEmpty ? 0 : asset.size }

  init(api: SoundCloudAPI, asset: DropAsset, urn: String, isSent: Bool) {
    (self.api, self.asset, self.urn) = (api, asset, urn)
    if isSent { state = urn }
  }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    let part = FormPart(
      "track[artwork_data]", .stream(try source.whole()), fileName: asset.name, type: asset.type)
    _ = try api.send(
      api.form(method: "PUT", path: "/tracks/\(urn)", parts: [part]), via: call, isAsset: true)
    state = urn
    return .sent
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String { state }
}

/// SoundCloud's tag_list: separated by spaces; tags with spaces are quoted.
///
/// Source: developers.soundcloud.com/docs/api/guide and the public OpenAPI document.
enum TagList {
  /// Splits a text at commas.
  static func tags(separatedByCommas text: String) -> [String] {
    text.array.split(separator: UInt8(ascii: ",")).map { $0.text }
  }

  static func text(_ tags: [String]) -> String {
    var list: [UInt8] = []
    for tag in tags {
      let (bytes, hasSpace) = clean(tag)
      if bytes.isEmpty { continue }
      if !list.isEmpty { list.append(0x20) }
      list += hasSpace ? [0x22] + bytes + [0x22] : bytes
    }
    return list.text
  }

  /// Without quotes; each run of spaces and control characters becomes one space.
  private static func clean(_ tag: String) -> ([UInt8], hasSpace: Bool) {
    var bytes: [UInt8] = []
    for byte in tag.array where byte != 0x22 {
      let isSpace = byte <= 0x20 || byte == 0x7F
      if !isSpace {
        bytes.append(byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return (bytes, bytes.contains(0x20))
  }

  /// Tags for properties of a piece that SoundCloud has no field for.
  static func tags(of piece: Piece) -> [String] {
    var tags: [String] = []
    if piece.tonality.isKey { tags.append(piece.tonality.name) }
    if let tempo = piece.tempo { tags.append("\(whole(tempo: tempo)) BPM") }
    return tags
  }

  /// Tempo rounded to a whole number; 0 if out of range.
  static func whole(tempo: Double) -> Int64 {
    tempo > 0 && tempo < 10_000 ? Int64(tempo.rounded()) : 0
  }
}
