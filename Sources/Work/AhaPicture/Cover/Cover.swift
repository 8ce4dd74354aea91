import AhaBase
import AhaPiece
import CShims

/// A generated cover: a ring of the sound's bars, clockwise from the top.
///
/// The length of a bar is the level, its color the spectral centroid: warm is low, cool is high. In
/// the middle are the twelve notes; those of the key are bright. Without a sound the cover has
/// waves, which depend only on title and artist. The background depends on the key or, without one,
/// on the title.
public struct Cover {
  private static let side = CoverImage.side
  static let bars = 216

  private let piece: Piece
  private let palette: CoverPalette
  private let canvas: Canvas
  private let lines: CoverLines
  private let middle: CanvasPoint

  /// Errors: those of decoding, `outOfMemory`. The same piece and sound give the same bytes.
  public static func draw(_ piece: Piece, sound: FilePath?) throws(AhaError) -> PNGFile {
    guard let sound else { return try draw(piece, shape: SoundShape()) }
    return try draw(piece, shape: CoverSound(of: sound, bars: Cover.bars).shape)
  }

  /// Without bars, draws waves instead of the ring.
  static func draw(_ piece: Piece, shape: SoundShape) throws(AhaError) -> PNGFile {
    try Cover(of: piece).draw(shape.bars)
  }

  private init(of piece: Piece) throws(AhaError) {
    self.piece = piece
    palette = CoverPalette(for: piece)
    lines = try CoverLines(of: piece, palette: palette)
    canvas = try Canvas(width: Cover.side, height: Cover.side, background: Color(0))
    middle = CanvasPoint(x: Float(Cover.side) / 2, y: lines.isEmpty ? 320 : 264)
  }

  private func draw(_ bars: [SoundShape.Bar]) throws(AhaError) -> PNGFile {
    canvas.fillGlow(from: palette.inner, to: palette.outer, at: middle, radius: 430)
    if bars.isEmpty { drawWaves() } else { drawRing(bars) }
    drawNotes()
    lines.draw(on: canvas)
    let png = try PNGFile(
      canvas, title: piece.title, author: piece.artist, description: piece.description)
    while try png.encode() {}
    return png
  }

  private func point(at radius: Float, fraction: Float) -> CanvasPoint {
    let angle = fraction * 2 * .pi
    return CanvasPoint(x: middle.x + radius * sinf(angle), y: middle.y - radius * cosf(angle))
  }

  private func drawRing(_ bars: [SoundShape.Bar]) {
    for (index, bar) in bars.enumerated() {
      let fraction = (Float(index) + 0.5) / Float(bars.count)
      let color = palette.color(at: bar.height)
      canvas.stroke(
        [point(at: 140, fraction: fraction), point(at: 142 + 92 * bar.level, fraction: fraction)],
        width: 2.7, color: color)
      canvas.stroke(
        [point(at: 131, fraction: fraction), point(at: 130 - 32 * bar.level, fraction: fraction)],
        width: 2.2,
        color: color.with(alpha: 0.38))
    }
  }

  /// Closed lines; each is larger than the previous one and slightly rotated.
  private func drawWaves() {
    var random = palette.random
    let count = 3 + random.next(below: 5)
    let (depth, twist) = (0.06 + 0.05 * random.next(), 0.35 + 0.3 * random.next())
    let start = random.next()
    for number in 0..<30 {
      let share = Float(number) / 29
      var line: [CanvasPoint] = []
      for step in 0...360 {
        let fraction = Float(step) / 360
        let wave = sinf(2 * .pi * (Float(count) * fraction + start + twist * share))
        line.append(point(at: (98 + 122 * share) * (1 + depth * wave), fraction: fraction))
      }
      canvas.stroke(
        line, width: 1.3, color: palette.color(at: share).with(alpha: 0.25 + 0.6 * share))
    }
  }

  private func drawNotes() {
    guard piece.tonality.isKey else { return }
    for step in 0..<12 {
      // In the order of the circle of fifths: the notes of most scales are adjacent.
      let note = UInt32(step * 7 % 12)
      let isIn = piece.tonality.scale >> note & 1 == 1
      let color = isIn ? palette.text : palette.faint.with(alpha: 0.3)
      let width: Float = note == piece.tonality.root ? 13 : isIn ? 7 : 4
      canvas.stroke([point(at: 58, fraction: Float(step) / 12)], width: width, color: color)
    }
  }
}
