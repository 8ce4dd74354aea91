import AhaBase
import AhaPiece

/// What the journal has of a drop.
public struct DropRecord {
  public let id: String
  /// The destination's.
  public var kind = ""
  public var name = ""
  public var address = ""
  /// The piece as a manifest, which may not be finished yet.
  public var piece = ""
  public var title = ""
  public var isCommitted = false
  public var stage = DropState.Stage.preparing
  /// What the destination called its place; "" before there is one.
  public var place = ""
  public var receipt = DropReceipt(url: "", id: "")
  /// Seconds since 1970.
  public var created: Int64 = 0
  public var updated: Int64 = 0
  /// Rises with each change: who has another one does not know the last.
  public var revision: Int64 = 0
  /// Why it failed or broke off.
  public var result = ResultCode.ok
  public var line = ""
  /// Bytes that were sent more than once.
  public var repeated: Int64 = 0

  public init(id: String) { self.id = id }
}

/// What the journal has of a file of a drop.
public struct AssetRecord {
  public let role: AssetRole
  public var state = DropState.AssetState.unasked
  public var path = FilePath("")
  public var asset: DropAsset
  public var mark = FileMark(size: 0, modified: 0, number: 0)
  /// The upload's own; nil before it began.
  public var upload: String?
  public var confirmed: Int64 = 0
  /// Of bytes that are confirmed.
  public var known: PrefixDigest?
  /// Of all, as letters; "" before all was sent.
  public var sha256 = ""
  /// What `AssetUpload.finish` returned; "" before.
  public var result = ""

  public init(_ role: AssetRole) {
    self.role = role
    asset = DropAsset(role: role, name: "", type: "", size: 0)
  }

  public var kept: KeptUpload? { upload.map { KeptUpload(role: role, state: $0, result: result) } }

  /// Begins anew.
  mutating func forgetUpload() { (upload, confirmed, known, result) = (nil, 0, nil, "") }
}
