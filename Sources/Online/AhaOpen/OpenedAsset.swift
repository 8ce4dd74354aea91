import AhaBase
import AhaNet
import AhaPage

/// A downloadable file of a piece, in one format.
public struct OpenedAsset {
  public let role: DropFile.Role
  /// File name for saving, without folders.
  public let name: String
  /// MIME type; "" if unknown.
  public let type: String
  /// Lower-case ending of its name, such as "wav"; "" if it has none.
  public let format: String
  /// Size in bytes; -1 if unknown.
  public let bytes: Int64
  /// SHA-256 as 64 hexadecimal digits; "" if unknown.
  public let sha256: String
  let location: Location

  public enum Location {
    case file(FilePath, in: FilePath)
    case web(String)
    /// A remote file that needs signed requests.
    case signed(RemoteFile)
    /// The service provides a URL once it has made this format.
    case made(any MadePiece)
  }

  public init(
    role: DropFile.Role, name: String, type: String, bytes: Int64 = -1, sha256: String = "",
    location: Location
  ) {
    (self.role, self.type, self.bytes, self.sha256) = (role, type, bytes, sha256)
    self.location = location
    self.name = FilePath(name).name.text
    format = OpenedAsset.format(of: self.name)
  }

  init(file: DropFile, location: Location) {
    self.init(
      role: file.role, name: file.name, type: file.type, bytes: file.bytes, sha256: file.sha256,
      location: location)
  }

  private static func format(of name: String) -> String {
    let bytes = name.array
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return bytes[(dot + 1)...].lowered.text
  }

  /// - Parameter wanted: "" for any; an ending or a media type.
  func isOf(format wanted: String) -> Bool {
    wanted.isEmpty || MediaTypes.isSame(wanted, as: format) || MediaTypes.isSame(wanted, as: type)
  }

  /// Max size in bytes. Errors: `limit` (the declared size is larger).
  func limit(audio: Int64) throws(AhaError) -> Int64 {
    let limit: Int64 =
      switch role {
      case .mixStem, .preview: audio
      case .cover: OpenLimit.cover
      case .attachment: OpenLimit.attachment
      }
    if bytes > limit { throw AhaError(.limit, "\(name) has \(bytes) bytes, over \(limit)") }
    return bytes < 0 ? limit : bytes
  }

  /// Identifies the file of a partial download: presigned URLs of one file differ in their
  /// signatures.
  var identity: String {
    let from: String
    switch location {
    case .file(let path, _): from = path.text
    case .web(let url):
      let bytes = url.array
      let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
      from = bytes[..<end].text
    case .signed(let file): from = file.url
    case .made(let piece): from = "\(piece.id) \(role.rawValue) \(format)"
    }
    return "\(from) \(sha256)"
  }
}

/// Max sizes of untrusted documents. Units: bytes.
public enum OpenLimit {
  static let manifest = 1 << 20
  static let page = 4 << 20
  public static let reply = 1 << 20
  static let cover: Int64 = 64 << 20
  static let attachment: Int64 = 30_000_000
}
