import AhaBase
import AhaCodec
import AhaTestSupport

@testable import AhaEngine

/// A rig with a folder to record to.
final class RecorderRig {
  let rig: Rig
  let folder = TemporaryFolder()

  init(_ adjust: (inout EngineSettings) -> Void = { _ in }) throws { rig = try Rig(adjust) }

  var engine: Engine { rig.engine }

  func recorder(
    _ name: String, of bus: Bus? = nil, encoding: Encoding = .auto,
    _ adjust: (inout Recorder.Options) -> Void = { _ in }
  ) throws -> Recorder {
    let path = FilePath(folder.file(name))
    let bus = bus ?? rig.master
    let settings = try EncodeSettings.resolveTake(
      EncodeRequest(
        encoding: encoding, sampleRate: engine.settings.sampleRate,
        channels: engine.recordedChannels(of: bus),
        fileExtension: path.fileExtension))
    var options = Recorder.Options()
    adjust(&options)
    return try engine.makeRecorder(of: bus, to: path, settings: settings, options: options)
  }

  /// A player of noise with this many frames.
  @discardableResult
  func play(_ frames: Int, on bus: Bus? = nil) throws -> Player {
    let sound = try rig.sound(Signal.noise(count: frames * 2), channels: 2)
    let player = try rig.player(sound, on: bus)
    try player.start()
    return player
  }

  /// Content of a file, interleaved, decoded by libaha.
  func samples(_ name: String) throws -> [Float] {
    let decoder = try decodeAll(
      FileStream(reading: FilePath(folder.file(name))), sampleRate: engine.settings.sampleRate,
      maximumFrames: 1 << 30
    ) { _, _ in true }
    let buffer = decoder.buffer
    var all: [Float] = []
    for frame in 0..<buffer.frames {
      for channel in 0..<buffer.channels { all.append(buffer.plane(channel)[frame]) }
    }
    return all
  }

  func events(_ kind: EventKind) -> [HostEvent] { rig.events().filter { $0.kind == kind } }
}

/// The end of a take, or the error.
enum Outcome: Equatable {
  case ended(Recorder.Reason)
  case failed(ResultCode)
  case pending
}

extension Recorder {
  func outcome(milliseconds: Int64 = 60_000) -> Outcome {
    do {
      guard let reason = try wait(milliseconds: milliseconds) else { return .pending }
      return .ended(reason)
    } catch {
      return .failed(error.code)
    }
  }
}
