import AhaBase
import AhaDrop

/// An asset that the service does not support: it is not sent, and the log says so.
final class SkippedUpload: AssetUpload {
  let state = "skipped"
  let confirmed: Int64

  init(asset: DropAsset, at service: StaticString) {
    confirmed = asset.size
    Log.info("\(asset.name) is not sent: \(service) does not store it")
  }

  func sendNext(_ source: any AssetSource, via call: DropCall) throws(AhaError) -> UploadStep {
    .sent
  }

  func finish(_ source: any AssetSource, via call: DropCall) throws(AhaError) -> String { "" }
}
