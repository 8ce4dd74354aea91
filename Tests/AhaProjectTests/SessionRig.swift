import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import AhaTestSupport

@testable import AhaProject

/// Base of suites whose projects have audible tracks.
class SessionRig: ProjectRig {
  static let rate = 48_000

  /// Job of the last bounce.
  private(set) var bounced: Job?
  private var sessions: [Session] = []

  deinit {
    for session in sessions {
      session.close()
      session.engine.close()
    }
  }

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
    return try document.addTrack(FilePath(path), named: "\(number)", bus: bus, at: start)
  }

  /// Three tracks with lanes of all kinds, and a bus with a reverb.
  func song() throws {
    let bus = try document.addBus(named: "room")
    _ = try document.addEffect(.reverb, to: .bus(bus))
    let tracks = try [track(1), track(2, bus: bus, at: 250_000), track(3, bus: bus, at: 100_000)]
    for (number, track) in tracks.enumerated() {
      _ = try document.addEffect(.pitch, to: .track(track))
      let filter = try document.addEffect(.filter, to: .track(track))
      let cutoff = try document.addLane(.effect(filter), parameter: "cutoff_hz")
      try document.addPoints(
        [
          .init(time: 0, value: 300, curve: .exponential),
          .init(time: Int64(400_000 + number), value: 9000, curve: .smooth),
          .init(time: 900_000, value: 700),
        ], to: cutoff)
      let gain = try document.addLane(.track(track), parameter: "gain_db")
      try document.addPoints(
        [.init(time: 0, value: -30), .init(time: 600_000, value: -3, curve: .step)], to: gain)
    }
    try document.change(tracks[1]) {
      ($0.loopBegin, $0.loopEnd, $0.loopCount) = (100_000, 300_000, 2)
    }
  }

  /// A song with a return that has a latency, sends of all kinds, a lane on one of them, and two
  /// side-chains.
  @discardableResult
  func songOfSends() throws -> (drums: Document.ID, hall: Document.ID) {
    let (drums, hall) = (try document.addBus(named: "drums"), try document.addBus(named: "hall"))
    let tracks = try [
      track(1, bus: drums), track(2, bus: drums, at: 250_000), track(3, at: 99_000),
    ]
    for kind in [EffectKind.limiter, .reverb] { _ = try document.addEffect(kind, to: .bus(hall)) }
    _ = try document.addEffect(.pitch, to: .track(tracks[2]))
    let before = try document.addSend(from: .track(tracks[0]), to: hall, beforeFader: true)
    _ = try document.addSend(from: .bus(drums), to: hall, beforeFader: true, gainDb: -9)
    _ = try document.addSend(from: .track(tracks[2]), to: hall, gainDb: -3)
    let gain = try document.addLane(.bus(before), parameter: "gain_db")
    try document.addPoints(
      [.init(time: 0, value: -60), .init(time: 700_000, value: 0, curve: .smooth)], to: gain)
    _ = try document.duck(.bus(drums), by: .track(tracks[2]))
    let gate = try document.addEffect(.gate, to: .track(tracks[1]))
    try document.setSidechain(gate, to: .track(tracks[0]))
    return (drums, hall)
  }

  func engine(_ adjust: (inout EngineSettings) -> Void = { _ in }) throws -> Engine {
    var settings = EngineSettings()
    settings.isOffline = true
    adjust(&settings)
    return try Engine(settings)
  }

  /// A session on its own engine; the rig closes both.
  func session(_ adjust: (inout EngineSettings) -> Void = { _ in }) throws -> Session {
    let session = try Session(document, on: engine(adjust))
    sessions.append(session)
    return session
  }

  /// Bounces to memory.
  /// - Returns: Interleaved float frames; the job is `bounced`.
  func bounce(
    level: LevelTarget? = nil, _ adjust: (inout Bounce) -> Void = { _ in }
  ) throws -> [Float] {
    var (bounce, settings) = (Bounce(), try settings())
    settings.level = level
    adjust(&bounce)
    let memory = MemoryStream()
    var made: Job?
    try project.startBounce(bounce, to: .stream(memory), settings: settings) { made = $0 }
    bounced = made
    guard case .success? = made?.wait(milliseconds: -1) else { throw error(of: made) }
    return try read(memory)
  }

  /// Bounces without the limiter.
  func bounceDry(_ adjust: (inout Bounce) -> Void = { _ in }) throws -> [Float] {
    try bounce {
      $0.hasLimiter = false
      adjust(&$0)
    }
  }

  /// The beginning of the project, played by a new session.
  func heard(_ frames: Int, blocks: [Int] = [512]) throws -> [Float] {
    let session = try session()
    try session.timeline.start(from: 0)
    return session.render(frames, blocks: blocks)
  }

  func error(of job: Job?) -> AhaError {
    if case .failure(let error)? = job?.wait(milliseconds: -1) { return error }
    return AhaError(.pending, "no failure")
  }

  func settings() throws -> EncodeSettings {
    try EncodeSettings.resolve(
      EncodeRequest(
        container: .wav, encoding: .float32, sampleRate: Self.rate, channels: 2))
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

extension Session {
  /// Renders in blocks of the given sizes, repeated; interleaved.
  @discardableResult
  func render(_ frames: Int, blocks: [Int] = [512]) -> [Float] {
    var output = [Float](repeating: .nan, count: 2 * frames)
    var (done, turn) = (0, 0)
    while done < frames {
      let count = min(blocks[turn % blocks.count], frames - done)
      output.withMutableBuffer {
        _ = engine.render($0 + 2 * done, frames: count)
      }
      (done, turn) = (done + count, turn + 1)
    }
    return output
  }

  /// All pending events of the engine of one kind.
  func events(_ kind: EventKind) -> [HostEvent] {
    var found: [HostEvent] = []
    while let event = engine.nextEvent() { found.append(event) }
    return found.filter { $0.kind == kind }
  }
}
