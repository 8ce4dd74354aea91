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
      let ramp = frames ?? Int64(engine.settings.rampFrames)
      try tell(.setSpeed(Level.fixed(speed: speed), over: ramp, tables))
      lastSpeed = speed
    }
  }

  public func setSpeed(_ speed: Double, over frames: Int64, at frame: Int64) throws(AhaError) {
    try Level.check(speed: speed)
    try engine.locked { () throws(AhaError) in
      let tables = try takeTables()
      let schedule = try takeSchedule()
      let change = SpeedChange(frame: frame, speed: Level.fixed(speed: speed), ramp: frames)
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

  /// Errors: `outOfMemory`. Invariant: caller holds lock.
  func takeTables() throws(AhaError) -> UnsafePointer<SpeedTable>? {
    try engine.takeSpeedTables(isFast: isFast)
  }
}

extension Level {
  static func check(speed: Double) throws(AhaError) {
    guard (0.05...16).contains(speed) else {
      throw AhaError(.invalidArgument, "speed of \(speed) is not in 0.05 to 16")
    }
  }

  /// In 32.32 fixed point.
  static func fixed(speed: Double) -> Int64 { Int64((speed * Double(SpeedUnit.one)).rounded()) }
}
