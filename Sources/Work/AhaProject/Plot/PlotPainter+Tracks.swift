import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import AhaPicture

extension PlotPainter {
  /// Draws the own row of a group.
  /// Errors: `cancelled`, `outOfMemory`.
  func draw(_ group: PlotGroup, number: Int) throws(AhaError) {
    let row = layout.head(ofGroup: number, isBus: group.isBus)
    let isSilent = !group.isHeard
    let color = isSilent ? theme.missing : theme.color(ofTrack: number)
    let area = layout.area(ofGroup: number)
    canvas.fill(
      Rectangle(left: area.left, top: area.top, right: area.left + 5, bottom: area.bottom),
      color: color)
    drawName(group, row: row)
    switch group.sound {
    case .none: break
    case .missing(let why): drawMissing(why, row: row, from: group.start)
    case .clip(let clip, let path):
      do throws(AhaError) {
        try drawClip(group, clip: clip, path: path, row: row, color: color)
      } catch {
        if error.code == .cancelled || error.code == .outOfMemory { throw error }
        drawMissing("cannot be read: \(path.name.text)", row: row, from: group.start)
      }
    }
  }

  private func drawName(_ group: PlotGroup, row: Rectangle) {
    let (left, width) = (row.left + 16, PlotLayout.gutter - 32)
    let hasFacts = row.height >= 44
    let base = hasFacts ? row.top + 22 : row.middle + 5
    let title = group.isBus ? "bus " + group.name : group.name
    canvas.text(
      title, at: CanvasPoint(x: left, y: base), height: 10.5, longest: width, isBold: true,
      color: theme.text)
    if !hasFacts { return }
    var facts = PlotTicks.short(group.fader.gainDb) + " dB"
    if group.gain != nil { facts = "gain moves" }
    let pan = Int((group.fader.pan * 100).rounded())
    if pan != 0 { facts += pan < 0 ? "  L\(-pan)" : "  R\(pan)" }
    canvas.text(
      facts, at: CanvasPoint(x: left, y: base + 20), height: 8, longest: width, color: theme.faint)
    let state = group.fader.isMuted ? "muted" : group.fader.isSoloed ? "solo" : ""
    let other = state.isEmpty && !group.isHeard ? "not heard" : state
    if row.height >= 62 {
      canvas.text(
        other, at: CanvasPoint(x: left, y: base + 38), height: 8, longest: width,
        color: theme.marker)
    }
  }

  /// The part of a row between two times; nil if it is outside of the picture.
  private func part(
    _ row: Rectangle, from begin: Int64, to end: Int64
  ) -> Rectangle? {
    let (first, last) = (max(begin, ticks.begin), min(end, ticks.end))
    if first >= last { return nil }
    return Rectangle(
      left: ticks.x(first), top: row.top + 4, right: max(ticks.x(last), ticks.x(first) + 1),
      bottom: row.bottom - 4)
  }

  /// Draws a hatched box from the track's start to the end; the length of the sound is unknown.
  private func drawMissing(_ why: String, row: Rectangle, from start: Int64) {
    guard let box = part(row, from: start, to: ticks.end) else { return }
    canvas.fill(box, color: theme.missing.with(alpha: 0.16))
    var x = box.left - box.height
    while x < box.right {
      let (from, to) = (max(0, box.left - x), min(box.height, box.right - x))
      if from < to {
        canvas.stroke(
          [
            CanvasPoint(x: x + from, y: box.bottom - from),
            CanvasPoint(x: x + to, y: box.bottom - to),
          ], width: 1,
          color: theme.missing.with(alpha: 0.5))
      }
      x += 12
    }
    let width = min(box.width, Canvas.width(of: why, height: 9) + 16)
    canvas.fill(
      Rectangle(box.left + 8, top: box.middle - 11, width: max(0, width - 4), height: 22),
      color: theme.panel)
    canvas.text(
      why, at: CanvasPoint(x: box.left + 14, y: box.middle + 4), height: 9,
      longest: max(0, width - 12),
      color: theme.faint)
  }

  /// The range of a group's file to read.
  func hull(of group: PlotGroup) -> Range<Int64> {
    guard case .clip(let clip, _) = group.sound else { return 0..<0 }
    let shown = shown(clip)
    return clip.hull(shown.lowerBound..<shown.upperBound + 1)
  }

  /// The frames that would play in the time of the picture.
  private func shown(_ clip: PlotClip) -> Range<Int64> {
    clip.frames(max(0, ticks.begin - clip.start))..<clip.frames(max(1, ticks.end - clip.start))
  }

  private func drawClip(
    _ group: PlotGroup, clip: PlotClip, path: FilePath, row: Rectangle, color: Color
  ) throws(AhaError) {
    guard let box = part(row, from: group.start, to: group.start + clip.duration) else { return }
    let hull = hull(of: group)
    if hull.isEmpty { return }
    // On average: a lane may move the speed.
    let perPixel = Double(max(1, shown(clip).count)) / Double(ticks.width)
    let parts = min(Double(WaveformPeaks.maxParts), 4 * Double(hull.count) / perPixel)
    let decoder = try Decoder(FileStream(reading: path))
    let peaks = try WaveformPeaks(decoder, range: hull, parts: Int(parts))
    while try peaks.read() {
      try job.throwIfCancelled()
      job.report(frames: done + peaks.done, of: total)
    }
    done += Int64(hull.count)
    canvas.fill(box, color: color.with(alpha: 0.09))
    canvas.fill(
      Rectangle(box.left, top: box.middle - 0.5, width: box.width, height: 1), color: color)
    drawWave(peaks, clip: clip, group: group, box: box, color: color)
    drawJumps(clip, group: group, box: box, color: color)
  }

  private func drawWave(
    _ peaks: WaveformPeaks, clip: PlotClip, group: PlotGroup, box: Rectangle, color: Color
  ) {
    let (first, last) = (Int(box.left), Int(box.right.rounded(.up)))
    var columns = WaveformColumns(box)
    for column in first..<last {
      let begin = max(0, ticks.time(Float(column)) - group.start)
      let end = ticks.time(Float(column + 1)) - group.start
      let from = clip.frames(begin)
      var part = WaveformPeaks.Part()
      for range in clip.ranges(from..<max(from + 1, clip.frames(max(0, end)))) {
        part.add(peaks.part(of: range))
      }
      let db = group.gain?.value(at: group.start + begin) ?? group.fader.gainDb
      columns.add(part, gain: Level.linear(db: db))
    }
    columns.draw(on: canvas, from: first, color: color)
  }

  /// Draws a dashed line at each jump back to the loop's begin.
  private func drawJumps(_ clip: PlotClip, group: PlotGroup, box: Rectangle, color: Color) {
    let period = Double(clip.microseconds(Int64(clip.loop.count)))
    if period / Double(ticks.end - ticks.begin) * Double(ticks.width) < 4 { return }
    let limit = Int64(ticks.width) / 4 + 2
    for time in clip.jumpTimes(from: max(0, ticks.begin - group.start), max: limit) {
      let at = group.start + time
      if at < ticks.begin { continue }
      if at > ticks.end { return }
      var y = box.top
      while y < box.bottom {
        let height = min(4, box.bottom - y)
        canvas.fill(Rectangle(ticks.x(at) - 0.5, top: y, width: 1, height: height), color: color)
        y += 7
      }
    }
  }
}
