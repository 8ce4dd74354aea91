import AhaBase
import AhaPiece

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
      role, name: try fields.text("name") ?? "", type: try fields.text("type") ?? "",
      bytes: try fields.needed("bytes"), sha256: try fields.text("sha256") ?? "")
    file.query = try fields.text("query") ?? ""
    return file
  }
}
