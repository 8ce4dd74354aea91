import AhaBase
import AhaPiece

/// A file of a drop, as its manifest describes it.
public struct DropFile {
  public enum Role: Int, Sendable, CaseIterable {
    case mixStem, preview, cover, attachment
  }

  public let role: Role
  /// Path relative to the manifest, with slashes; not percent-encoded.
  public let name: String
  /// Its MIME type.
  public let type: String
  public let bytes: Int64
  /// SHA-256 as 64 lower-case hexadecimal digits; "" if unknown.
  public let sha256: String
  /// Query of its URL that permits the download, as of a presigned link; "" for none.
  public var query = "" {
    didSet { if !DropFile.isQuery(query) { query = "" } }
  }

  /// Limits for files in a manifest.
  public enum Limit {
    /// Max count of files.
    public static let files = 64
    /// Units: bytes.
    public static let name = 1000
    public static let part = 255
    public static let query = 4000
    public static let size: Int64 = 1 << 50
  }

  /// Errors: `invalidArgument`, `limit`; the line names the cause.
  public init(
    role: Role, name: String, type: String, bytes: Int64, sha256: String = ""
  ) throws(AhaError) {
    (self.role, self.name, self.type) = (role, name, type)
    (self.bytes, self.sha256) = (bytes, sha256)
    guard DropFile.isName(name) else {
      throw AhaError(.invalidArgument, "\"\(name.cut)\" is not the name of a file of a drop")
    }
    guard type.isMediaType else {
      throw AhaError(.invalidArgument, "\"\(type.cut)\" is not a MIME type")
    }
    guard sha256.isEmpty || DropFile.isDigest(sha256) else {
      throw AhaError(.invalidArgument, "\"\(sha256.cut)\" is not a SHA-256")
    }
    let limit = role == .attachment ? Piece.Limit.attachment : Limit.size
    guard (0...limit).contains(bytes) else {
      throw AhaError(.limit, "\(name.cut) has \(bytes) bytes, which is not 0 to \(limit)")
    }
  }

  /// True for a safe path within the drop's folder: no component is empty, hidden, ".." or too
  /// long, no byte is a separator on some system, no character changes the writing direction, and
  /// it is not the page or the manifest.
  public static func isName(_ name: String) -> Bool {
    let bytes = name.array
    guard (1...Limit.name).contains(bytes.count), !name.hasDirectionMark else { return false }
    var (part, former) = (0, UInt8(0))
    for byte in bytes + [0x2F] {
      if byte == 0x2F {
        guard (1...Limit.part).contains(part) else { return false }
        part = -1
      }
      // Backslash and colon are separators on other systems; 0x80...0x9F follow 0xC2 in UTF-8.
      let isControl = byte < 0x20 || byte == 0x7F || former == 0xC2 && byte < 0xA0
      if isControl || byte == 0x5C || byte == 0x3A || part == 0 && byte == 0x2E { return false }
      part += 1
      former = byte
    }
    return name != DropManifest.fileName && name != DropPage.fileName
  }

  /// True for a query that cannot change the place of a URL.
  static func isQuery(_ query: String) -> Bool {
    let refused = "\"#<>".array
    return query.utf8.count <= Limit.query
      && query.utf8.allSatisfy { (0x21..<0x7F).contains($0) && !refused.contains($0) }
  }

  private static func isDigest(_ text: String) -> Bool {
    let bytes = text.array
    return bytes.count == 64 && bytes.isHexadecimal
  }

  /// Relative URL of the file; it cannot leave the drop's folder.
  public var reference: String { Markup.reference(to: name) + (query.isEmpty ? "" : "?" + query) }
}
