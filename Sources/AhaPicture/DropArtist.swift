import AhaBase
import AhaCodec
import AhaPiece

/// Draws for pieces that leave.
public final class DropArtist: PieceArtist {
  public init() {}

  public func drawCover(
    of piece: Piece, sound: FilePath, to path: FilePath
  ) throws(AhaError) {
    try cover(piece, sound).save(to: path)
  }

  /// A sound that cannot be read has waves in the place of a ring.
  private func cover(_ piece: Piece, _ sound: FilePath) throws(AhaError) -> PNGFile {
    do throws(AhaError) { return try Cover.draw(piece, sound: sound) } catch {
      return try Cover.draw(piece, sound: nil)
    }
  }

  public func makeCover(
    _ picture: FilePath, at path: FilePath
  ) throws(AhaError) -> (path: FilePath, type: String) {
    let image = try CoverImage(picture)
    let type = image.kind == .png ? "image/png" : "image/jpeg"
    if !image.isScaled { return (picture, type) }
    try image.save(to: path)
    return (path, type)
  }

  public func peaks(of sound: FilePath, count: Int) -> [UInt8] {
    do throws(AhaError) { return try measured(sound, count) } catch { return [] }
  }

  private func measured(_ sound: FilePath, _ count: Int) throws(AhaError) -> [UInt8] {
    let decoder = try Decoder(FileStream(reading: sound))
    let frames = try decoder.measureLength { _ in true }
    if frames == 0 { return [] }
    let peaks = try WaveformPeaks(decoder, 0..<frames, parts: count)
    while try peaks.read() {}
    return peaks.parts.map { part in
      guard part.isThere else { return 0 }
      let highest = max(abs(part.lowest), abs(part.highest))
      return highest.isFinite ? UInt8(max(0, min(255, (highest * 255).rounded()))) : 0
    }
  }
}
