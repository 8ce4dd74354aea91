import AhaBase
import AhaJSON
import AhaNet

/// A saved destination that cannot be made: its entry is wrong, or its secret is gone. Every use
/// throws the reason, so that the other entries of the file work.
final class UnreadyDestination: Destination {
  let name: String
  let kind: DestinationKind
  let address: String
  let traits = DestinationTraits()
  private let reason: AhaError
  private let entry: JSONObject

  /// - Parameter kind: Nil: unknown.
  init(entry: JSONObject, kind: DestinationKind?, because reason: AhaError) {
    (self.entry, self.reason) = (entry, reason)
    name = entry.text("name")
    self.kind = kind ?? DestinationKind(name: "unknown", number: 0)
    let addresses = [entry.text("path"), entry.text("url"), entry.text("bucket")]
    address = addresses.first { !$0.isEmpty }?.shownLocation ?? ""
  }

  func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? { throw reason }

  func checkReady() throws(AhaError) { throw reason }

  func check(_ call: DropCall) throws(AhaError) -> DestinationOwner { throw reason }

  func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    throw reason
  }

  func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload { throw reason }

  func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt { throw reason }

  func discard(_ uploads: [StoredUpload], at location: String, via call: DropCall) throws(AhaError)
  {
    throw reason
  }
}
