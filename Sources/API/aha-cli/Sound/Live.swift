/// Playing or recording in real time. Subclasses decide when it ends, and handle keys.
class LiveLoop {
  let session: TrackSession
  let devices: LiveDevices
  private(set) var tally = Tally()
  private let statusLine = StatusLine()
  private var keys = KeyReader()
  /// Count of players that have stopped or ended.
  private var stopped = 0

  init(_ session: TrackSession, devices: LiveDevices) {
    (self.session, self.devices) = (session, devices)
    _ = cli_keys_begin()
  }

  deinit { close() }

  final func close() {
    statusLine.clear()
    cli_keys_end()
  }

  /// - Returns: false when it is over.
  func step() throws(Failure) -> Bool { false }
  func press(_ key: Key) throws(Failure) {}
  func line() -> String { "" }

  /// Milliseconds until the next step, unless an event or a key comes first.
  var pause: Int32 { 100 }

  final func run() throws(Failure) {
    let events = aha_engine_event_fd(session.engine.pointer)
    var bytes = Bytes(repeating: 0, count: 64)
    while try step() {
      statusLine.draw(line())
      let count = cli_wait(events, pause, &bytes, bytes.count)
      handleEvents()
      let pressed = bytes.prefix(Int(count)).compactMap { keys.key($0) }
      for key in pressed { try press(key) }
      if !pressed.isEmpty { statusLine.draw(line(), isUrgent: true) }
    }
    handleEvents()
  }

  final var rate: Double { session.rate }
  final var position: UInt64 { aha_engine_position_frames(session.engine.pointer) }

  /// True once every track has ended and faded out.
  final var areTracksOver: Bool {
    let stats = filled(aha_engine_stats_init()) {
      aha_engine_get_stats(session.engine.pointer, &$0)
    }
    guard stats.active_players == 0 else { return false }
    return stopped >= session.players.count
      || session.players.allSatisfy {
        Int(aha_player_get_state($0.pointer)) == AHA_PLAYER_ENDED
      }
  }

  private func handleEvents() {
    while let event = session.nextEvent() { handle(event) }
    for station in session.stations {
      while let line = station.nextLine() {
        statusLine.clear()
        console.note(line)
      }
    }
  }

  private func handle(_ event: aha_event) {
    let line = shown(bytes(ofArray: event.line))
    switch Int(event.kind) {
    case AHA_EVENT_STREAM_FAILED:
      let failure = session.streamFailure(event)
      tally.add(failure)
      statusLine.clear()
      console.tell(failure, file: session.track(of: event).path)
    case AHA_EVENT_PLAYER_CONTINUED:
      do throws(Failure) { try session.continueList() } catch {
        tally.add(error)
        console.tell(error, file: session.track(of: event).path)
      }
    case AHA_EVENT_PLAYER_ENDED, AHA_EVENT_PLAYER_STOPPED:
      if session.player(of: event) != nil { stopped += 1 }
    case AHA_EVENT_DEVICE_LOST, AHA_EVENT_DEVICE_FOLDED: warn(line)
    case AHA_EVENT_DEVICE_OPENED where event.value > 0:
      statusLine.clear()
      console.note("continues with " + line)
    case AHA_EVENT_RECORDER_OVERRUN:
      warn("the disk was too slow: \(event.value) frames are silence")
    case AHA_EVENT_RECORDER_DISK_LOW: warn("the disk has room for \(event.value) seconds")
    case AHA_EVENT_RECORDER_DISK_FULL: warn("the disk is full: \(event.value) frames are lost")
    default: break
    }
  }

  private func warn(_ message: String) {
    statusLine.clear()
    console.warn(message)
  }
}

/// The state, the position, a level meter, and notes.
/// - Parameter peak: Decibels of full scale.
/// - Parameter notes: The most important first; cut to the columns.
func liveLine(_ state: String, seconds: Double, peak: Double, notes: [String]) -> String {
  let columns = StatusLine.columns
  var text = padded(state, to: 10) + ClockText.short(Int64(max(0, min(seconds, 1e9)) * 1e6))
  var tail =
    "  " + (peak < -99.9 ? " -inf" : padded(fixed(peak, decimals: 1), to: 5, onTheLeft: true))
    + " dB"
  for note in notes where text.utf8.count + tail.utf8.count + note.utf8.count + 2 <= columns {
    tail += "  " + note
  }
  let bar = filledBar(
    (peak + 60) / 60, width: min(32, columns - 2 - text.utf8.count - tail.utf8.count))
  if !bar.isEmpty { text += "  " + bar }
  return (text + tail).utf8.prefix(max(0, columns)).text
}

enum Key { case space, quit, louder, softer }

/// Finds keys in the bytes of a terminal: an arrow key is ESC, "[" or "O", and a letter.
struct KeyReader {
  private var last: (UInt8, UInt8) = (0, 0)

  mutating func key(_ byte: UInt8) -> Key? {
    let isArrow = last.0 == 0x1b && (last.1 == 0x5b || last.1 == 0x4f)
    last = (last.1, byte)
    switch (byte, isArrow) {
    case (0x41, true), (0x43, true): return .louder
    case (0x42, true), (0x44, true): return .softer
    case (0x20, false): return .space
    case (0x51, false), (0x71, false): return .quit
    default: return nil
    }
  }
}
