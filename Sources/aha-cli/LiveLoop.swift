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
    return session.players.allSatisfy {
      Int(aha_player_get_state($0.pointer)) == AHA_PLAYER_ENDED
    }
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
