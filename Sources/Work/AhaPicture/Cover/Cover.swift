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
  private let middle: Place

  /// Errors: those of decoding, `outOfMemory`. The same piece and sound give the same bytes.
  public static func draw(_ piece: Piece, sound: FilePath?) throws(AhaError) -> PNGFile {
    guard let sound else { return try draw(piece, SoundShape()) }
    return try draw(piece, CoverSound(sound, bars: Cover.bars).shape)
  }

  /// Without bars, draws waves instead of the ring.
  static func draw(_ piece: Piece, _ shape: SoundShape) throws(AhaError) -> PNGFile {
    try Cover(piece).draw(shape.bars)
  }

  private init(_ piece: Piece) throws(AhaError) {
    self.piece = piece
    palette = CoverPalette(piece)
    lines = CoverLines(piece)
    canvas = try Canvas(width: Cover.side, height: Cover.side, Color(0))
    middle = Place(Float(Cover.side) / 2, lines.isEmpty ? 320 : 264)
  }

  private func draw(_ bars: [SoundShape.Bar]) throws(AhaError) -> PNGFile {
    canvas.fillGlow(from: palette.inner, to: palette.outer, at: middle, radius: 430)
    if bars.isEmpty { drawWaves() } else { drawRing(bars) }
    drawNotes()
    lines.draw(on: canvas, palette)
    let png = try PNGFile(
      canvas, title: piece.title, author: piece.artist, description: piece.description)
    while try png.encode() {}
    return png
  }

  private func place(_ radius: Float, _ turn: Float) -> Place {
    let angle = turn * 2 * .pi
    return Place(middle.x + radius * sinf(angle), middle.y - radius * cosf(angle))
  }

  private func drawRing(_ bars: [SoundShape.Bar]) {
    for (index, bar) in bars.enumerated() {
      let turn = (Float(index) + 0.5) / Float(bars.count)
      let color = palette.color(bar.height)
      canvas.stroke(
        [place(140, turn), place(142 + 92 * bar.level, turn)], width: 2.7, color)
      canvas.stroke(
        [place(131, turn), place(130 - 32 * bar.level, turn)], width: 2.2,
        color.with(alpha: 0.38))
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
      var line: [Place] = []
      for step in 0...360 {
        let turn = Float(step) / 360
        let wave = sinf(2 * .pi * (Float(count) * turn + start + twist * share))
        line.append(place((98 + 122 * share) * (1 + depth * wave), turn))
      }
      canvas.stroke(line, width: 1.3, palette.color(share).with(alpha: 0.25 + 0.6 * share))
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
      canvas.stroke([place(58, Float(step) / 12)], width: width, color)
    }
  }
}

/// Title and artist on a cover.
struct CoverLines {
  private static let room: Float = 560
  private var title: [String] = []
  private var titleHeight: Float = 28
  private var artist = ""

  init(_ piece: Piece) {
    let whole = CoverLines.shown(piece.title)
    artist = CoverLines.shown(piece.artist)
    if whole.isEmpty { return }
    while titleHeight > 19, Canvas.width(of: whole, height: titleHeight) > CoverLines.room {
      titleHeight -= 1
    }
    let fits = Canvas.width(of: whole, height: titleHeight) <= CoverLines.room
    title = fits ? [whole] : CoverLines.halves(whole)
  }

  var isEmpty: Bool { title.isEmpty && artist.isEmpty }

  /// The text without control characters; "" if most letters have no shape.
  private static func shown(_ text: String) -> String {
    let bytes = text.array.prefix(256).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    let numbers = StrokeFont.numbers(String(decoding: bytes, as: UTF8.self))
    let unknown = numbers.reduce(0) { $0 + ($1 == StrokeFont.unknown ? 1 : 0) }
    if 2 * unknown >= numbers.count { return "" }
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    return String(decoding: bytes[..<end].drop { $0 == 0x20 }, as: UTF8.self)
  }

  /// Splits at the space nearest to the middle.
  private static func halves(_ text: String) -> [String] {
    let bytes = text.array
    var best = 0
    for (index, byte) in bytes.enumerated()
    where byte == 0x20 && abs(2 * index - bytes.count) < abs(2 * best - bytes.count) {
      best = index
    }
    if best == 0 { return [text] }
    return [
      String(decoding: bytes[..<best], as: UTF8.self),
      String(decoding: bytes[(best + 1)...], as: UTF8.self),
    ]
  }

  func draw(on canvas: Canvas, _ palette: CoverPalette) {
    let middle = Float(canvas.width) / 2
    var y: Float = title.count > 1 ? 544 : artist.isEmpty ? 584 : 568
    for line in title {
      canvas.text(
        line, at: Place(middle, y), .middle, height: titleHeight, longest: CoverLines.room,
        isBold: true, palette.text)
      y += titleHeight + 13
    }
    canvas.text(
      artist, at: Place(middle, 610), .middle, height: 15, longest: CoverLines.room,
      palette.faint)
  }
}
