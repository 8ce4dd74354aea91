import AhaBase
import AhaPiece

/// Title and artist on a cover. A text with letters that `StrokeFont` lacks is drawn by Pango, or
/// left out if Pango cannot draw it.
struct CoverLines {
  private static let width: Float = 560
  /// Max bytes of a text.
  private static let longest = 256
  private let palette: CoverPalette
  private var title: [String] = []
  private var titleHeight: Float = 28
  private var artist = ""
  private var titleScript, artistScript: ScriptText?

  /// Errors: `outOfMemory`.
  init(of piece: Piece, palette: CoverPalette) throws(AhaError) {
    self.palette = palette
    artist = CoverLines.cleaned(piece.artist)
    if CoverLines.isForeign(artist) {
      artistScript = try CoverLines.script(artist, height: 34, size: 22, color: palette.faint)
      artist = ""
    }
    let whole = CoverLines.cleaned(piece.title)
    if CoverLines.isForeign(whole) {
      titleScript = try CoverLines.script(whole, height: 92, size: 34, color: palette.text)
    } else if !whole.isEmpty {
      fit(whole)
    }
  }

  private static func script(
    _ text: String, height: Int, size: Float, color: Color
  ) throws(AhaError) -> ScriptText? {
    try ScriptText(
      text, width: Int(width), height: height, size: size, lines: height > 2 * Int(size) ? 2 : 1,
      isBold: size > 30, color: color)
  }

  private mutating func fit(_ whole: String) {
    while titleHeight > 19, Canvas.width(of: whole, height: titleHeight) > CoverLines.width {
      titleHeight -= 1
    }
    let fits = Canvas.width(of: whole, height: titleHeight) <= CoverLines.width
    title = fits ? [whole] : CoverLines.halves(of: whole)
  }

  var isEmpty: Bool {
    title.isEmpty && artist.isEmpty && titleScript == nil && artistScript == nil
  }

  /// Without control characters and outer spaces; cut between characters.
  private static func cleaned(_ text: String) -> String {
    let all = text.array
    var end = min(all.count, longest)
    while end > 0, end < all.count, all[end] & 0xC0 == 0x80 { end -= 1 }
    let bytes = all[..<end].map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    return bytes[..<end].drop { $0 == 0x20 }.text
  }

  private static func isForeign(_ text: String) -> Bool {
    StrokeFont.numbers(in: text).contains(StrokeFont.unknown)
  }

  /// Splits at the space nearest to the middle.
  private static func halves(of text: String) -> [String] {
    let bytes = text.array
    var best = 0
    for (index, byte) in bytes.enumerated()
    where byte == 0x20 && abs(2 * index - bytes.count) < abs(2 * best - bytes.count) {
      best = index
    }
    if best == 0 { return [text] }
    return [bytes[..<best].text, bytes[(best + 1)...].text]
  }

  func draw(on canvas: Canvas) {
    let middle = Float(canvas.width) / 2
    let left = Int(middle - CoverLines.width / 2)
    let hasArtist = !artist.isEmpty || artistScript != nil
    titleScript?.draw(on: canvas, left: left, top: hasArtist ? 498 : 520)
    artistScript?.draw(on: canvas, left: left, top: 586)
    var y: Float = title.count > 1 ? 544 : hasArtist ? 568 : 584
    for line in title {
      canvas.text(
        line, at: CanvasPoint(x: middle, y: y), side: .middle, height: titleHeight,
        longest: CoverLines.width,
        isBold: true, color: palette.text)
      y += titleHeight + 13
    }
    canvas.text(
      artist, at: CanvasPoint(x: middle, y: 610), side: .middle, height: 15,
      longest: CoverLines.width,
      color: palette.faint)
  }
}
