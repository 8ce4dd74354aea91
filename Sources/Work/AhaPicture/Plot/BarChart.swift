import AhaBase

/// A bar chart over time. Each bar is a stack of parts; titles label the first and the last bar.
public struct BarChart: Sendable {
  public var width = 1600
  public var height = 400
  public var foreground = Color(0x2B62A8)
  public var background = Color(0xFFFFFF)
  /// The parts of each bar from the bottom up, in any unit; not negative.
  public var bars: [[Float]] = []
  public var firstTitle = ""
  public var lastTitle = ""
  /// Label with the value of the tallest bar.
  public var tallest = ""

  public init() {}

  /// Errors: `invalidArgument` (a side), `limit` (more bars than pixels), `outOfMemory`.
  public func drawn(title: String) throws(AhaError) -> PNGFile {
    let png = try PNGFile(canvas(), title: title)
    while try png.encode() {}
    return png
  }

  func canvas() throws(AhaError) -> Canvas {
    if bars.count > width {
      throw AhaError(.limit, "\(bars.count) bars are more than \(width) pixels")
    }
    let canvas = try Canvas(width: width, height: height, background: background)
    let letters = min(14, Float(height) / 16)
    let area = Rectangle(
      left: letters, top: 3 * letters, right: Float(width) - letters,
      bottom: Float(height) - 2.5 * letters)
    drawTitles(on: canvas, area: area, letters: letters)
    drawBars(on: canvas, area: area)
    return canvas
  }

  private func drawTitles(on canvas: Canvas, area: Rectangle, letters: Float) {
    let (base, half) = (Float(canvas.height) - letters * 0.75, area.width / 2 - letters)
    canvas.text(
      firstTitle, at: CanvasPoint(x: area.left, y: base), height: letters, longest: half,
      color: foreground)
    canvas.text(
      lastTitle, at: CanvasPoint(x: area.right, y: base), side: .right, height: letters,
      longest: half, color: foreground)
    canvas.text(
      tallest, at: CanvasPoint(x: area.left, y: 2 * letters), height: letters, longest: area.width,
      color: foreground)
    canvas.fill(
      Rectangle(area.left, top: area.bottom, width: area.width, height: 1), color: foreground)
  }

  /// Higher parts are more transparent.
  private func drawBars(on canvas: Canvas, area: Rectangle) {
    let tallest = bars.reduce(0) { max($0, $1.reduce(0, +)) }
    guard tallest > 0, area.width > 0, area.height > 0 else { return }
    let step = area.width / Float(bars.count)
    for (index, bar) in bars.enumerated() {
      let left = area.left + Float(index) * step
      var bottom = area.bottom
      for (number, part) in bar.enumerated() where part > 0 {
        let top = bottom - part / tallest * area.height
        let color = foreground.with(alpha: max(0.25, 1 - 0.25 * Float(number)))
        canvas.fill(
          Rectangle(left: left, top: top, right: left + max(1, step * 0.8), bottom: bottom),
          color: color)
        bottom = top
      }
    }
  }
}
