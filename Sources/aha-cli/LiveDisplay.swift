import CCli

/// The terminal while something plays or records: keys come in, and a line shows how it goes.
/// Either is missing where there is no terminal.
final class LiveDisplay {
  private let console: Console
  private let line: StatusLine
  private let isDrawn = cli_is_terminal(2) != 0
  private var keys = KeyReader()
  private var lastDrawn = 0.0

  init(_ console: Console) {
    self.console = console
    line = StatusLine(console)
    _ = cli_keys_begin()
  }

  deinit { close() }

  /// Takes the line away, and gives the terminal back.
  func close() {
    line.clear()
    cli_keys_end()
  }

  /// Waits for keys, for events on the descriptor, or for the time to be up.
  func wait(events: Int32, milliseconds: Int32) -> [Key] {
    var bytes = Bytes(repeating: 0, count: 64)
    let count = cli_wait(events, milliseconds, &bytes, bytes.count)
    return keys.keys(in: bytes.prefix(Int(count)))
  }

  /// Draws at most ten times a second, unless it is urgent.
  func show(isUrgent: Bool, _ make: () -> LiveLine) {
    let now = cli_clock_seconds()
    guard isDrawn, isUrgent || now - lastDrawn >= 0.1 else { return }
    lastDrawn = now
    line.draw(make().text(columns: StatusLine.columns))
  }

  /// A line above the one that is drawn.
  func say(_ text: String) {
    line.clear()
    console.say("aha: " + text)
  }

  func tell(_ failure: Failure, file: Bytes) {
    line.clear()
    console.tell(failure, file: file)
  }
}

/// What one drawing shows.
struct LiveLine {
  let state: String
  let seconds: Double
  /// In decibels of full scale.
  let peak: Double
  /// What follows the meter, the most important first: as many as there is room for.
  let notes: [String]

  func text(columns: Int) -> String {
    var text = padded(state, 10) + minutesAndSeconds(UInt64(max(0, min(seconds, 1e9))))
    var tail = "  " + (peak < -99.9 ? " -inf" : padded(fixed(peak, 1), 5, onTheLeft: true)) + " dB"
    for note in notes where text.utf8.count + tail.utf8.count + note.utf8.count + 2 <= columns {
      tail += "  " + note
    }
    let bar = filledBar(
      (peak + 60) / 60, min(32, columns - 2 - text.utf8.count - tail.utf8.count))
    if !bar.utf8.isEmpty { text += "  " + bar }
    return String(decoding: Array((text + tail).utf8.prefix(max(0, columns))), as: UTF8.self)
  }
}
