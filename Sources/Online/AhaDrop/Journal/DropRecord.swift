import AhaBase
import AhaPiece

/// A drop as stored in the journal.
public struct DropRecord {
  public let id: String
  /// Kind and name of the destination.
  public var kind = ""
  public var name = ""
  public var address = ""
  /// The piece as a manifest, possibly incomplete.
  public var piece = ""
  public var title = ""
  public var isCommitted = false
  public var stage = DropState.Stage.preparing
  /// The destination's name for the drop's location; "" before it exists.
  public var location = ""
  public var receipt = DropReceipt(url: "", id: "")
  /// Seconds since 1970.
  public var created: Int64 = 0
  public var updated: Int64 = 0
  /// Increases with each change: a record with an older revision is stale.
  public var revision: Int64 = 0
  /// Why it failed or was interrupted.
  public var result = ResultCode.ok
  public var line = ""
  /// Count of bytes sent more than once.
  public var repeated: Int64 = 0

  public init(id: String) { self.id = id }
}

/// A drop's file as stored in the journal.
public struct AssetRecord {
  public let role: AssetRole
  public var state = DropState.AssetState.unrequested
  public var path = FilePath("")
  public var asset: DropAsset
  public var mark = FileMark(size: 0, modified: 0, number: 0)
  /// State of the upload; nil before it began.
  public var upload: String?
  public var confirmed: Int64 = 0
  /// Bytes after the confirmed ones that were sent, and are sent again if the process ends now.
  public var pending: Int64 = 0
  /// Digest of confirmed bytes from the start.
  public var known: PrefixDigest?
  /// SHA-256 of the whole file in hexadecimal; "" before all bytes are sent.
  public var sha256 = ""
  /// Result of `AssetUpload.finish`; "" before that.
  public var result = ""

  public init(_ role: AssetRole) {
    self.role = role
    asset = DropAsset(role: role, name: "", type: "", size: 0)
  }

  /// The type of a declined cover that is not drawn.
  private static let omitted = "none"

  public var isOmitted: Bool { asset.type == AssetRecord.omitted }

  mutating func omit() {
    asset = DropAsset(role: role, name: "", type: AssetRecord.omitted, size: 0)
  }

  public var storedUpload: StoredUpload? {
    upload.map { StoredUpload(role: role, state: $0, result: result) }
  }

  /// Resets the upload, so that it starts from byte 0.
  mutating func forgetUpload() {
    (upload, confirmed, pending, known, result) = (nil, 0, 0, nil, "")
  }
}
