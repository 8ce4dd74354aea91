import AhaBase

/// Accented letters: an ASCII letter plus the number of a mark.
extension StrokeFont {
  /// From U+00C0 to U+017F, pairs of letter and mark; "a" is the first mark. "??": unsupported.
  private static let marked: StaticString = """
    AaAbAcAdAeAf??CkEaEbEcEeIaIbIcIeDnNdOaObOcOdOe??OnUaUbUcUeYb????aaabacadaeaf??ckeaebeceeiaib\
    icie??ndoaobocodoe??onuaubucueyb??yeAhahAiaiAlalCbcbCcccCjcjCgcgDgdgDndnEhehEieiEjejElelEgeg\
    GcgcGigiGjgjGkgkHchcHnhnIdidIhihIiiiIlilIji`????JcjcKkkk??LblbLklkLglg????LnlnNbnbNknkNgng??\
    ????OhohOioiOmom????RbrbRkrkRgrgSbsbScscSkskSgsgTktkTgtg????UdudUhuhUiuiUfufUmumUlulWcwcYcyc\
    YeZbzbZjzjZgzg??
    """

  /// Grave, acute, circumflex, tilde, diaeresis, ring, caron, macron, breve, dot, cedilla, ogonek,
  /// double acute, stroke. In the format of `plainShapes`, centered at x = 2, upwards from y = 2.
  private static let shapes: StaticString = """
    |1432|1234|122432|0213233243|13 33|2213243322|142234|1333|14133334|23|242312|242332|\
    1224 3244|0246
    """

  /// The mark of a combining character; nil if unsupported.
  private static func mark(combining value: UInt32) -> Int? {
    switch value {
    case 0x300...0x304: [1, 2, 3, 4, 8][Int(value - 0x300)]
    case 0x306: 9
    case 0x307: 10
    case 0x308: 5
    case 0x30A: 6
    case 0x30B: 13
    case 0x30C: 7
    case 0x327: 11
    case 0x328: 12
    default: nil
    }
  }

  /// Maps typographic characters to ASCII.
  private static func plain(_ value: UInt32) -> UInt32 {
    switch value {
    case 0xA0: 0x20
    case 0x2010...0x2015: 0x2D
    case 0x2018, 0x2019, 0xB4: 0x27
    case 0x201C, 0x201D: 0x22
    default: value
    }
  }

  /// The glyph numbers of a text.
  static func numbers(in text: String) -> [Int] {
    var numbers: [Int] = []
    for scalar in text.unicodeScalars {
      let value = plain(scalar.value)
      if let mark = mark(combining: value) {
        guard let last = numbers.last, last < unknown else { continue }
        numbers[numbers.count - 1] = last + mark * count
      } else if (0xC0..<0x180).contains(value) {
        numbers.append(number(marked: Int(value - 0xC0)))
      } else {
        numbers.append((0x20..<0x7F).contains(value) ? Int(value) - 0x20 : unknown)
      }
    }
    return numbers
  }

  private static func number(marked index: Int) -> Int {
    let pair = marked.utf8Start + 2 * index
    let letter = Int(pair[0]) - 0x20
    if pair[0] == UInt8(ascii: "?") { return unknown }
    return letter + (Int(pair[1]) - 0x60) * count
  }

  /// The strokes of a letter, with the baseline at 0 and y upwards, and its width.
  static func shape(numbered number: Int) -> (lines: [[CanvasPoint]], width: Float) {
    let (letter, mark) = (number % count, number / count)
    var shape = shape(of: letter, in: plainShapes)
    let byte = UInt8(letter + 0x20)
    let isDotted = byte == UInt8(ascii: "i") || byte == UInt8(ascii: "j")
    if mark == 0 { return shape }
    if isDotted { shape.lines.removeLast() }
    let isTall = byte < 0x60 || "bdfhklt".array.contains(byte)
    // Cedilla and ogonek are below the letter, a stroke crosses it, other marks are above.
    let up: Float = mark == 14 ? 0 : mark == 11 || mark == 12 ? -2.4 : isTall ? 7 : 5
    for line in self.shape(of: mark, in: shapes).lines {
      shape.lines.append(line.map { CanvasPoint(x: $0.x - 2 + shape.width / 2, y: $0.y + up) })
    }
    return shape
  }
}
