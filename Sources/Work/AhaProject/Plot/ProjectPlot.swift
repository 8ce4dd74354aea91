import AhaBase
import AhaCodec
import AhaEngine
import AhaPicture

// In this module, because the plot reads a project, which AhaPicture does not know.

/// A picture of a project: tracks with their waveforms, lanes, markers over time.
public struct ProjectPlot: Sendable {
  public static let widths = 320...Canvas.sides.upperBound
  public static let heights = 120...Canvas.sides.upperBound
  /// Min duration of a picture. Units: microseconds.
  public static let shortest: Int64 = 1000

  /// Units: pixels.
  public var width = 1600
  /// Nil: as high as all tracks and lanes need, up to the max.
  public var height: Int?
  /// Microseconds of the project.
  public var begin: Int64 = 0
  /// Nil: the end of the last sound, point or marker.
  public var end: Int64?
  public var isDark = false

  public init() {}

  fileprivate func check() throws(AhaError) {
    guard ProjectPlot.widths.contains(width) else {
      throw AhaError(.invalidArgument, "the width \(width) is outside of 320 to 8192 pixels")
    }
    if let height, !ProjectPlot.heights.contains(height) {
      throw AhaError(.invalidArgument, "the height \(height) is outside of 120 to 8192 pixels")
    }
    let end = end ?? Document.longest
    guard begin >= 0, (ProjectPlot.shortest...Document.longest).contains(end),
      begin <= end - ProjectPlot.shortest
    else {
      throw AhaError(
        .invalidArgument, "from \(begin) to \(end) us is not a range of a project of at least 1 ms")
    }
  }
}

extension Project {
  /// Starts a job that draws the project into a PNG file.
  /// Errors: `invalidArgument`, `system`; of the job: those of files, `damaged`, `outOfMemory`.
  public func startPlot(
    _ plot: ProjectPlot, to path: FilePath, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try plot.check()
    if path.isEmpty { throw AhaError(.invalidArgument, "the path is empty") }
    try document.requireOutput(path)
    try jobs.start(
      { [self] (job) throws(AhaError) in
        let png = try PlotRun(document, plot: plot, job: job).draw()
        try job.throwIfCancelled()
        try png.save(to: path)
      }, prepare: prepare)
  }
}

/// One running plot.
struct PlotRun {
  private let document: Document
  private let plot: ProjectPlot
  private let job: Job

  init(_ document: Document, plot: ProjectPlot, job: Job) {
    (self.document, self.plot, self.job) = (document, plot, job)
  }

  func draw() throws(AhaError) -> PNGFile {
    job.enter(.decoding)
    let song = try PlotSong(document, job: job)
    let content = max(try song.end(), plot.begin + ProjectPlot.shortest)
    let end = plot.end ?? content
    let layout = PlotLayout(song, plot: plot)
    let painter = try PlotPainter(song, layout: layout, plot: plot, end: end, job: job)
    painter.drawFrame()
    try drawGroups(painter, song: song, layout: layout)
    painter.drawMarkers()
    job.enter(.rendering)
    let png = try PNGFile(painter.canvas, title: song.title)
    while try png.encode() { try job.throwIfCancelled() }
    return png
  }

  private func drawGroups(
    _ painter: PlotPainter, song: PlotSong, layout: PlotLayout
  ) throws(AhaError) {
    let shown = song.groups.prefix(layout.shown)
    for group in shown { painter.total += Int64(painter.hull(of: group).count) }
    for (index, group) in shown.enumerated() {
      try job.throwIfCancelled()
      try painter.draw(group, number: index)
      for (number, lane) in group.lanes.enumerated() {
        try job.throwIfCancelled()
        painter.draw(lane, curve: try song.curve(of: lane), number: number, group: index)
      }
    }
  }
}
