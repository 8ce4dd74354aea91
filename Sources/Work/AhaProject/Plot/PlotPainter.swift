import AhaBase
import AhaDSP
import AhaEngine
import AhaPicture

/// Draws everything around the rows: title, axis, grid, markers.
final class PlotPainter {
  let canvas: Canvas
  let theme: PlotTheme
  let layout: PlotLayout
  let ticks: PlotTicks
  let job: Job
  /// Frames of sounds to read, and frames read.
  var (total, done): (Int64, Int64) = (0, 0)
  private let song: PlotSong

  /// Errors: `outOfMemory`.
  init(
    _ song: PlotSong, layout: PlotLayout, plot: ProjectPlot, end: Int64, job: Job
  ) throws(AhaError) {
    (self.song, self.layout, self.job) = (song, layout, job)
    theme = PlotTheme.theme(isDark: plot.isDark)
    canvas = try Canvas(width: layout.width, height: layout.height, background: theme.background)
    ticks = PlotTicks(
      begin: plot.begin, end: end, left: layout.left, width: layout.right - layout.left)
  }

  func laneCount(ofGroup number: Int) -> Int { song.groups[number].lanes.count }

  func drawFrame() {
    drawTitle()
    drawClock()
    for number in 0..<layout.shown {
      let area = layout.area(ofGroup: number)
      canvas.fill(area, color: theme.border)
      canvas.fill(
        Rectangle(
          left: area.left + 1, top: area.top + 1, right: area.right - 1, bottom: area.bottom - 1),
        color: theme.panel)
    }
    drawBars()
    let hidden = song.groups.count - layout.shown
    if song.groups.isEmpty {
      note("no tracks")
    } else if hidden > 0 {
      note("and \(hidden) more without space")
    }
  }

  private func note(_ text: String) {
    canvas.text(
      text, at: CanvasPoint(x: Float(layout.width) / 2, y: Float(layout.height) - 11),
      side: .middle, height: 9,
      color: theme.faint)
  }

  private func drawTitle() {
    let tempo = PlotTicks.short(Float(song.tempo.bpm(at: 0)))
    let tracks = song.trackCount == 1 ? "1 track" : "\(song.trackCount) tracks"
    let facts =
      "\(tempo) BPM   \(song.settings.beatsPerBar)/\(song.settings.beatUnit)   \(tracks)"
    let available = Float(layout.width) - 2 * PlotLayout.margin
    let width = Canvas.width(of: facts, height: 9)
    canvas.text(
      song.title, at: CanvasPoint(x: PlotLayout.margin, y: 34), height: 17,
      longest: available - width - 24, isBold: true, color: theme.text)
    canvas.text(
      facts, at: CanvasPoint(x: layout.right, y: 34), side: .right, height: 9, longest: available,
      color: theme.faint)
  }

  /// Draws the time axis in minutes and seconds.
  private func drawClock() {
    let base = PlotLayout.titleHeight + 14
    canvas.text(
      "time", at: CanvasPoint(x: layout.left - 44, y: base), side: .right, height: 9,
      color: theme.faint)
    let step = ticks.clockStep(88)
    var time = (ticks.begin + step - 1) / step * step
    while time <= ticks.end {
      let x = ticks.x(time)
      canvas.fill(Rectangle(x, top: base + 3, width: 1, height: 4), color: theme.faint)
      let text = PlotTicks.clock(time, step: step)
      let half = Canvas.width(of: text, height: 9) / 2
      canvas.text(
        text, at: CanvasPoint(x: min(x, layout.right - half), y: base), side: .middle, height: 9,
        color: theme.text)
      time += step
    }
  }

  /// Draws bar numbers, and bar lines through all rows.
  private func drawBars() {
    let base = PlotLayout.titleHeight + 35
    canvas.text(
      "bar", at: CanvasPoint(x: layout.left - 44, y: base), side: .right, height: 8,
      color: theme.faint)
    let tempo = song.tempo
    let fastest = tempo.segments.reduce(0) { max($0, $1.pace) }
    let step = ticks.barStep(tempo.bar / fastest, apart: 44)
    var number = Int64(tempo.beat(at: Double(ticks.begin)) / tempo.bar) / step * step
    while true {
      let time = Int64(tempo.time(of: Double(number) * tempo.bar).rounded())
      if time > ticks.end { return }
      if time >= ticks.begin {
        let x = ticks.x(time)
        let text = "\(number + 1)"
        let half = Canvas.width(of: text, height: 8) / 2
        canvas.text(
          text, at: CanvasPoint(x: min(x, layout.right - half), y: base), side: .middle, height: 8,
          color: theme.faint)
        for group in 0..<layout.shown {
          let area = layout.area(ofGroup: group)
          canvas.fill(
            Rectangle(left: x, top: area.top + 1, right: x + 1, bottom: area.bottom - 1),
            color: theme.grid)
        }
      }
      number += step
    }
  }

  /// Draws a line through all rows per marker, and a flag with its name if there is space.
  func drawMarkers() {
    let base = PlotLayout.titleHeight + PlotLayout.rulerHeight + PlotLayout.markerHeight - 6
    var free = -Float.infinity
    for marker in song.markers where marker.time >= ticks.begin && marker.time <= ticks.end {
      let x = ticks.x(marker.time)
      canvas.fill(
        Rectangle(left: x, top: base - 10, right: x + 1.5, bottom: layout.bottom),
        color: theme.marker.with(alpha: 0.8))
      if x < free { continue }
      for line in 0..<10 {
        let height = Float(line) + 0.5
        canvas.fill(
          Rectangle(
            x, top: base - 10 + Float(line), width: 9 - (height - 5).magnitude * 1.8, height: 1),
          color: theme.marker)
      }
      let available = layout.right - x - 14
      canvas.text(
        marker.name, at: CanvasPoint(x: x + 14, y: base), height: 9, longest: max(0, available),
        color: theme.marker)
      free = x + 24 + min(available, Canvas.width(of: marker.name, height: 9))
    }
  }
}
