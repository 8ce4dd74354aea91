import AhaPicture

/// Positions of all elements of the plot, in pixels.
struct PlotLayout {
  static let margin: Float = 14
  /// Width of the names, left of the waveforms.
  static let gutter: Float = 214
  static let titleHeight: Float = 50
  static let rulerHeight: Float = 44
  static let markerHeight: Float = 20
  private static let trackHeight: Float = 84
  private static let busHeight: Float = 30
  private static let laneHeight: Float = 50
  private static let gap: Float = 10
  private static let footer: Float = 26
  /// Min and max scale of the row heights.
  private static let scales: ClosedRange<Float> = 0.4...4

  let width, height: Int
  /// Top of the first group.
  let top: Float
  /// Count of groups that fit.
  private(set) var shown = 0
  private let scale: Float
  private var tops: [Float] = []

  init(_ song: PlotSong, plot: ProjectPlot) {
    let marked: Float = song.markers.isEmpty ? 0 : PlotLayout.markerHeight
    top = PlotLayout.titleHeight + PlotLayout.rulerHeight + marked
    let wanted = song.groups.reduce(Float(0)) { $0 + PlotLayout.height(of: $1) }
    let natural = top + max(wanted, PlotLayout.trackHeight) + PlotLayout.margin
    width = plot.width
    height = plot.height ?? Int(min(natural, Float(ProjectPlot.heights.upperBound)))
    let space = Float(height) - top - PlotLayout.margin
    let fitting = wanted > 0 ? space / wanted : 1
    scale = max(PlotLayout.scales.lowerBound, min(PlotLayout.scales.upperBound, fitting))
    var next = top
    for group in song.groups {
      tops.append(next)
      next += PlotLayout.height(of: group) * scale
    }
    tops.append(next)
    // The note about hidden groups needs space of its own.
    let isWhole = next <= Float(height)
    let end = Float(height) - (isWhole ? 0 : PlotLayout.footer)
    shown = tops.dropFirst().count { $0 <= end }
  }

  private static func height(of group: PlotGroup) -> Float {
    (group.isBus ? busHeight : trackHeight) + Float(group.lanes.count) * laneHeight + gap
  }

  /// Left and right edge of the time axis.
  var left: Float { PlotLayout.margin + PlotLayout.gutter }
  var right: Float { Float(width) - PlotLayout.margin }

  /// Bottom of the last shown group.
  var bottom: Float { shown > 0 ? tops[shown] - PlotLayout.gap * scale : Float(height) }

  /// The area of a group with its lanes.
  func area(ofGroup number: Int) -> Rectangle {
    Rectangle(
      left: PlotLayout.margin, top: tops[number], right: right,
      bottom: tops[number + 1] - PlotLayout.gap * scale)
  }

  /// The area of the group's own row.
  func head(ofGroup number: Int, isBus: Bool) -> Rectangle {
    var area = area(ofGroup: number)
    area.bottom = area.top + (isBus ? PlotLayout.busHeight : PlotLayout.trackHeight) * scale
    return area
  }

  /// The row of a lane; lanes are at the end of the group.
  func lane(_ number: Int, of count: Int, group: Int) -> Rectangle {
    var area = area(ofGroup: group)
    area.top = area.bottom - Float(count - number) * PlotLayout.laneHeight * scale
    area.bottom = area.top + PlotLayout.laneHeight * scale
    return area
  }
}
