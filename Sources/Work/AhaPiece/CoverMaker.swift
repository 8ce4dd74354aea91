import AhaBase

/// The shape of a sound for its cover and its page, from one pass. Empty if the sound cannot be
/// read.
public struct SoundShape {
  public struct Bar {
    /// Relative to the loudest bar, 0...1.
    public var level: Float
    /// 0 (low) ... 1 (high).
    public var height: Float

    public init(level: Float, height: Float) { (self.level, self.height) = (level, height) }
  }

  /// For the ring of a generated cover.
  public var bars: [Bar] = []
  /// The highest amplitude (0...255) of sections of equal length.
  public var peaks: [UInt8] = []

  public init() {}
}

/// Renders waveforms and covers for the online modules, which do not import codecs and pictures.
///
/// Threads: any.
public protocol CoverMaker: AnyObject {
  /// Decodes a sound once and returns its shape; parts that are not requested may be empty.
  /// - Parameters:
  ///   - peaks: Count of sections; 0: not requested.
  ///   - progress: Receives the frames so far and the total, if known; returning false cancels.
  func look(
    at sound: FilePath, forCover: Bool, peaks: Int, progress: (Int64, Int64) -> Bool
  ) -> SoundShape

  /// Checks that a file is a sound: reads its header and decodes its first frame.
  /// Errors: `unknownFormat`, `empty`, `damaged`, `formatLimit`, those of files.
  func checkSound(_ sound: FilePath) throws(AhaError)

  /// Draws a cover for a piece without one, as a PNG file.
  /// Errors: `outOfMemory`, those of files.
  func drawCover(of piece: Piece, shape: SoundShape, to path: FilePath) throws(AhaError)

  /// Converts the host's picture to a valid cover at `path`, unless it already is one.
  /// - Parameter keepsJPEG: A JPEG may stay a JPEG.
  /// Returns the path of the cover and its media type. Errors: those of `CoverImage`.
  func makeCover(
    _ picture: FilePath, at path: FilePath, keepsJPEG: Bool
  ) throws(AhaError) -> (path: FilePath, type: String)
}
