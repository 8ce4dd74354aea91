import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import AhaTestSupport

@testable import AhaProject

/// A project with audible tracks.
final class SessionRig {
  static let rate = 48_000

  let rig = Rig()
  let project: Project
  /// Job of the last bounce.
  private(set) var bounced: Job?

  init() throws { project = try rig.create() }

  /// Adds a track with its own file of stereo music.
  @discardableResult
  func track(
    _ number: Int, frames: Int = 48_000, bus: Document.ID = Document.master, at start: Int64 = 0
  ) throws -> Document.ID {
    try track(
      number, Signal.music(frames: frames, channels: 2, seed: UInt64(number)), bus: bus, at: start)
  }

  /// - Parameter samples: Interleaved stereo.
  @discardableResult
  func track(
    _ number: Int, _ samples: [Float], bus: Document.ID = Document.master, at start: Int64 = 0
  ) throws -> Document.ID {
    let bytes = try encode(samples, Kind(.wav, .float32), channels: 2)
    let path = rig.folder.write(bytes, to: "\(number).wav")
    return try project.document.addTrack(FilePath(path), named: "\(number)", bus: bus, at: start)
  }

  /// Three tracks with lanes of all kinds, and a bus with a reverb.
  func song() throws {
    let bus = try project.document.addBus(named: "room")
    _ = try project.document.addEffect(.reverb, to: .bus(bus))
    let tracks = try [track(1), track(2, bus: bus, at: 250_000), track(3, bus: bus, at: 100_000)]
    for (number, track) in tracks.enumerated() {
      _ = try project.document.addEffect(.pitch, to: .track(track))
      let filter = try project.document.addEffect(.filter, to: .track(track))
      let cutoff = try project.document.addLane(.effect(filter), parameter: "cutoff_hz")
      try project.document.addPoints(
        [
          .init(time: 0, value: 300, curve: .exponential),
          .init(time: Int64(400_000 + number), value: 9000, curve: .smooth),
          .init(time: 900_000, value: 700),
        ], to: cutoff)
      let gain = try project.document.addLane(.track(track), parameter: "gain_db")
      try project.document.addPoints(
        [.init(time: 0, value: -30), .init(time: 600_000, value: -3, curve: .step)], to: gain)
    }
    var looped = try project.document.track(tracks[1])
    (looped.loopBegin, looped.loopEnd, looped.loopCount) = (100_000, 300_000, 2)
    try project.document.setTrack(looped)
  }

  func engine(_ adjust: (inout EngineSettings) -> Void = { _ in }) throws -> Engine {
    var settings = EngineSettings()
    settings.isOffline = true
    adjust(&settings)
    return try Engine(settings)
  }

  /// Bounces to memory.
  /// - Returns: Interleaved float frames; the job is `bounced`.
  func bounce(_ adjust: (inout Bounce) -> Void = { _ in }) throws -> [Float] {
    var bounce = Bounce()
    adjust(&bounce)
    let memory = MemoryStream()
    var made: Job?
    try project.startBounce(bounce, to: .stream(memory), settings: settings()) { made = $0 }
    bounced = made
    guard case .success? = made?.wait(milliseconds: -1) else { throw failure(made) }
    return try read(memory)
  }

  func failure(_ job: Job?) -> AhaError {
    if case .failure(let error)? = job?.wait(milliseconds: -1) { return error }
    return AhaError(.pending, "no failure")
  }

  func settings() throws -> EncodeSettings {
    try EncodeSettings.resolve(
      container: .wav, encoding: .float32, sampleRate: Self.rate, outputRate: 0, channels: 2,
      dither: false, quality: 0, fileExtension: "")
  }

  func read(_ stream: any ByteStream) throws -> [Float] {
    let decoded = try decodeAll(stream, sampleRate: Self.rate, maximumFrames: 1 << 24) { _, _ in
      true
    }
    var samples: [Float] = []
    for frame in 0..<decoded.buffer.frames {
      for channel in 0..<2 { samples.append(decoded.buffer.plane(channel)[frame]) }
    }
    return samples
  }
}

extension Engine {
  /// Renders in blocks of the given sizes, repeated; interleaved.
  func render(_ frames: Int, blocks: [Int]) -> [Float] {
    var output = [Float](repeating: .nan, count: 2 * frames)
    var (done, turn) = (0, 0)
    while done < frames {
      let count = min(blocks[turn % blocks.count], frames - done)
      output.withMutableBuffer {
        _ = render($0 + 2 * done, frames: count)
      }
      (done, turn) = (done + count, turn + 1)
    }
    return output
  }
}
