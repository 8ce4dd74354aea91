import CCli

/// Tells how far the work is: a bar on a terminal, JSON lines for programs, at most ten a second.
final class Progress {
  private enum Form { case none, bar, json }

  private let console: Console
  private let form: Form
  private let rate: Double
  private let begin = cli_clock_seconds()
  private var stage = ""
  private var stageBegin = 0.0
  private var lastTold = 0.0
  private let bar: StatusLine

  /// - Parameter rate: frames in a second, for the speed.
  init(_ console: Console, rate: UInt32, isQuiet: Bool) {
    self.console = console
    self.rate = Double(rate)
    bar = StatusLine(console)
    if isQuiet {
      form = .none
    } else if console.isJSON {
      form = .json
    } else {
      form = cli_is_terminal(2) != 0 ? .bar : .none
    }
  }

  var elapsedSeconds: Double { cli_clock_seconds() - begin }

  /// - Parameter fraction: 0 to 1; below 0 while the whole is not known.
  /// - Parameter frames: how many are rendered; 0 in stages that have no speed.
  func tell(_ stage: String, _ fraction: Double, frames: UInt64 = 0) {
    let now = cli_clock_seconds()
    let isNewStage = stage != self.stage
    if isNewStage {
      self.stage = stage
      stageBegin = now
    } else if now - lastTold < 0.1 {
      return
    }
    lastTold = now
    switch form {
    case .none: break
    case .bar: bar.draw(line(fraction, frames, now - stageBegin))
    case .json: console.print(object(fraction, frames, now - stageBegin).text)
    }
  }

  /// Takes the bar away.
  func clear() { bar.clear() }

  private func line(_ fraction: Double, _ frames: UInt64, _ seconds: Double) -> String {
    let head = padded(stage, 9) + " "
    var tail = ""
    if fraction >= 0 { tail += padded(fixed(fraction * 100, 0), 4, onTheLeft: true) + "%" }
    if let speed = speed(frames, seconds) { tail += "  " + fixed(speed, 0) + "x" }
    if fraction > 0, fraction < 1, seconds > 0.5 {
      let left = seconds * (1 - fraction) / fraction
      tail += "  " + minutesAndSeconds(UInt64(min(left, 359_999))) + " left"
    }
    let room = StatusLine.columns - head.utf8.count - tail.utf8.count
    return head + filledBar(fraction, min(40, room)) + tail
  }

  private func object(_ fraction: Double, _ frames: UInt64, _ seconds: Double) -> JSONObject {
    [
      "event": .text("progress"), "stage": .text(stage),
      "fraction": .real(fraction < 0 ? .nan : fraction, 4), "frames_done": .number(frames),
      "elapsed_seconds": .real(elapsedSeconds, 3),
      "realtime_factor": .real(speed(frames, seconds) ?? .nan, 1),
    ]
  }

  /// Times real time; nil when it makes no sense yet.
  private func speed(_ frames: UInt64, _ seconds: Double) -> Double? {
    frames > 0 && seconds > 0.05 ? Double(frames) / rate / seconds : nil
  }
}

/// A line at the bottom of the terminal that is drawn again and again.
final class StatusLine {
  private let console: Console
  /// Columns that are on the terminal now.
  private var drawn = 0

  private var lastDue = 0.0

  init(_ console: Console) { self.console = console }

  /// Whether people see it: on a terminal, without JSON.
  var isShown: Bool { !console.isJSON && cli_is_terminal(2) != 0 }

  /// True at most ten times a second.
  func isDue() -> Bool {
    let now = cli_clock_seconds()
    if now - lastDue < 0.1 { return false }
    lastDue = now
    return true
  }

  /// How long a line may be. One column stays free: a full line would wrap.
  static var columns: Int { Int(cli_columns(2)) - 1 }

  /// Spaces, not an escape sequence, cover the rest of a longer line before: any terminal has them.
  func draw(_ line: String) {
    console.drawOnError("\r" + padded(line, drawn))
    drawn = line.utf8.count
  }

  func clear() {
    if drawn > 0 { console.drawOnError("\r" + String(repeating: " ", count: drawn) + "\r") }
    drawn = 0
  }
}

/// A bar of that many columns; "" where it would say nothing.
func filledBar(_ fraction: Double, _ width: Int) -> String {
  guard width >= 5 else { return "" }
  let filled = Int(max(0, min(1, fraction)) * Double(width - 2))
  return "[" + String(repeating: "#", count: filled)
    + String(repeating: ".", count: width - 2 - filled) + "]"
}
