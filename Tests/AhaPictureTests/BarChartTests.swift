import AhaBase
import AhaTestSupport
import Testing

@testable import AhaPicture

@Suite("Bar charts")
struct BarChartTests {
  private func chart(_ bars: [[Float]]) -> BarChart {
    var chart = BarChart()
    (chart.width, chart.height, chart.bars) = (400, 200, bars)
    (chart.foreground, chart.background) = (Color(0x000000), Color(0xFFFFFF))
    return chart
  }

  /// Height of a bar: pixels of a column that differ from the background, above the base line.
  private func height(_ canvas: Canvas, _ x: Int) -> Int {
    let bottom = 200 - Int(2.5 * 12.5)
    return (40..<bottom - 1).count { canvas.color(x: x, y: $0) != Color(0xFFFFFF) }
  }

  /// X coordinate of the middle of a bar.
  private func middle(_ place: Int, of count: Int) -> Int {
    let step = (400 - 2 * 12.5) / Double(count)
    return Int(12.5 + (Double(place) + 0.4) * step)
  }

  @Test func heightsAreInProportion() throws {
    let canvas = try chart([[4], [2], [0], [1, 1, 2]]).canvas()
    let heights = (0..<4).map { height(canvas, middle($0, of: 4)) }
    #expect(heights[0] > 100 && abs(heights[0] - 2 * heights[1]) <= 3)
    #expect(heights[2] == 0 && abs(heights[3] - heights[0]) <= 2)
  }

  @Test func partsAreFainterTheHigherTheyAre() throws {
    let canvas = try chart([[1, 1, 1]]).canvas()
    let (x, whole) = (middle(0, of: 1), height(canvas, middle(0, of: 1)))
    let bottom = 200 - Int(2.5 * 12.5)
    let shades = [1, 3, 5].map { brightness(canvas, x, bottom - whole * $0 / 6) }
    #expect(shades[0] < shades[1] && shades[1] < shades[2] && shades[2] < 0.99, "\(shades)")
  }

  @Test(arguments: [[], [[]], [[0]], [[0, 0], []]] as [[[Float]]])
  func whereNothingWasDoneIsNoBar(bars: [[Float]]) throws {
    let canvas = try chart(bars).canvas()
    for x in stride(from: 0, to: 400, by: 7) { #expect(height(canvas, x) == 0) }
  }

  @Test func sidesAndBarsHaveTheirLimits() throws {
    let many = [[Float]](repeating: [1], count: 400)
    #expect(try chart(many).canvas().width == 400)
    #expect(failure { _ = try chart(many + [[1]]).drawn(title: "") }?.code == .limit)
    var small = chart([[1]])
    small.height = 15
    #expect(failure { _ = try small.drawn(title: "") }?.code == .invalidArgument)
    small.height = 16
    let png = try small.drawn(title: "a")
    #expect(Array(png.encoded).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    withExtendedLifetime(png) {}
  }

  @Test func titlesAreBelowAndAbove() throws {
    var chart = chart([])
    let empty = try chart.canvas()
    (chart.firstTitle, chart.lastTitle, chart.tallest) = ("2026-11", "2026-12", "3 plays")
    let titled = try chart.canvas()
    func changed(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
      rows.contains { y in
        columns.contains { titled.color(x: $0, y: y) != empty.color(x: $0, y: y) }
      }
    }
    #expect(changed(0..<120, 170..<200) && changed(280..<400, 170..<200))
    #expect(changed(0..<120, 0..<37) && !changed(0..<400, 40..<165))
  }
}
