import AhaBase
import AhaCodec
import Synchronization

extension Engine {
  /// Channel count of a recording: the output's for the master, 2 for other buses.
  public func recordedChannels(of bus: Bus) -> Int { bus.isMaster ? settings.channels : 2 }

  /// Makes a recorder of a bus, and creates its file. Errors: `exists`, `state`, `notFound`,
  /// `access`, `diskFull`, `outOfMemory`, `system`.
  public func makeRecorder(
    of bus: Bus, to path: FilePath, settings: EncodeSettings, options: Recorder.Options
  ) throws(AhaError) -> Recorder {
    try locked { () throws(AhaError) in
      try check(bus)
      bus.users += 1
    }
    let recorder: Recorder
    do throws(AhaError) {
      recorder = try Recorder(of: bus, to: path, settings: settings, options: options)
      try recorders.start(recorder)
    } catch {
      try? locked { () throws(AhaError) in try letGo(of: bus) }
      throw error
    }
    do throws(AhaError) {
      try locked { () throws(AhaError) in try recorder.send(.add) }
    } catch {
      recorder.giveUp(error)
      throw error
    }
    return recorder
  }

  /// Applies pending commands if no thread has rendered for a while.
  func applyIfIdle() {
    guard recorders.isIdle(at: position), beginRendering() else { return }
    renderer.applyCommands()
    endRendering()
  }
}
