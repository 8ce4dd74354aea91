import AhaBase
import AhaJSON
import AhaPiece

/// Machine-readable description of a drop: its piece and its files. It extends the piece's
/// manifest; docs/drop.schema.json describes it.
public struct DropManifest {
  public static let fileName = "piece.json"

  public var piece: Piece
  /// "" if it has no id.
  public var id = ""
  /// Public http or https URL of its page; "" if unknown.
  public var url = ""
  /// Units: seconds since 1970; 0 if unknown.
  public var created: Int64 = 0
  /// Program that wrote it, such as "libaha 0.7.0".
  public var generator = ""
  public var files: [DropFile] = []
  /// For pages only. URL of the drop's folder, if `url` is not in it, and the query of the
  /// manifest's own URL; "" for none.
  public var (base, query) = ("", "")
  /// The document has a list of files, if only an empty one: it is not of a piece alone.
  public internal(set) var isDrop = false

  public init(_ piece: Piece) { self.piece = piece }

  public enum Limit {
    /// Units: bytes.
    public static let url = 2000
    public static let generator = 200
    /// End of the year 9999.
    public static let created: Int64 = 253_402_300_799
  }

  static let roles = ["mixStem", "preview", "cover", "attachment"]

  /// Relative URL of the document.
  var reference: String { DropManifest.fileName + (query.isEmpty ? "" : "?" + query) }

  /// The first file of a role.
  public func file(_ role: DropFile.Role) -> DropFile? { files.first { $0.role == role } }

  /// The document, with a final line end.
  /// Errors: the first problem of the piece, `invalidArgument`, `limit`.
  public func text() throws(AhaError) -> [UInt8] {
    try check()
    let object = try piece.manifestObject()
    try object.set("id", id.isEmpty ? .null : .text(id))
    try object.set("url", url.isEmpty ? .null : .text(url))
    try object.set("created", created == 0 ? .null : .integer(created))
    try object.set("generator", generator.isEmpty ? .null : .text(generator))
    var list: [JSONObject.Value] = []
    for file in files { list.append(.object(try file.object())) }
    try object.set("files", .list(list))
    return try object.text(limit: Manifest.largest - 1).array + [0x0A]
  }

  /// Checks the fields that no other type checks. Errors: `invalidArgument`, `limit`.
  func check() throws(AhaError) {
    guard id.utf8.count <= Piece.Limit.id, id.isPlain else {
      throw AhaError(.invalidArgument, "\"\(id.cut)\" is not the id of a piece")
    }
    guard url.isEmpty || DropManifest.isPublic(url) else {
      throw AhaError(.invalidArgument, "\"\(url.shownURL)\" is not the URL of a page")
    }
    guard (0...Limit.created).contains(created) else {
      throw AhaError(.limit, "\(created) seconds since 1970 are not within 10000 years")
    }
    guard generator.utf8.count <= Limit.generator else {
      throw AhaError(.limit, "the generator \"\(generator.cut)\" is over \(Limit.generator) bytes")
    }
    guard files.count <= DropFile.Limit.files else {
      throw AhaError(.limit, "a drop has \(DropFile.Limit.files) files at most, not \(files.count)")
    }
    // Some file systems ignore case: one of the two would replace the other.
    let names = files.map { $0.name.foldedCase }
    for index in files.indices where names[..<index].contains(names[index]) {
      throw AhaError(
        .invalidArgument,
        "two files of the drop are \"\(files[index].name.cut)\", or differ only in case")
    }
  }

  /// True for an http or https URL with a host, in valid ASCII characters.
  public static func isPublic(_ url: String) -> Bool {
    let bytes = url.array
    if !url.isPlainURL { return false }
    for byte in bytes where byte == 0x3C || byte == 0x3E || byte == 0x5C || byte == 0x60 {
      return false
    }
    for scheme in ["https://", "http://"] as [StaticString] {
      let start = scheme.array
      guard bytes.starts(with: start), bytes.count > start.count else { continue }
      let first = bytes[start.count]
      let isHost = first != 0x2F && first != 0x3F && first != 0x23
      return isHost && bytes.count <= Limit.url && url.isPlain
    }
    return false
  }
}

extension DropFile {
  fileprivate func object() throws(AhaError) -> JSONObject {
    let object = try JSONObject()
    try object.set("role", .text(DropManifest.roles[role.rawValue]))
    try object.set("name", .text(name))
    try object.set("type", .text(type))
    try object.set("bytes", .integer(bytes))
    if !sha256.isEmpty { try object.set("sha256", .text(sha256)) }
    if !query.isEmpty { try object.set("query", .text(query)) }
    return object
  }
}

extension DropManifest {
  /// Parses an untrusted manifest: file names must stay within the drop's folder and numbers within
  /// their range. The manifest of a piece without a drop has no files. Values of the piece may be
  /// out of range: see `Piece.problems`.
  /// - Parameter name: Name of the document in error lines.
  /// Errors: `damaged` (no JSON, a value of the wrong type or that cannot be), `unknownFormat`,
  /// `unsupported` (a newer version), `limit` (over 1 MiB, too many files), `empty`.
  public init(_ bytes: UnsafeRawBufferPointer, named name: String) throws(AhaError) {
    self.init(try Piece(manifest: bytes, named: name))
    guard let fields = piece.fields(named: name) else { return }
    id = try fields.text("id") ?? ""
    url = try fields.text("url") ?? ""
    created = try fields.integer("created") ?? 0
    generator = try fields.text("generator") ?? ""
    isDrop = fields.has("files")
    do throws(AhaError) {
      for part in try fields.objects("files") {
        if let file = try DropManifest.file(part) { files.append(file) }
        if files.count > DropFile.Limit.files { break }
      }
      try check()
    } catch {
      throw AhaError(error.code == .limit ? .limit : .damaged, "\(name): \(error.line)")
    }
  }

  public init(bytes: [UInt8], named name: String) throws(AhaError) {
    var (made, failure) = (DropManifest?.none, AhaError?.none)
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) { made = try DropManifest(bytes, named: name) } catch { failure = error }
    }
    if let failure { throw failure }
    self = made ?? DropManifest(Piece())
  }

  /// Nil for an unknown role, which a later version may define.
  private static func file(_ fields: ManifestFields) throws(AhaError) -> DropFile? {
    let role = try fields.text("role") ?? ""
    let index = roles.firstIndex(of: role)
    guard let role = index.flatMap({ DropFile.Role(rawValue: $0) }) else { return nil }
    var file = try DropFile(
      role: role, name: try fields.text("name") ?? "", type: try fields.text("type") ?? "",
      bytes: try fields.needed("bytes"), sha256: try fields.text("sha256") ?? "")
    file.query = try fields.text("query") ?? ""
    return file
  }
}

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
