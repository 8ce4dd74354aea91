import CCli

/// A line at the bottom of the terminal that is drawn again and again.
final class StatusLine {
  private let console: Console
  /// Columns that are on the terminal now.
  private var drawn = 0

  init(_ console: Console) { self.console = console }

  /// How long a line may be. One column stays free: a full line would wrap.
  static var columns: Int { Int(cli_columns(2)) - 1 }

  /// Spaces, not an escape sequence, cover the rest of a longer line before: any terminal has them.
  func draw(_ line: String) {
    console.drawOnError("\r" + padded(line, drawn))
    drawn = line.utf8.count
  }

  /// Takes the line away.
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
