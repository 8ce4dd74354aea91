import AhaBase

/// Who draws for pieces that leave: what knows sounds and pictures is not here.
///
/// Threads: any.
public protocol PieceArtist: AnyObject {
  /// Draws the cover of a piece that has none, as a PNG file. Errors: those of decoding and of files.
  func drawCover(of piece: Piece, sound: FilePath, to path: FilePath) throws(AhaError)

  /// Makes of the host's picture what can be a cover: at `path`, unless it can be one as it is.
  /// Returns where the cover is, and its media type. Errors: those of `CoverImage`.
  func makeCover(
    _ picture: FilePath, at path: FilePath
  ) throws(AhaError) -> (path: FilePath, type: String)

  /// The highest amplitude (0-255) in each of `count` parts of a sound; empty when it cannot be read.
  func peaks(of sound: FilePath, count: Int) -> [UInt8]
}
