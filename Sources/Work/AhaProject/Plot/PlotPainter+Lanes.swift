import AhaBase
import AhaDSP
import AhaPicture

extension PlotPainter {
  /// Draws a lane: its curve, a dot per point if there is space, the name and the range.
  func draw(_ lane: PlotLane, curve: PlotCurve, number: Int, group: Int) {
    let count = laneCount(ofGroup: group)
    let row = layout.lane(number, of: count, group: group)
    let color = lane.lane.mode == .off ? theme.missing : theme.color(ofTrack: group)
    canvas.fill(
      Rectangle(left: row.left + 5, top: row.top, right: row.right - 1, bottom: row.top + 1),
      color: theme.grid)
    let area = Rectangle(
      left: layout.left, top: row.top + 5, right: layout.right - 2, bottom: row.bottom - 5)
    guard let range = values(curve) else {
      drawLabel(lane, row: row, range: "no points")
      return
    }
    let scale = PlotScale(
      lane.lane.parameter, isLogarithmic: lane.isLogarithmic, values: range)
    let limits = PlotTicks.short(scale.low) + " to " + PlotTicks.short(scale.high)
    drawLabel(lane, row: row, range: limits)
    drawCurve(curve, scale: scale, area: area, color: color)
    drawPoints(curve, scale: scale, area: area, color: color)
  }

  private func drawLabel(_ lane: PlotLane, row: Rectangle, range: String) {
    let (left, width) = (row.left + 28, PlotLayout.gutter - 44)
    let mode = lane.lane.mode == .read ? "" : "  " + lane.lane.mode.name.text
    if row.height < 36 {
      canvas.text(
        lane.name + mode, at: CanvasPoint(x: left, y: row.middle + 4), height: 8, longest: width,
        color: theme.text)
      return
    }
    canvas.text(
      lane.name, at: CanvasPoint(x: left, y: row.middle - 4), height: 9, longest: width,
      color: theme.text)
    canvas.text(
      range + mode, at: CanvasPoint(x: left, y: row.middle + 13), height: 7.5, longest: width,
      color: theme.faint)
  }

  /// The range of the visible values; nil without points.
  private func values(_ curve: PlotCurve) -> ClosedRange<Float>? {
    guard let first = curve.value(at: ticks.begin), let last = curve.value(at: ticks.end)
    else { return nil }
    var (low, high) = (min(first, last), max(first, last))
    for index in curve.firstPoint(after: ticks.begin)..<curve.firstPoint(after: ticks.end) {
      low = min(low, curve.points[index].value)
      high = max(high, curve.points[index].value)
    }
    return low...high
  }

  private func canvasPoint(
    _ time: Int64, value: Float, scale: PlotScale, area: Rectangle
  ) -> CanvasPoint {
    CanvasPoint(x: ticks.x(time), y: area.bottom - scale.share(value) * area.height)
  }

  private func drawCurve(
    _ curve: PlotCurve, scale: PlotScale, area: Rectangle, color: Color
  ) {
    var line: [CanvasPoint] = []
    var tops: [Float] = []
    let (first, last) = (Int(area.left), Int(area.right))
    for column in first..<last {
      let begin = ticks.time(Float(column))
      let seen = curve.column(begin..<max(begin, ticks.time(Float(column + 1))))
      for (time, value) in seen {
        line.append(canvasPoint(time, value: value, scale: scale, area: area))
      }
      tops.append(line.last?.y ?? area.bottom)
    }
    canvas.fillColumns(
      from: first, tops: tops, bottoms: tops.map { _ in area.bottom },
      color: color.with(alpha: 0.12))
    canvas.stroke(line, width: 2, color: color)
  }

  private func drawPoints(
    _ curve: PlotCurve, scale: PlotScale, area: Rectangle, color: Color
  ) {
    let (first, last) = (
      curve.firstPoint(after: ticks.begin - 1), curve.firstPoint(after: ticks.end)
    )
    guard Float(last - first) <= ticks.width / 14 else { return }
    for point in curve.points[first..<last] {
      let center = canvasPoint(point.time, value: point.value, scale: scale, area: area)
      canvas.stroke([center], width: 7, color: color)
      canvas.stroke([center], width: 3, color: theme.panel)
    }
  }
}
