import AhaBase
import AhaPiece

/// The colors of a cover, derived from the key on the circle of fifths or, without a key, from
/// title and artist.
struct CoverPalette {
  let inner, outer: OklabColor
  let text, faint: Color
  let random: SeededRandom

  init(for piece: Piece) {
    var random = SeededRandom(piece.title, other: piece.artist)
    let key = piece.tonality
    let chosen = random.next()
    // From green over blue to red: omits dark yellow, which looks muddy.
    let hue = 170 + 230 * (key.isKey ? Float(key.root * 7 % 12) / 12 : chosen)
    // A scale without a major third counts as minor.
    let isMajor = key.isKey && key.scale >> ((key.root + 4) % 12) & 1 == 1
    inner = OklabColor(isMajor ? 0.34 : 0.29, chroma: isMajor ? 0.085 : 0.065, hue: hue)
    outer = OklabColor(isMajor ? 0.16 : 0.13, chroma: 0.045, hue: hue + 24)
    text = OklabColor(0.97, chroma: 0.012, hue: hue).color
    faint = OklabColor(0.76, chroma: 0.035, hue: hue).color
    self.random = random
  }

  /// - Parameter height: From 0, low and warm, to 1, high and cool.
  func color(at height: Float) -> Color {
    OklabColor(0.76 + 0.04 * height, chroma: 0.155, hue: 62 - 225 * height).color
  }
}

/// A linear congruential generator, seeded with texts.
struct SeededRandom {
  private var state: UInt32

  init(_ one: String, other: String) {
    var seed = ShortFingerprint()
    for byte in (one + "\0" + other).utf8 { seed.add(UInt32(byte)) }
    state = seed.value
  }

  /// 0 ..< 1.
  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    var mixed = state ^ state >> 16
    mixed = mixed &* 0x45D9_F3B3
    return Float((mixed ^ mixed >> 15) >> 8) / Float(1 << 24)
  }

  mutating func next(below count: Int) -> Int { Int(next() * Float(count)) }
}
