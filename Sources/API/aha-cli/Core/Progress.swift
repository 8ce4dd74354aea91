/// Progress of work: a bar on a terminal, JSON lines for programs, at most ten a second.
final class Progress {
  let isQuiet: Bool
  private let rate: Double
  private let begin = cli_clock_seconds()
  private var stage = ""
  private var stageBegin = 0.0
  private let bar = StatusLine()

  init(rate: Double, isQuiet: Bool = false) { (self.rate, self.isQuiet) = (rate, isQuiet) }

  var elapsedSeconds: Double { cli_clock_seconds() - begin }

  /// - Parameter fraction: 0 to 1; below 0 while the whole is not known.
  /// - Parameter frames: rendered so far; 0 in stages without a speed.
  func tell(_ stage: String, fraction: Double, frames: UInt64 = 0) {
    if isQuiet { return }
    let isNew = stage != self.stage
    self.stage = stage
    if isNew { stageBegin = cli_clock_seconds() }
    let seconds = cli_clock_seconds() - stageBegin
    let speed = frames > 0 && seconds > 0.05 ? Double(frames) / rate / seconds : .nan
    let isLate = fraction > 0 && fraction < 1 && seconds > 0.5
    bar.tell(
      [
        "event": .text("progress"), "stage": .text(stage),
        "fraction": .real(fraction < 0 ? .nan : fraction, decimals: 4),
        "frames_done": .number(frames),
        "elapsed_seconds": .real(elapsedSeconds, decimals: 3),
        "realtime_factor": .real(speed, decimals: 1),
      ],
      or: barLine(
        stage, fraction: fraction, facts: speed.isNaN ? "" : "  " + fixed(speed, decimals: 0) + "x",
        secondsLeft: isLate ? seconds * (1 - fraction) / fraction : nil),
      at: fraction < 0 ? Double(frames) : fraction, isUrgent: isNew)
  }

  func clear() { bar.clear() }
}

/// A line at the bottom of the terminal that is drawn again and again.
final class StatusLine {
  /// Columns that are on the terminal now.
  private var drawn = 0
  private var lastDue = 0.0
  /// The last position in an object.
  private(set) var lastPosition: Double?

  /// True at most ten times a second, unless it is urgent.
  func isDue(isUrgent: Bool = false) -> Bool {
    let now = cli_clock_seconds()
    if !isUrgent, now - lastDue < 0.1 { return false }
    lastDue = now
    return true
  }

  /// If it is due, prints an object, or draws the line if standard error is a terminal.
  /// - Parameter position: Position of the work. An object is printed only for a new one.
  func tell(
    _ record: @autoclosure () -> Record, or line: @autoclosure () -> String, at position: Double,
    isUrgent: Bool = false
  ) {
    if console.isJSON {
      if !isUrgent, position == lastPosition || !isDue() { return }
      (lastPosition, lastDue) = (position, cli_clock_seconds())
      console.print(record())
    } else {
      draw(line(), isUrgent: isUrgent)
    }
  }

  /// Max length of a line. One column stays free: a full line would wrap.
  static var columns: Int { Int(cli_columns(2)) - 1 }

  /// If standard error is a terminal, and it is due. Spaces, which any terminal has, cover the rest
  /// of a longer line before.
  func draw(_ line: @autoclosure () -> String, isUrgent: Bool = false) {
    if isatty(2) == 0 || !isDue(isUrgent: isUrgent) { return }
    let line = line()
    console.drawOnError("\r" + padded(line, to: drawn))
    drawn = line.utf8.count
  }

  func clear() {
    if drawn > 0 { console.drawOnError("\r" + String(repeating: " ", count: drawn) + "\r") }
    drawn = 0
  }
}

/// As in "sending   [###......]  31%  2.1 MB/s  0:04 left".
/// - Parameter fraction: 0 to 1; below 0 while the whole is not known.
func barLine(_ stage: String, fraction: Double, facts: String, secondsLeft: Double? = nil)
  -> String
{
  let head = padded(stage, to: 9) + " "
  var tail =
    fraction < 0 ? "" : padded(fixed(fraction * 100, decimals: 0), to: 4, onTheLeft: true) + "%"
  tail += facts
  if let secondsLeft {
    tail += "  " + ClockText.short(Int64(min(secondsLeft, 359_999)) * 1_000_000) + " left"
  }
  let space = StatusLine.columns - head.utf8.count - tail.utf8.count
  return head + filledBar(fraction, width: min(40, space)) + tail
}

/// A bar of `width` columns; "" if it is too short to be useful.
func filledBar(_ fraction: Double, width: Int) -> String {
  guard width >= 5 else { return "" }
  let filled = Int(max(0, min(1, fraction)) * Double(width - 2))
  return "[" + String(repeating: "#", count: filled)
    + String(repeating: ".", count: width - 2 - filled) + "]"
}

/// Transfer rate over about the last five seconds.
struct ByteRate {
  private var points: [(bytes: Int64, seconds: Double)] = []

  /// - Returns: 0 until it is known.
  mutating func perSecond(_ bytes: Int64) -> Double {
    points.append((bytes, cli_clock_seconds()))
    let now = points[points.count - 1].seconds
    while points.count > 2, now - points[1].seconds > 5 { points.removeFirst() }
    let seconds = now - points[0].seconds
    return seconds > 0.5 ? max(0, Double(bytes - points[0].bytes) / seconds) : 0
  }
}

/// As in "sending   [###......]  31%  4.2 of 13.5 MB  2.1 MB/s  0:04 left".
func byteLine(_ stage: String, done: Int64, total: Int64, perSecond: Double) -> String {
  let isKnown = total > 0
  var facts = isKnown ? "  " + megabytes(Double(done)) + " of " : ""
  facts += megabytes(Double(max(done, total))) + " MB"
  if perSecond > 0 { facts += "  " + megabytes(perSecond) + " MB/s" }
  return barLine(
    stage, fraction: isKnown ? Double(done) / Double(total) : -1, facts: facts,
    secondsLeft: perSecond > 0 && total > done ? Double(total - done) / perSecond : nil)
}

func megabytes(_ bytes: Double) -> String { fixed(bytes / 1e6, decimals: 1) }
