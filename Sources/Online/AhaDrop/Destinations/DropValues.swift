import AhaBase
import AhaNet
import AhaPiece

/// Role of a file in a drop. The numbers are those of journals and of aha/drop.h.
public enum AssetRole: UInt32, Sendable, CaseIterable {
  case mixStem = 1
  case preview = 2
  case cover = 3
  case attachment = 4
}

/// A drop before anything is sent.
public struct DropPlan {
  /// 32 lower-case hexadecimal digits; unique per drop.
  public let id: String
  /// The piece as known so far; its title may still change.
  public let piece: Piece

  public init(id: String, piece: Piece) { (self.id, self.piece) = (id, piece) }
}

/// A file of a drop before it is sent.
public struct DropAsset {
  public let role: AssetRole
  /// Name at the destination: valid everywhere, without folders, with an extension.
  public let name: String
  /// Its media type.
  public let type: String
  public let size: Int64

  public init(role: AssetRole, name: String, type: String, size: Int64) {
    (self.role, self.name, self.type, self.size) = (role, name, type, size)
  }
}

/// A file of a drop at its destination.
public struct SentAsset {
  public let asset: DropAsset
  /// SHA-256 of the whole file in hexadecimal.
  public let sha256: String
  /// Result of the upload's `finish`.
  public let result: String

  public init(asset: DropAsset, sha256: String, result: String) {
    (self.asset, self.sha256, self.result) = (asset, sha256, result)
  }
}

/// A committed drop whose assets are all sent.
public struct DropContent {
  public let id: String
  public let piece: Piece
  /// Seconds since 1970.
  public let created: Int64
  public let assets: [SentAsset]
  /// Waveform of the mix stem: peak amplitude (0–255) per section; may be empty.
  public let peaks: [UInt8]

  public init(id: String, piece: Piece, created: Int64, assets: [SentAsset], peaks: [UInt8]) {
    (self.id, self.piece, self.created) = (id, piece, created)
    (self.assets, self.peaks) = (assets, peaks)
  }

  public func asset(for role: AssetRole) -> SentAsset? { assets.first { $0.asset.role == role } }
}

/// Result of a finished drop for the host.
public struct DropReceipt {
  /// URL to open: a page, a post, a link; `file:` for a folder. "" if the destination has none.
  public var url: String
  /// The destination's id of the drop.
  public var id: String

  /// Cleans foreign text: a URL is one line without user and password.
  public init(url: String, id: String) {
    (self.url, self.id) = (url.withoutUser.onOneLine, id.onOneLine)
  }
}
