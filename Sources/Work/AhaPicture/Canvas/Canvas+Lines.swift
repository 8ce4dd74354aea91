import CShims

extension Canvas {
  /// Draws a polyline with round caps and joins. A transparent line has one color even where it
  /// crosses itself.
  public func stroke(_ line: [CanvasPoint], width thickness: Float, color: Color) {
    stroke([line], width: thickness, color: color)
  }

  /// Draws several lines with one coverage mask.
  public func stroke(_ lines: [[CanvasPoint]], width thickness: Float, color: Color) {
    guard
      let mask = CoverageMask(
        of: lines, margin: thickness / 2 + 1, pictureWidth: width, pictureHeight: height)
    else { return }
    for line in lines {
      if let only = line.first, line.count == 1 {
        mask.add(from: only, to: only, radius: thickness / 2)
      }
      for index in line.indices.dropFirst() {
        mask.add(from: line[index - 1], to: line[index], radius: thickness / 2)
      }
    }
    lay(color, mask: mask)
  }

  private func lay(_ color: Color, mask: CoverageMask) {
    for y in 0..<mask.height {
      for x in 0..<mask.width where mask.coverage[y * mask.width + x] > 0 {
        blend(color, x: mask.left + x, y: mask.top + y, coverage: mask.coverage[y * mask.width + x])
      }
    }
  }

  /// Fills columns of one pixel, from `left` on. Each is from its top to its bottom, and at least
  /// `least` tall. Skips a column whose top is below its bottom.
  public func fillColumns(
    from left: Int, tops: [Float], bottoms: [Float], least: Float = 0, color: Color
  ) {
    for index in 0..<min(tops.count, bottoms.count) where tops[index] <= bottoms[index] {
      let lack = max(0, least - (bottoms[index] - tops[index])) / 2
      fill(
        Rectangle(
          left: Float(left + index), top: tops[index] - lack, right: Float(left + index + 1),
          bottom: bottoms[index] + lack), color: color)
    }
  }
}

/// The coverage of the pixels of a part of the picture by a line, 0...1.
final class CoverageMask {
  let left, top, width, height: Int
  let coverage: UnsafeMutablePointer<Float>

  /// Covers the bounding box of the lines; nil if it is outside of the picture, or without memory.
  init?(of lines: [[CanvasPoint]], margin: Float, pictureWidth: Int, pictureHeight: Int) {
    var (low, high) = (
      CanvasPoint(x: .infinity, y: .infinity), CanvasPoint(x: -.infinity, y: -.infinity)
    )
    for line in lines {
      for point in line {
        low = CanvasPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = CanvasPoint(x: max(high.x, point.x), y: max(high.y, point.y))
      }
    }
    left = CoverageMask.whole(low.x - margin, side: pictureWidth)
    top = CoverageMask.whole(low.y - margin, side: pictureHeight)
    width = CoverageMask.whole(high.x + margin + 1, side: pictureWidth) - left
    height = CoverageMask.whole(high.y + margin + 1, side: pictureHeight) - top
    guard width > 0, height > 0, let memory = calloc(width * height, MemoryLayout<Float>.stride)
    else { return nil }
    coverage = memory.bindMemory(to: Float.self, capacity: width * height)
  }

  deinit { free(coverage) }

  private static func whole(_ value: Float, side: Int) -> Int {
    value > 0 ? Int(min(value, Float(side))) : 0
  }

  /// Adds the points within `radius` of the segment between two points.
  func add(from: CanvasPoint, to: CanvasPoint, radius: Float) {
    let way = CanvasPoint(x: to.x - from.x, y: to.y - from.y)
    let square = way.x * way.x + way.y * way.y
    guard square.isFinite else { return }
    let inverse = square > 0 ? 1 / square : 0
    let extent = radius + 1
    for y in pixels(
      low: min(from.y, to.y) - extent, high: max(from.y, to.y) + extent, start: top, count: height)
    {
      let row = coverage + y * width
      for x in pixels(
        low: min(from.x, to.x) - extent, high: max(from.x, to.x) + extent, start: left, count: width
      ) {
        let (right, down) = (Float(left + x) + 0.5 - from.x, Float(top + y) + 0.5 - from.y)
        let share = max(0, min(1, (right * way.x + down * way.y) * inverse))
        let (away, below) = (right - share * way.x, down - share * way.y)
        let covered = radius + 0.5 - (away * away + below * below).squareRoot()
        row[x] = max(row[x], min(1, min(covered, 2 * radius)))
      }
    }
  }

  /// Pixel indices between two coordinates, relative to `start`.
  private func pixels(low: Float, high: Float, start: Int, count: Int) -> Range<Int> {
    let first = CoverageMask.whole(low - Float(start), side: count)
    return first..<max(first, CoverageMask.whole(high - Float(start) + 1, side: count))
  }
}
