import CAha
import CCli

/// Something that goes on in real time until there is a reason to end. A verb says what.
class LiveLoop {
  let session: TrackSession
  let devices: LiveDevices
  let display: LiveDisplay
  /// What has gone wrong on the way and did not end it.
  private(set) var tally = Tally()

  init(_ session: TrackSession, _ devices: LiveDevices) {
    self.session = session
    self.devices = devices
    display = LiveDisplay(session.console)
  }

  /// Does what is due.
  /// - Returns: false when it is over.
  func step() throws(Failure) -> Bool { false }

  func press(_ key: Key) throws(Failure) {}

  func line() -> LiveLine { LiveLine(state: "", seconds: 0, peak: -.infinity, notes: []) }

  /// Until the next step, unless something happens.
  var pause: Int32 { 100 }

  final func run() throws(Failure) {
    let events = aha_engine_event_fd(session.engine.pointer)
    while try step() {
      display.show(isUrgent: false, line)
      let keys = display.wait(events: events, milliseconds: pause)
      takeEvents()
      for key in keys { try press(key) }
      if !keys.isEmpty { display.show(isUrgent: true, line) }
    }
    takeEvents()
  }

  final var rate: Double { Double(aha_engine_sample_rate(session.engine.pointer)) }
  final var position: UInt64 { aha_engine_position_frames(session.engine.pointer) }

  /// True once every track has come to its end and has faded.
  final var areTracksOver: Bool {
    var stats = aha_engine_stats_init()
    _ = aha_engine_get_stats(session.engine.pointer, &stats)
    guard stats.active_players == 0 else { return false }
    return session.players.allSatisfy { Int(aha_player_get_state($0.pointer)) == AHA_PLAYER_ENDED }
  }

  private func takeEvents() {
    var event = aha_event_init()
    while Int(aha_engine_next_event(session.engine.pointer, &event)) == AHA_OK { take(event) }
  }

  private func take(_ event: aha_event) {
    let line = shown(bytes(ofArray: event.line))
    switch Int(event.kind) {
    case AHA_EVENT_STREAM_FAILED: tellOfStream(event)
    case AHA_EVENT_DEVICE_LOST: display.say("warning: " + line)
    case AHA_EVENT_DEVICE_OPENED where event.value > 0: display.say("goes on with " + line)
    case AHA_EVENT_RECORDER_OVERRUN:
      display.say("warning: the disk was too slow: \(event.value) frames are silence")
    case AHA_EVENT_RECORDER_DISK_LOW:
      display.say("warning: the disk has room for \(event.value) seconds")
    case AHA_EVENT_RECORDER_DISK_FULL:
      display.say("warning: the disk is full: \(event.value) frames are lost")
    default: break
    }
  }

  private func tellOfStream(_ event: aha_event) {
    let failure = session.streamFailure(event)
    tally.add(failure)
    display.tell(failure, file: session.track(of: event).path)
  }
}

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

struct LiveLine {
  let state: String
  let seconds: Double
  let peak: Double
  /// What follows the meter, the most important first: as many as there is room for.
  let notes: [String]

  func text(columns: Int) -> String {
    var text = padded(state, 10) + minutesAndSeconds(UInt64(max(0, min(seconds, 1e9))))
    var tail = "  " + (peak < -99.9 ? " -inf" : padded(fixed(peak, 1), 5, onTheLeft: true)) + " dB"
    for note in notes where text.utf8.count + tail.utf8.count + note.utf8.count + 2 <= columns {
      tail += "  " + note
    }
    let bar = filledBar((peak + 60) / 60, min(32, columns - 2 - text.utf8.count - tail.utf8.count))
    if !bar.utf8.isEmpty { text += "  " + bar }
    return String(decoding: Array((text + tail).utf8.prefix(max(0, columns))), as: UTF8.self)
  }
}

/// A key that means something to a verb that plays or records.
enum Key { case space, quit, louder, softer }

/// Finds keys in what a terminal sends: an arrow key is ESC, "[" or "O", and a letter.
struct KeyReader {
  private var escape = 0

  mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { if let key = key(byte) { keys.append(key) } }
    return keys
  }

  private mutating func key(_ byte: UInt8) -> Key? {
    if byte == 0x1b {
      escape = 1
      return nil
    }
    if escape == 1, byte == 0x5b || byte == 0x4f {
      escape = 2
      return nil
    }
    defer { escape = 0 }
    return escape == 2 ? arrow(byte) : letter(byte)
  }

  private func arrow(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x41, 0x43: .louder
    case 0x42, 0x44: .softer
    default: nil
    }
  }

  private func letter(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x20: .space
    case 0x51, 0x71: .quit
    default: nil
    }
  }
}
