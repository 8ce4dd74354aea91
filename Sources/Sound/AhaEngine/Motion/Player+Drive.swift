import AhaBase
import AhaDSP

/// Vibrato and other modulations of a player's speed.
public struct SpeedModulation {
  public var waveform = Modulator.Waveform.random
  /// Hz.
  public var rate: Float = 5
  /// The largest deviation from the speed, in cents.
  public var depth: Float = 30
  /// Seconds of playing; nil: until it is ended.
  public var duration: Float?
  public var seed: UInt32 = 0

  public init() {}
}

/// The clock of a speed lane's points.
public enum LaneClock: UInt32, Sendable {
  case timeline = 0
  case engine
}

// Modulation and automation of a player's speed.
extension Player {
  public func startSpeedModulation(_ options: SpeedModulation) throws(AhaError) {
    let rate = engine.settings.sampleRate
    let frames = options.duration.map { FrameLimit.length(seconds: $0, sampleRate: rate) }
    let modulator = Modulator(
      waveform: options.waveform, rate: options.rate, depth: 1,
      duration: frames ?? Modulator.forever,
      seed: options.seed)
    try engine.locked { () throws(AhaError) in
      try tell(drive: .modulate(modulator, octaves: options.depth / 1200))
    }
  }

  public func stopSpeedModulation() throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      if drive != nil { try tell(drive: .endModulation) }
    }
  }

  public func setSpeedLane(
    _ points: [AutomationPoint], on clock: LaneClock
  ) throws(AhaError) {
    try points.withBuffer { (points) throws(AhaError) in
      try setSpeedLane(points, on: clock)
    }
  }

  /// Automates the speed, in place of an existing lane; no points: removes it.
  /// - Parameter points: In the order of their frames.
  /// Errors: `invalidArgument`, `outOfMemory`, `released`.
  public func setSpeedLane(
    _ points: Buffer<AutomationPoint>, on clock: LaneClock
  ) throws(AhaError) {
    if points.isEmpty { return try tell(lane: .remove) }
    try setSpeedLane(points, on: clock, id: 0, mode: .read, joins: false)
  }

  /// - Parameter joins: While the player sounds, the speed ramps to the lane.
  func setSpeedLane(
    _ points: Buffer<AutomationPoint>, on clock: LaneClock, id: UInt32, mode: LaneMode, joins: Bool
  ) throws(AhaError) {
    let maximum = try Player.check(points)
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      let lane = try engine.makeLane(points, parameter: 0, id: id, mode: mode)
      do throws(AhaError) {
        lane.value.isNew = joins
        lane.value.sums = try claimMemory(points.count, of: "distances of a lane")
        points.sumDistances(in: lane.value.sums!, within: SpeedDrive.limits(at: ratio))
        try tell(
          drive: .setLane(lane, maximum: maximum, isClockEngine: clock == .engine))
      } catch {
        engine.freeLane(lane)
        throw error
      }
    }
  }

  /// Without a lane nothing happens. Errors: `released`.
  func tell(lane command: LaneCommand) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      if drive != nil { try tell(drive: .lane(command)) }
    }
  }

  /// Returns the highest speed.
  private static func check(_ points: Buffer<AutomationPoint>) throws(AhaError) -> Double {
    var (last, maximum): (Int64, Double) = (0, 0)
    for point in points.array {
      try Timeline.check(position: point.time)
      guard point.time >= last else {
        throw AhaError(.invalidArgument, "a point at \(point.time) after one at \(last)")
      }
      try Level.check(speed: Double(point.value))
      (last, maximum) = (point.time, max(maximum, Double(point.value)))
    }
    return maximum
  }

  /// Sends a request to the drive, which the first one makes. Invariant: caller holds lock.
  /// Errors: `outOfMemory`, `released`.
  func tell(drive command: DriveCommand, at frame: Int64 = 0) throws(AhaError) {
    try requireAlive()
    let tables = try claimTables()
    try tell(.drive(command, claimDrive(), tables), at: frame)
  }

  /// Invariant: caller holds lock.
  func claimDrive() -> Reference<SpeedDrive> {
    let memory = drive ?? Reference(holding: SpeedDrive(engine.renderer, ratio: ratio))
    drive = memory
    return memory
  }
}
