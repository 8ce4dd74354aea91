import AhaBase
import AhaDSP

/// Clicks of a metronome; its player starts on each beat of the musical clock.
struct Clicks: BitwiseCopyable {
  let beatsPerBar: Double
  /// Frames of a click. The sound is that of a bar's first beat, then that of the others.
  let frames: Int64

  /// The frames of the sound for a beat.
  @_noLocks
  func range(at beat: Double) -> FrameRange {
    let isFirst = beat - Double(Int64(beat / beatsPerBar)) * beatsPerBar < 0.5
    return FrameRange(begin: isFirst ? 0 : frames, end: isFirst ? frames : 2 * frames)
  }

  /// Decaying tones of 1760 and 1320 Hz, shorter than a beat at any tempo.
  static func sound(sampleRate: Int) -> [Float] {
    let count = sampleRate / 25
    return [1760, 1320].flatMap { (frequency: Float) in
      (0..<count).map { frame in
        let time = Float(frame) / Float(sampleRate)
        let level = 0.5 * power(10, exponent: -60 * time) * (1 - Float(frame) / Float(count))
        return level * sine(2 * .pi * frequency * time)
      }
    }
  }
}

public struct MetronomeOptions {
  public var beatsPerBar = 4
  public var gainDb: Float = 0
  public var pan: Float = 0

  public init() {}
}

extension Engine {
  /// Makes a player that clicks on each beat from its start to its stop.
  /// Errors: as `makePlayer`.
  public func makeMetronome(
    into bus: Bus, _ options: MetronomeOptions = MetronomeOptions()
  ) throws(AhaError) -> Player {
    let samples = Clicks.sound(sampleRate: settings.sampleRate)
    let sound = try samples.withBuffer { (samples) throws(AhaError) in
      try makeSound(
        interleaved: samples, frames: samples.count, channels: 1, sampleRate: settings.sampleRate)
    }
    var values = Player.Options()
    (values.gainDb, values.pan) = (options.gainDb, options.pan)
    let player = try makePlayer(of: sound, into: bus, values)
    let clicks = Clicks(
      beatsPerBar: Double(options.beatsPerBar), frames: Int64(samples.count / 2))
    try locked { () throws(AhaError) in try player.beginClicks(clicks) }
    return player
  }
}

extension Player {
  /// Makes the player a metronome, before it starts. Invariant: caller holds lock.
  fileprivate func beginClicks(_ clicks: Clicks) throws(AhaError) {
    try claimSchedule().value.clicks = clicks
    self.clicks = clicks
  }

  /// Starts a metronome at a bar; returns the frame of the bar after the given count, if the tempo
  /// does not change meanwhile.
  /// - Parameter frame: The first bar begins there or later; 0: as soon as possible.
  /// Errors: `state` (not a metronome), `invalidArgument`, as `start`.
  public func countIn(bars: UInt32, at frame: Int64 = 0) throws(AhaError) -> Int64 {
    guard let clicks = engine.lock.locked({ clicks }) else {
      throw AhaError(.state, "a count-in of a player that is not a metronome")
    }
    // The renderer may be in a block already.
    let position = engine.position
    let soonest = position == 0 ? 0 : position + Int64(Renderer.block)
    let first = engine.nextBeat(clicks.beatsPerBar, from: max(soonest, FrameLimit.frame(frame)))
    let begin = try engine.beatFrame(first)
    let end = try engine.beatFrame(first + Double(bars) * clicks.beatsPerBar)
    try start(at: begin)
    return end
  }
}
