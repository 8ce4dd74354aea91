import AhaBase

/// A stroke font for ASCII and accented Latin letters, drawn for libaha; all others are a box.
enum StrokeFont {
  /// Height of a capital.
  static let capital: Float = 6
  /// Space between two letters.
  static let gap: Float = 2
  private static let space: Float = 1.5

  /// One glyph after the other, from the space on, the box last; `|` separates glyphs, a space
  /// separates strokes. Two digits are a point: x, and y, where 2 is the baseline, 6 the top of
  /// small letters and 8 that of capitals.
  static let plainShapes: StaticString = """
    |0804 02|0806 2826|1218 3238 0444 0646|473818070615354443321203 2921|\
    0248 0818170708 3343423233|4216172837360403122244|0806|19070311|09171301|2824 0745 0547|\
    2723 0545|1201|0535|02|0139|183847433212030718|172822 1232|07183847460242|\
    0718384746354443321203 1535|32380444|480805354443321203|473818070312324344351504|084812|\
    15060718384746351504031232434435|463515060718384743321203|05 02|15 1201|370533|0646 0444|\
    073503|07183847462524 22|4212030718384744242646|022842 1434|02083847463505 3544433202|\
    4738180703123243|02082846442202|48080242 0535|480802 0535|47381807031232434525|\
    0802 4842 0545|0802|3833221203|0802 4804 1542|080242|0208244842|02084248|184857534212030718|\
    02083847463505|184857534212030718 3452|02083847463505 2542|473818070615354443321203|\
    0848 2822|080312324348|082248|0812375268|0842 0248|082548 2522|08480242|19090111|0931|\
    09191101|062846|0141|0918|36160503122233 3632|0802 0516263533221203|3526160503122233|\
    3832 3526160503122233|04343526160503122233|281712 0626|3526160503122233 3631201001|\
    0802 0516263532|0602 08|161100 18|0802 3603 1432|080312|0602 05162522 25364542|\
    0602 0516263532|162635332212030516|0600 0516263533221203|3630 3526160503122233|0602 051626|\
    3616051424332202|181322 0626|0603122233 3632|062246|0612253246|0632 0236|0622 461000|\
    06360232|29181605141221|0901|09181625141201|04153445|0207373202
    """

  static let count = 96
  /// Index of the box.
  static let unknown = count - 1

  /// The strokes of glyph `number` in a list, and its width.
  static func shape(
    of number: Int, in list: StaticString
  ) -> (lines: [[CanvasPoint]], width: Float) {
    list.withUTF8Buffer { bytes in
      var index = 0
      var left = number
      while left > 0, index < bytes.count {
        if bytes[index] == UInt8(ascii: "|") { left -= 1 }
        index += 1
      }
      return read(bytes, from: index)
    }
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (lines: [[CanvasPoint]], width: Float) {
    var (lines, line): ([[CanvasPoint]], [CanvasPoint]) = ([], [])
    var (width, index): (Float, Int) = (0, start)
    while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "|") {
      if bytes[index] == UInt8(ascii: " ") {
        lines.append(line)
        line = []
        index += 1
        continue
      }
      let x = Float(bytes[index]) - Float(UInt8(ascii: "0"))
      line.append(CanvasPoint(x: x, y: Float(bytes[index + 1]) - Float(UInt8(ascii: "2"))))
      width = max(width, x)
      index += 2
    }
    if line.isEmpty { return (lines, space) }
    return (lines + [line], width)
  }
}
