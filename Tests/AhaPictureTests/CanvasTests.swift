import AhaBase
import AhaTestSupport
import Testing

@testable import AhaPicture

@Suite("Canvas")
struct CanvasTests {
  private let black = Color(0)

  private func canvas(_ width: Int = 64, _ height: Int = 32) throws -> Canvas {
    try Canvas(width: width, height: height, background: Color(0xFFFFFF))
  }

  /// Darkness of a pixel, 0...1.
  private func ink(_ canvas: Canvas, _ x: Int, _ y: Int) -> Float {
    1 - Float(canvas.color(x: x, y: y)?.green ?? 255) / 255
  }

  private func inkOfAll(_ canvas: Canvas) -> Float {
    var sum: Float = 0
    for y in 0..<canvas.height { for x in 0..<canvas.width { sum += ink(canvas, x, y) } }
    return sum
  }

  @Test(arguments: [(15, 16), (16, 15), (8193, 16), (16, 8193), (-1, 16), (Int.max, Int.max)])
  func sidesAreLimited(width: Int, height: Int) {
    let error = failure { _ = try Canvas(width: width, height: height, background: Color(0)) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func edgesOfRectanglesCoverPartsOfPixels() throws {
    let canvas = try canvas()
    canvas.fill(Rectangle(left: 2.5, top: 3, right: 5, bottom: 4.25), color: black)
    #expect(abs(ink(canvas, 2, 3) - 0.5) < 0.01)
    #expect(ink(canvas, 3, 3) == 1)
    #expect(abs(ink(canvas, 4, 4) - 0.25) < 0.01)
    #expect(abs(inkOfAll(canvas) - 2.5 * 1.25) < 0.02)
  }

  @Test func colorsMix() throws {
    let canvas = try canvas()
    let box = Rectangle(0, top: 0, width: 4, height: 4)
    canvas.fill(box, color: Color(0x204060))
    canvas.fill(box, color: Color(0x0080FF, alpha: 0.5))
    let color = try #require(canvas.color(x: 1, y: 1))
    #expect((15...16).contains(color.red) && (95...96).contains(color.green))
    #expect((175...176).contains(color.blue))
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30, -1e30])
  func shapesOutsideAreNotDrawn(value: Float) throws {
    let canvas = try canvas()
    canvas.fill(Rectangle(left: value, top: value, right: value, bottom: value), color: black)
    canvas.stroke(
      [CanvasPoint(x: value, y: value), CanvasPoint(x: value, y: 3)], width: 2, color: black)
    canvas.stroke([CanvasPoint(x: -50, y: -50), CanvasPoint(x: -9, y: -9)], width: 2, color: black)
    canvas.fillColumns(from: -3, tops: [value, value], bottoms: [value, value], color: black)
    canvas.text("a", at: CanvasPoint(x: value, y: value), height: 10, color: black)
    #expect(inkOfAll(canvas) == 0)
    canvas.fill(Rectangle(left: -1e30, top: -1e30, right: 1e30, bottom: 1e30), color: black)
    #expect(inkOfAll(canvas) == Float(canvas.width * canvas.height))
  }

  /// The area of a line is its length times its width, plus its round ends.
  @Test(arguments: [0, 0.3, 0.8, 1.3, Float.pi / 2])
  func linesHaveTheirWidthInEveryDirection(angle: Float) throws {
    let canvas = try canvas(64, 64)
    let (x, y) = (30 * sine(angle + .pi / 2), 30 * sine(angle))
    canvas.stroke(
      [CanvasPoint(x: 10.2, y: 10.4), CanvasPoint(x: 10.2 + x, y: 10.4 + y)], width: 3, color: black
    )
    let wanted = 30 * 3 + Float.pi * 1.5 * 1.5
    #expect(abs(inkOfAll(canvas) - wanted) < 0.05 * wanted)
  }

  @Test func aLineIsOfOneColorWhereItCrossesItself() throws {
    let canvas = try canvas()
    let half = Color(0, alpha: 0.5)
    canvas.stroke(
      [
        CanvasPoint(x: 5, y: 15), CanvasPoint(x: 50, y: 15), CanvasPoint(x: 25, y: 15),
        CanvasPoint(x: 25, y: 2),
      ], width: 4, color: half)
    #expect(abs(ink(canvas, 10, 15) - 0.5) < 0.01)
    #expect(ink(canvas, 10, 15) == ink(canvas, 25, 15))
    #expect(ink(canvas, 10, 15) == ink(canvas, 40, 15))
  }

  @Test func columnsGoFromTopToBottom() throws {
    let canvas = try canvas()
    canvas.fillColumns(
      from: 4, tops: [3, 9, 9, 20], bottoms: [6, 9, 8, 20.5], least: 1, color: black)
    #expect(abs(inkOfAll(canvas) - (3 + 1 + 1)) < 0.02)
    #expect(ink(canvas, 4, 5) == 1 && ink(canvas, 6, 8) == 0)
  }
}
