import AhaBase
import AhaDSP

/// How a sound is interpolated at another speed than 1.
public enum SpeedQuality: UInt32, Sendable {
  /// A lowpass filter.
  case good = 0
  /// Cubic interpolation.
  case fast = 1
  /// As `good`; streams of another rate are converted by libsoxr.
  case best = 2
}

// Speed and direction of a player.
extension Player {
  public var speed: Double { engine.lock.locked { lastSpeed } }

  public var isReversed: Bool { engine.lock.locked { runsBackwards } }

  /// - Parameters:
  ///   - leap: Nil: the ramp. 0 frames: from one frame to the next.
  ///   - frame: Of the engine; 0: at once.
  public func setSpeed(
    _ speed: Double, over leap: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try Level.check(speed: speed)
    let fade = leap ?? Fade(Int64(engine.settings.rampFrames))
    let frame = FrameLimit.frame(frame)
    try engine.locked { () throws(AhaError) in
      let tables = try claimTables()
      if frame == 0 {
        try tell(.setSpeed(fixed(speed), over: fade, tables))
        lastSpeed = speed
        return
      }
      let schedule = try claimSchedule()
      let change = SpeedChange(frame: frame, speed: fixed(speed), fade: fade)
      try send(
        .changeSpeed(change, schedule, tables), waiting: schedule.value.speeds.waiting,
        what: "changes of speed")
      lastSpeed = speed
    }
  }

  public func setReversed(
    _ isReversed: Bool, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      if isReversed { try requirePositions() }
      engine.prepareSpeedScratch()
      try tell(.setReversed(isReversed, over: fade), at: frame)
      runsBackwards = isReversed
    }
  }

  /// A speed at the sound's own rate, in 32.32 fixed point.
  func fixed(_ speed: Double) -> Int64 { Level.fixed(speed: speed, ratio: ratio) }

  /// Errors: `outOfMemory`. Invariant: caller holds lock.
  func claimTables() throws(AhaError) -> Buffer<SpeedTable>? {
    try engine.claimSpeedTables(isFast: quality == .fast)
  }
}

extension Level {
  static func check(speed: Double) throws(AhaError) {
    guard SpeedDrive.limits.contains(speed) else {
      throw AhaError(.invalidArgument, "speed of \(speed) is not in 0.05 to 16")
    }
  }

  /// The limited speed of a sound in 32.32 fixed point.
  /// - Parameter ratio: The sound's sample rate, relative to the engine's. Rounded up, so that a
  ///   sound of whole seconds ends after whole seconds.
  static func fixed(speed: Double, ratio: Double) -> Int64 {
    let limited = SpeedDrive.limited(speed * ratio)
    return Int64((limited * Double(SpeedUnit.one)).rounded(ratio == 1 ? .toNearestOrEven : .up))
  }
}
