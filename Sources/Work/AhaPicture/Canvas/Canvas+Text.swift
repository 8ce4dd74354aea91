extension Canvas {
  public enum Side: Sendable {
    case left, middle, right
  }

  /// Draws a text on one line.
  /// - Parameters:
  ///   - point: On the baseline, at the given side of the text.
  ///   - height: Height of a capital in pixels.
  ///   - longest: Max width in pixels; a longer text is cut and ends with two dots.
  public func text(
    _ text: String, at point: CanvasPoint, side: Side = .left, height: Float,
    longest: Float = .infinity, isBold: Bool = false, color: Color
  ) {
    var numbers = StrokeFont.numbers(in: text)
    let unit = height / StrokeFont.capital
    // Limits the work for long texts: a letter is at least one unit wide.
    if longest / unit < Float(numbers.count) {
      numbers.removeLast(numbers.count - Int(max(0, longest / unit)))
    }
    if Canvas.width(of: numbers, unit: unit) > longest {
      let dots = StrokeFont.numbers(in: "..")
      while !numbers.isEmpty, Canvas.width(of: numbers + dots, unit: unit) > longest {
        numbers.removeLast()
      }
      numbers += dots
    }
    let width = Canvas.width(of: numbers, unit: unit)
    var x = point.x - (side == .left ? 0 : side == .right ? width : width / 2)
    for number in numbers {
      let shape = StrokeFont.shape(numbered: number)
      let lines = shape.lines.map { line in
        line.map { CanvasPoint(x: x + $0.x * unit, y: point.y - $0.y * unit) }
      }
      stroke(lines, width: height * (isBold ? 0.19 : 0.13), color: color)
      x += (shape.width + StrokeFont.gap) * unit
    }
  }

  /// The width of a text with capitals of a height.
  public static func width(of text: String, height: Float) -> Float {
    width(of: StrokeFont.numbers(in: text), unit: height / StrokeFont.capital)
  }

  private static func width(of numbers: [Int], unit: Float) -> Float {
    var width: Float = 0
    for number in numbers { width += StrokeFont.shape(numbered: number).width + StrokeFont.gap }
    return max(0, width - StrokeFont.gap) * unit
  }
}
