import AhaBase
import AhaNet
import AhaPage

/// A file of a piece that can be had, in one format.
public struct OpenedAsset {
  public let role: DropFile.Role
  /// To save it by: without folders.
  public let name: String
  /// The MIME type; "" when nobody told.
  public let type: String
  /// The ending of its name in lower case, as in "wav"; "" when it has none.
  public let format: String
  /// -1 when nobody told.
  public let bytes: Int64
  /// As 64 hexadecimal letters; "" when nobody told.
  public let sha256: String
  let place: Place

  /// Where its bytes are.
  enum Place {
    case file(FilePath, in: FilePath)
    case web(String)
    /// Whoever signs for it gets it.
    case signed(RemoteFile)
    /// Whom the service tells where it is, once it has made that format.
    case service(uuid: String)
  }

  init(
    _ role: DropFile.Role, name: String, type: String, bytes: Int64 = -1, sha256: String = "",
    _ place: Place
  ) {
    (self.role, self.type, self.bytes, self.sha256) = (role, type, bytes, sha256)
    self.place = place
    self.name = FilePath(name).name.text
    format = OpenedAsset.format(of: self.name)
  }

  init(_ file: DropFile, _ place: Place) {
    self.init(
      file.role, name: file.name, type: file.type, bytes: file.bytes, sha256: file.sha256, place)
  }

  private static func format(of name: String) -> String {
    let bytes = name.array
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return bytes[(dot + 1)...].lowered.text
  }

  /// - Parameter wanted: "" for any; the ending of a name, or a MIME type.
  func isOf(format wanted: String) -> Bool {
    wanted.isEmpty || wanted == format || wanted == type
  }

  /// What it may have at most. Errors: `limit`: more was told.
  func limit(audio: Int64) throws(AhaError) -> Int64 {
    let most: Int64 =
      switch role {
      case .mixStem, .preview: audio
      case .cover: OpenLimit.cover
      case .attachment: OpenLimit.attachment
      }
    if bytes > most { throw AhaError(.limit, "\(name) has \(bytes) bytes, over \(most)") }
    return bytes < 0 ? most : bytes
  }

  /// What a part of it is known by later on: URLs of one file differ in what signs them.
  var identity: String {
    let from: String
    switch place {
    case .file(let path, _): from = path.text
    case .web(let url):
      let bytes = url.array
      let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
      from = bytes[..<end].text
    case .signed(let file): from = file.url
    case .service(let uuid): from = "\(uuid) \(role.rawValue) \(format)"
    }
    return "\(from) \(sha256)"
  }
}

/// What is read of others at most. Units: bytes.
enum OpenLimit {
  static let manifest = 1 << 20
  static let page = 4 << 20
  static let reply = 1 << 20
  static let cover: Int64 = 64 << 20
  static let attachment: Int64 = 30_000_000
}
