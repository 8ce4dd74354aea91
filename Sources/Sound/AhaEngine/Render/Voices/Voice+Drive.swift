import AhaBase
import AhaDSP

// Speed of a voice with a drive: a lane, a modulator or a factor.
extension Voice {
  /// Applies a request; returns the lane that is no longer used.
  @_noLocks
  mutating func apply(
    _ command: DriveCommand, new: Reference<SpeedDrive>, over ramp: Int
  ) -> Reference<AutomationLane>? {
    if drive == nil {
      drive = new
      new.value.base.go(to: SpeedDrive.speed(speed.value), over: 0)
      new.value.base.go(to: SpeedDrive.speed(speed.target), over: speed.frames)
    }
    let lane = new.value.apply(command, over: isSounding ? ramp : 0)
    refreshDrive()
    return lane
  }

  /// Ramps the base of the drive to a speed.
  @_noLocks
  mutating func setDriven(_ drive: Reference<SpeedDrive>, to target: Int64, over fade: Fade) {
    drive.value.move(to: SpeedDrive.speed(target), over: fade, isHeard: isSounding)
    refreshDrive()
  }

  @_noLocks
  private mutating func refreshDrive() {
    guard let drive else { return }
    if !isSounding { settleSpeed() }
    raisePace(to: SpeedDrive.fixed(drive.value.maximum))
    isVaried = true
    refreshSpeed()
  }

  /// Ends the ramps of the speed. Only while the voice is inaudible.
  @_noLocks
  mutating func settleSpeed() {
    if let drive {
      drive.value.settle()
      speed.go(to: SpeedDrive.fixed(drive.value.present), over: 0)
    }
    speed.settle()
  }

  /// Begins a cell of the drive if one is due; returns the count of frames up to its end, at most
  /// `limit`.
  @_noLocks
  mutating func followDrive(at now: Int64, limit: Int, ramp: Int) -> Int {
    guard let drive else { return limit }
    var frames = drive.value.framesLeft(at: now, limit: limit)
    if frames == 0 {
      let cell = drive.value.begin(at: now, over: ramp, isFresh: isFresh)
      speed.go(to: SpeedDrive.fixed(cell.from), over: 0)
      if isFresh { speed.settle() }
      speed.go(to: SpeedDrive.fixed(cell.to), over: cell.frames)
      frames = max(1, drive.value.framesLeft(at: now, limit: limit))
    }
    isFresh = false
    return frames
  }
}

extension SpeedDrive {
  /// From the fixed point of `PlaySpeed`.
  @_noLocks
  static func speed(_ fixed: Int64) -> Double { Double(fixed) * 0x1p-32 }

  /// To the fixed point of `PlaySpeed`. Precondition: speed >= 0.
  @_noLocks
  static func fixed(_ speed: Double) -> Int64 {
    Int64(speed * Double(SpeedUnit.one) + 0.5)
  }
}
