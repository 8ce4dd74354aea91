import CAha
import CCli

/// Records until the take is complete.
final class RecordLoop: LiveLoop {
  private let take: Take
  private var isStopped = false

  init(_ session: TrackSession, _ devices: LiveDevices, _ take: Take) {
    self.take = take
    super.init(session, devices)
  }

  override func step() throws(Failure) -> Bool {
    if session.console.isInterrupted || areAllPlayed { stop() }
    return Int(take.status.state) < AHA_RECORDER_FINISHED
  }

  override func press(_ key: Key) throws(Failure) {
    switch key {
    case .quit: stop()
    case .space: pauseOrGoOn()
    case .louder, .softer: break
    }
  }

  override func line() -> LiveLine {
    let status = take.status
    return LiveLine(
      state: stateName(status.state), seconds: Double(status.frames) / rate, peak: take.readPeak(),
      notes: [remaining(status.remaining_seconds), size(status.bytes)].compactMap { $0 })
  }

  /// A microphone may have something to say when the tracks are over.
  private var areAllPlayed: Bool { devices.input == nil && areTracksOver }

  /// A take that has ended by itself refuses to be stopped, paused or resumed, which is no failure.
  private func stop() {
    if !isStopped { _ = aha_recorder_stop(take.recorder.pointer) }
    isStopped = true
  }

  private func pauseOrGoOn() {
    let isPaused = Int(take.status.state) == AHA_RECORDER_PAUSED
    let recorder = take.recorder.pointer
    _ = isPaused ? aha_recorder_resume(recorder) : aha_recorder_pause(recorder)
  }

  private func stateName(_ state: aha_recorder_state) -> String {
    switch Int(state) {
    case AHA_RECORDER_READY, AHA_RECORDER_WAITING: "waiting"
    case AHA_RECORDER_PAUSED: "paused"
    case AHA_RECORDER_RECORDING: "recording"
    default: "finishing"
    }
  }

  private func remaining(_ seconds: Int64) -> String? {
    if seconds < 0 { return nil }
    let isLong = seconds >= 360_000
    return (isLong ? "over 99 h" : minutesAndSeconds(UInt64(seconds))) + " left on disk"
  }

  private func size(_ bytes: UInt64) -> String { fixed(Double(bytes) / 1e6, 1) + " MB" }
}
