import AhaBase

/// What a sound looks like, found out in one go: for its cover and for its page. All is empty where
/// it cannot be read.
public struct SoundShape {
  public struct Bar {
    /// 0...1, of the loudest.
    public var level: Float
    /// 0 (low) ... 1 (high).
    public var height: Float

    public init(level: Float, height: Float) { (self.level, self.height) = (level, height) }
  }

  /// For the ring of a cover that is drawn.
  public var bars: [Bar] = []
  /// The highest amplitude (0-255) in parts of equal length.
  public var peaks: [UInt8] = []

  public init() {}
}

/// Who draws for pieces that leave: what knows sounds and pictures is not here.
///
/// Threads: any.
public protocol PieceArtist: AnyObject {
  /// Looks at a sound, which is decoded once. What is not asked for may stay empty.
  /// - Parameters:
  ///   - peaks: So many; 0: none are asked for.
  ///   - progress: Gets the frames so far, and all of them where that is known; returning false
  ///     ends it.
  func look(
    at sound: FilePath, forCover: Bool, peaks: Int, progress: (Int64, Int64) -> Bool
  ) -> SoundShape

  /// Sees whether a file is a sound: its head is read, and its first frame decoded.
  /// Errors: `unknownFormat`, `empty`, `damaged`, `formatLimit`, those of files.
  func checkSound(_ sound: FilePath) throws(AhaError)

  /// Draws the cover of a piece that has none, as a PNG file.
  /// Errors: `outOfMemory`, those of files.
  func drawCover(of piece: Piece, _ shape: SoundShape, to path: FilePath) throws(AhaError)

  /// Makes of the host's picture what can be a cover: at `path`, unless it can be one as it is.
  /// Returns where the cover is, and its media type. Errors: those of `CoverImage`.
  func makeCover(
    _ picture: FilePath, at path: FilePath
  ) throws(AhaError) -> (path: FilePath, type: String)
}
