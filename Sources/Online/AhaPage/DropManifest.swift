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
