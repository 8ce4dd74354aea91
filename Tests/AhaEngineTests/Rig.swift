import AhaBase
import AhaCodec
import AhaDSP
import AhaTestSupport

@testable import AhaEngine

/// An engine that the test renders; closed at its end.
final class Rig {
  static let rate = 48_000
  static let ramp = 240

  let engine: Engine
  let master: Bus

  init(_ adjust: (inout EngineSettings) -> Void = { _ in }) throws {
    var settings = EngineSettings()
    settings.isOffline = true
    settings.hasLimiter = false
    adjust(&settings)
    engine = try Engine(settings)
    master = try engine.master()
  }

  deinit { engine.close() }

  func sound(_ samples: [Float], channels: Int = 1) throws -> Sound {
    try samples.withBuffer {
      try engine.makeSound(
        interleaved: $0, frames: samples.count / channels, channels: channels,
        sampleRate: engine.settings.sampleRate)
    }
  }

  /// The same samples as a streamed sound, from a float WAV in memory.
  func streamed(_ samples: [Float], channels: Int = 1, readAhead: Int = 100) throws -> Sound {
    let bytes = try encode(samples, Kind(.wav, .float32), channels: channels)
    let stream = try bytes.withUnsafeBytes { try MemoryStream(copying: $0) }
    var options = Sound.Options()
    options.mode = .streamed
    options.readAheadMilliseconds = readAhead
    return try engine.loadSound(stream, options)
  }

  func player(
    _ sound: Sound, on bus: Bus? = nil, _ adjust: (inout Player.Options) -> Void = { _ in }
  ) throws -> Player {
    var options = Player.Options()
    adjust(&options)
    return try engine.makePlayer(of: sound, into: bus ?? master, options)
  }

  /// Renders in blocks of the given sizes, repeated; interleaved.
  @discardableResult
  func render(_ frames: Int, blocks: [Int] = [512]) -> [Float] {
    let channels = engine.settings.channels
    var output = [Float](repeating: .nan, count: frames * channels)
    var done = 0
    var next = 0
    while done < frames {
      let count = min(blocks[next % blocks.count], frames - done)
      output.withMutableBuffer {
        _ = engine.render($0 + done * channels, frames: count)
      }
      done += count
      next += 1
    }
    return output
  }

  func left(_ frames: Int, blocks: [Int] = [512]) -> [Float] {
    let both = render(frames, blocks: blocks)
    return stride(from: 0, to: both.count, by: engine.settings.channels).map { both[$0] }
  }

  func events() -> [HostEvent] {
    var all: [HostEvent] = []
    while let event = engine.nextEvent() { all.append(event) }
    return all
  }
}

/// Largest difference between neighboring samples.
func largestStep(_ samples: [Float]) -> Float {
  zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
}

extension Player {
  @discardableResult
  func add(_ kind: EffectKind, at position: Int? = nil) throws -> Effect {
    let effect = try engine.makeEffect(kind)
    try editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: position ?? chain.count, engine: engine)
    }
    return effect
  }
}
