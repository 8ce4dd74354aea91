import AhaBase
import AhaDSP

// Speed and direction of a player.
extension Player {
  public var speed: Double { engine.lock.locked { lastSpeed } }

  public var isReversed: Bool { engine.lock.locked { runsBackwards } }

  /// - Parameter frames: Of the ramp; nil: the engine's.
  public func setSpeed(_ speed: Double, over frames: Int64? = nil) throws(AhaError) {
    try Level.check(speed: speed)
    try engine.locked { () throws(AhaError) in
      let tables = try takeTables()
      let ramp = FrameLimit.length(frames ?? Int64(engine.settings.rampFrames))
      try tell(.setSpeed(fixed(speed), over: ramp, tables))
      lastSpeed = speed
    }
  }

  public func setSpeed(_ speed: Double, over frames: Int64, at frame: Int64) throws(AhaError) {
    try Level.check(speed: speed)
    try engine.locked { () throws(AhaError) in
      let tables = try takeTables()
      let schedule = try takeSchedule()
      let change = SpeedChange(
        frame: FrameLimit.frame(frame), speed: fixed(speed), ramp: FrameLimit.length(frames))
      try send(
        .changeSpeed(change, schedule, tables), schedule.pointee.speeds.waiting,
        "changes of speed")
      lastSpeed = speed
    }
  }

  public func setReversed(_ isReversed: Bool) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      engine.prepareSpeedRoom()
      try tell(.setReversed(isReversed))
      runsBackwards = isReversed
    }
  }

  /// A speed at the sound's own rate, in 32.32 fixed point.
  func fixed(_ speed: Double) -> Int64 { Level.fixed(speed: speed, ratio: ratio) }

  /// Errors: `outOfMemory`. Invariant: caller holds lock.
  func takeTables() throws(AhaError) -> UnsafePointer<SpeedTable>? {
    try engine.takeSpeedTables(isFast: isFast)
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
