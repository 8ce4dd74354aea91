import AhaBase
import AhaPage
import AhaPiece

/// Checks untrusted metadata before any file of the piece is fetched.
extension PieceLoader {
  /// Errors: `empty` (a drop without files), as for a piece.
  static func judge(_ manifest: DropManifest, named name: String) throws(AhaError) {
    if manifest.isDrop, manifest.files.isEmpty {
      throw AhaError(.empty, "\(name): the drop has no files")
    }
    try judge(manifest.piece, named: name)
  }

  /// Other values out of range, such as a tempo, are harmless and kept. A length of 0 is unknown.
  /// Errors: `pieceShort`, `pieceLong`, `titleLong`, `textLong`, `textDirection`.
  public static func judge(_ piece: Piece, named name: String) throws(AhaError) {
    for problem in piece.problems {
      switch problem.code {
      case .pieceShort where piece.length == 0: continue
      case .pieceShort, .pieceLong, .titleLong, .textLong, .textDirection:
        throw AhaError(problem.code, "\(name): \(problem.line)")
      default: continue
      }
    }
  }
}
