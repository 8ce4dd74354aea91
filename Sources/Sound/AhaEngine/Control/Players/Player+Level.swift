import AhaBase
import AhaDSP

// Envelope, choke group and velocity of a player.
extension Player {
  /// Stages of the level from a start on.
  public struct Stages {
    public var attack = Fade()
    public var decay = Fade()
    /// -infinity to 0.
    public var sustainDb: Float = 0
    public var release = Fade()

    public init() {}
  }

  public func setEnvelope(_ stages: Stages) throws(AhaError) {
    let envelope = try Envelope(stages)
    try engine.locked { () throws(AhaError) in try tell(.setEnvelope(envelope)) }
  }

  /// - Parameters:
  ///   - group: 0: none.
  ///   - frames: Of the fade when another member starts; at least the engine's ramp.
  public func setChoke(group: UInt32, fade frames: Int64) throws(AhaError) {
    try Level.check(chokeGroup: group)
    try engine.locked { () throws(AhaError) in
      engine.renderer.voiceTable.prepare(group: group)
      try tell(.setChoke(group: group, frames: FrameLimit.length(frames)))
    }
  }
}

extension Envelope {
  init(_ stages: Player.Stages) throws(AhaError) {
    guard (-Float.infinity...0).contains(stages.sustainDb) else {
      throw AhaError(
        .invalidArgument, "sustain of \(stages.sustainDb) dB is not in -infinity to 0")
    }
    self.init()
    attack = stages.attack
    decay = stages.decay
    sustain = Level.linear(db: stages.sustainDb)
    release = stages.release
  }
}

extension Level {
  /// Groups are numbers below this.
  static var chokeGroups: Int { 1 << 16 }

  static func check(chokeGroup group: UInt32) throws(AhaError) {
    guard group < chokeGroups else {
      throw AhaError(.invalidArgument, "choke group \(group) is not in 0 to 65535")
    }
  }

  /// The gain of a velocity: its square, -12 dB at one half.
  static func gain(velocity: Float) throws(AhaError) -> Float {
    guard velocity > 0, velocity <= 1 else {
      throw AhaError(.invalidArgument, "velocity of \(velocity) is not above 0, up to 1")
    }
    return velocity * velocity
  }
}

extension Level {
  static func check(gainDb: Float) throws(AhaError) {
    guard gainRange.contains(gainDb) else {
      throw AhaError(.invalidArgument, "gain of \(gainDb) dB is not in -infinity to 24")
    }
  }

  static func check(pan: Float) throws(AhaError) {
    guard (-1...1).contains(pan) else {
      throw AhaError(.invalidArgument, "pan of \(pan) is not in -1 to 1")
    }
  }
}
