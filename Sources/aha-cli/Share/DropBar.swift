import CAha
import CCli

/// How far drops are: one line on a terminal for all of them, JSON lines for programs.
final class DropBar {
  private let console: Console
  private let bar: StatusLine
  private var rate = ByteRate()
  /// Of each drop: what was said of it last.
  private var told: [(id: Bytes, stage: aha_drop_stage_code, bytes: Int64)] = []

  init(_ console: Console) {
    self.console = console
    bar = StatusLine(console)
  }

  func tell(_ tasks: [DropTask]) {
    if !bar.isDue() { return }
    if console.isJSON {
      for task in tasks where task.isRunning { tell(task) }
    } else if bar.isShown {
      draw(tasks)
    }
  }

  func clear() { bar.clear() }

  private func draw(_ tasks: [DropTask]) {
    var (done, total): (Int64, Int64) = (0, 0)
    var stage: aha_drop_stage_code?
    for task in tasks {
      let progress = task.progress
      (done, total) = (done + progress.bytes_done, total + progress.bytes_total)
      if task.isRunning { stage = min(stage ?? progress.stage, progress.stage) }
    }
    guard let stage else { return }
    if let drawn = drawn(tasks) { return bar.draw(drawn) }
    rate.add(done, cli_clock_seconds())
    let count = tasks.count > 1 ? " to \(tasks.count)" : ""
    bar.draw(byteLine(stageName(stage) + count, done, total, rate.perSecond))
  }

  /// As in "drawing   [###......]  31%": all is sent, and nothing but the pictures is waited for.
  private func drawn(_ tasks: [DropTask]) -> String? {
    var least = 1.0
    for task in tasks where task.isRunning {
      guard let drawn = task.drawn else { return nil }
      least = min(least, drawn)
    }
    let head = padded("drawing", 9) + " "
    let tail = padded(fixed(least * 100, 0), 4, onTheLeft: true) + "%"
    return head + filledBar(least, min(40, StatusLine.columns - head.utf8.count - 5)) + tail
  }

  /// Only what is new: somebody keeps these lines.
  private func tell(_ task: DropTask) {
    let progress = task.progress
    let now = (id: task.id, stage: progress.stage, bytes: progress.bytes_done)
    if let index = told.firstIndex(where: { $0.id == task.id }) {
      if told[index].stage == now.stage, told[index].bytes == now.bytes { return }
      told[index] = now
    } else {
      told.append(now)
    }
    console.print([
      "event": .text("progress"), "drop": .name(task.id), "destination": .name(task.destination),
      "stage": .text(stageName(progress.stage)), "bytes_done": .count(progress.bytes_done),
      "bytes_total": .count(progress.bytes_total),
    ])
  }
}

/// How fast bytes go: of about the last five seconds.
struct ByteRate {
  private var points: [(bytes: Int64, seconds: Double)] = []

  mutating func add(_ bytes: Int64, _ seconds: Double) {
    points.append((bytes, seconds))
    while points.count > 2, seconds - points[1].seconds > 5 { points.removeFirst() }
  }

  /// 0 while nobody can tell.
  var perSecond: Double {
    guard let first = points.first, let last = points.last, last.seconds - first.seconds > 0.5
    else { return 0 }
    return max(0, Double(last.bytes - first.bytes) / (last.seconds - first.seconds))
  }
}

/// As in "sending   [###......]  31%  4.2 of 13.5 MB  2.1 MB/s  0:04 left".
func byteLine(_ stage: String, _ done: Int64, _ total: Int64, _ perSecond: Double) -> String {
  let fraction = total > 0 ? Double(done) / Double(total) : -1
  let head = padded(stage, 9) + " "
  var tail = ""
  if fraction >= 0 {
    tail += padded(fixed(fraction * 100, 0), 4, onTheLeft: true) + "%  "
    tail += megabytes(done) + " of "
  }
  tail += megabytes(max(done, total)) + " MB"
  if perSecond > 0 {
    tail += "  " + fixed(perSecond / 1e6, 1) + " MB/s"
    let left = Double(total - done) / perSecond
    if total > done { tail += "  " + minutesAndSeconds(UInt64(min(left, 359_999))) + " left" }
  }
  let room = StatusLine.columns - head.utf8.count - tail.utf8.count
  return head + filledBar(fraction, min(40, room)) + tail
}

private func megabytes(_ bytes: Int64) -> String { fixed(Double(bytes) / 1e6, 1) }
