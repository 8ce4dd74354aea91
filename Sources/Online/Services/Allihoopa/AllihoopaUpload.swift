import AhaBase
import AhaDrop
import AhaNet

/// Upload to an Allihoopa server: one message to a presigned URL.
final class AllihoopaUpload: AssetUpload {
  private let api: AllihoopaAPI
  private let asset: DropAsset
  /// "wav", "ogg", "png"; nil for an attachment.
  private let format: StaticString?
  /// URL of the complete file, needed to create the piece; "" before that.
  private(set) var state = ""

  var confirmed: Int64 { state.isEmpty ? 0 : asset.size }

  /// - Parameter state: State of a finished upload.
  init(api: AllihoopaAPI, asset: DropAsset, format: StaticString?, state: String?) {
    (self.api, self.asset, self.format) = (api, asset, format)
    if let state { self.state = state }
  }

  func sendNext(_ source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    let target = try newURL(call)
    var message = target.request
    message.body = .paced(try source.whole(), count: source.size)
    // The signature covers Content-Type only for attachments.
    if format == nil { message.headers.append(HTTPHeader("Content-Type", asset.type)) }
    var options = DropCall.Options()
    options.isAsset = true
    options.accepts = [401, 403, 404, 410]
    let reply = try call.send(message, options: options)
    if reply.status >= 400 {
      return .lost("the URL for \(asset.name) has expired: HTTP \(reply.status)")
    }
    state = target.url
    return .sent
  }

  private func newURL(_ call: DropCall) throws(AhaError) -> AllihoopaUploadURL {
    guard let format else { return try api.uploadURL(attachment: asset.type, via: call) }
    let type: StaticString =
      switch asset.role {
      case .mixStem: "mix_stem"
      case .preview: "preview_audio"
      case .cover, .attachment: "cover_image"
      }
    return try api.uploadURL(format: format, type: type, via: call)
  }

  func finish(_ source: FileSource, via call: DropCall) throws(AhaError) -> String { state }
}
