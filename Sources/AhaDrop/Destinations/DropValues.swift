import AhaBase
import AhaPiece

/// What a file of a drop is to it. The numbers are in journals and in aha/drop.h.
public enum AssetRole: UInt32, Sendable, CaseIterable {
  case mixStem = 1
  case preview = 2
  case cover = 3
  case attachment = 4
}

/// A drop before anything is sent.
public struct DropPlan {
  /// 32 lower-case hexadecimal letters; new for each drop.
  public let id: String
  /// As far as it is known; the title may still change.
  public let piece: Piece

  public init(id: String, piece: Piece) { (self.id, self.piece) = (id, piece) }
}

/// A file of a drop, before it is sent.
public struct DropAsset {
  public let role: AssetRole
  /// What it is called at the destination: safe everywhere, without folders, with an extension.
  public let name: String
  /// Its media type.
  public let type: String
  public let size: Int64

  public init(role: AssetRole, name: String, type: String, size: Int64) {
    (self.role, self.name, self.type, self.size) = (role, name, type, size)
  }
}

/// A file of a drop, at its destination.
public struct SentAsset {
  public let asset: DropAsset
  /// SHA-256 of all, as hexadecimal letters.
  public let sha256: String
  /// What the upload's `finish` returned.
  public let result: String

  public init(asset: DropAsset, sha256: String, result: String) {
    (self.asset, self.sha256, self.result) = (asset, sha256, result)
  }
}

/// A drop that is committed, and whose assets are all sent.
public struct DropContent {
  public let id: String
  public let piece: Piece
  /// Seconds since 1970.
  public let created: Int64
  public let assets: [SentAsset]
  /// The mix stem, drawn: highest amplitude (0–255) in each of its parts; may be empty.
  public let peaks: [UInt8]

  public init(id: String, piece: Piece, created: Int64, assets: [SentAsset], peaks: [UInt8]) {
    (self.id, self.piece, self.created) = (id, piece, created)
    (self.assets, self.peaks) = (assets, peaks)
  }

  public func asset(_ role: AssetRole) -> SentAsset? { assets.first { $0.asset.role == role } }
}

/// What a host gets of a drop that is done.
public struct DropReceipt {
  /// What a person opens: a page, a post, a link; `file:` for a folder. "" when there is none.
  public var url: String
  /// What the destination calls it.
  public var id: String

  /// A service or a host may say anything: a URL is one line, and has no user and no password.
  public init(url: String, id: String) {
    (self.url, self.id) = (url.withoutUser.onOneLine, id.onOneLine)
  }
}
