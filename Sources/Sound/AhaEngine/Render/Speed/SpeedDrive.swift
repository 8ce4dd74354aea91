import AhaBase
import AhaDSP
import CShims

/// Request to the parts that move a player's speed.
enum DriveCommand: BitwiseCopyable {
  /// - Parameter octaves: The largest deviation from the speed.
  case modulate(Modulator, octaves: Float)
  case endModulation
  /// - Parameters:
  ///   - maximum: The highest speed of the points.
  ///   - isClockEngine: The points are at frames of the engine, not at positions of the timeline.
  case setLane(Reference<AutomationLane>, maximum: Double, isClockEngine: Bool)
  case lane(LaneCommand)
  /// A factor of the speed.
  case setFactor(Double, over: Fade?)
  case setTempo(octaves: Double, over: Fade?)
  /// - Parameters:
  ///   - tempo: Of the sound.
  ///   - label: From which on the tempo changes, over the frames.
  case follow(tempo: Double, at: Int64, over: Int)
}

/// Moves a voice's speed with a lane, a modulator, a factor and a tempo.
///
/// The speed is base * 2^modulation * factor * 2^tempo, within `limits`. The base is the speed that
/// the host sets; a lane moves it, until the host's moves replace the lane (see SpeedDrive+Lane).
/// `PlaySpeed` follows this product in cells: linearly from the value at a cell's begin to that at
/// its end. Cells end at multiples of `cell` and where the product bends, so they do not depend on
/// the block sizes.
///
/// A control thread allocates it with the first request; the player owns it.
struct SpeedDrive: BitwiseCopyable {
  static let cell: Int64 = 32
  /// Frames of a cell in which nothing moves.
  private static let longCell: Int64 = 1 << 20
  static var limits: ClosedRange<Double> {
    @_noLocks get { SpeedPath.limits }
  }

  let sampleRate: Float
  /// Sample rate of the sound, relative to the engine's.
  let ratio: Double
  var base = SpeedGlide(1)
  var factor = SpeedGlide(1)
  /// Of the tempo, in octaves: its ramps are even in the unit of the pitch effect that cancels it.
  var tempo = SpeedGlide(0)
  /// Replaces `tempo` while it is on.
  var follower: Follower
  let timeline: Reference<TimelineState>
  let reports: Reports
  var lane: Reference<AutomationLane>?
  var laneMaximum = 0.0
  var isClockEngine = false
  /// True if the lane moves the base in the present cell.
  var isFollowing = false
  /// The host's move that the next cell reports.
  var pendingMove: HostMove?
  /// Label at which the lane continues after a ramp of `join`.
  var joinEnd = Int64.min
  /// Index of the last applied interval of the timeline; -1: none.
  var seenInterval: Int64 = -1
  private var modulator: Modulator
  private var octaves: Float = 0
  private(set) var isModulated = false
  /// Label at which the cell begins, and at which it ends.
  private var cellBegin: Int64 = 0
  private var cellEnd = Int64.min
  /// Frames played since the cell began.
  var elapsed = 0

  init(_ renderer: Renderer, ratio: Double) {
    sampleRate = Float(renderer.sampleRate)
    timeline = renderer.timeline
    reports = renderer.reports
    self.ratio = ratio
    follower = Follower(
      clock: renderer.beats, sampleRate: Double(renderer.sampleRate) * ratio)
    modulator = Modulator(waveform: .sine, rate: 1, depth: 0, duration: 0, seed: 1)
  }

  /// True while the speed may differ from the base.
  var isActive: Bool {
    @_noLocks get { moves || follower.isOn || scale(after: 0) != 1 }
  }

  private var moves: Bool {
    @_noLocks get {
      if isModulated || lane != nil { return true }
      return base.frames > 0 || factor.frames > 0 || tempo.frames > 0
    }
  }

  /// The highest speed to expect.
  var maximum: Double {
    @_noLocks get {
      let speed = max(max(base.value, base.target), laneMaximum * ratio)
      let swing = isModulated ? Double(shim_exp(octaves * Float.log2)) : 1
      // Another tempo of the clock must not outrun the read-ahead.
      let pace = follower.isOn ? 4 : shim_exp2(max(tempo.value, tempo.target))
      return SpeedDrive.limited(speed * swing * max(factor.value, factor.target) * pace)
    }
  }

  /// The speed at the begin of the cell.
  var present: Double {
    @_noLocks get { product(after: 0, base: base.value) }
  }

  @_noLocks
  static func limited(_ speed: Double) -> Double {
    max(limits.lowerBound, min(speed, limits.upperBound))
  }

  // MARK: Requests

  /// Returns the lane that is no longer used.
  @_noLocks
  mutating func apply(
    _ command: DriveCommand, over ramp: Int
  ) -> Reference<AutomationLane>? {
    endCell()
    switch command {
    case .modulate(let new, let octaves):
      endModulation(over: ramp)
      (modulator, self.octaves, isModulated) = (new, octaves, true)
    case .endModulation: endModulation(over: ramp)
    case .setLane(let new, let maximum, let isClockEngine):
      let old = replaceLane(by: new)
      (laneMaximum, self.isClockEngine) = (maximum, isClockEngine)
      return old
    case .lane(let command): return apply(command)
    case .setFactor(let goal, let fade):
      // A silent voice has no ramp.
      let edge = ramp == 0 ? Fade() : Fade.edge(fade, ramp: ramp)
      factor.go(to: goal, over: Int(edge.frames), shape: edge.shape)
    case .setTempo(let octaves, let fade):
      let edge = ramp == 0 ? Fade() : Fade.edge(fade, ramp: ramp)
      if follower.isOn { tempo.go(to: follower.octaves(at: cellBegin), over: 0) }
      follower.end()
      tempo.go(to: octaves, over: Int(edge.frames), shape: edge.shape)
    case .follow(let tempo, let now, let frames):
      let octaves = self.octaves(at: now)
      follower.begin(tempo, from: octaves, at: now, over: ramp == 0 ? 0 : frames)
    }
    return nil
  }

  /// The factor glides from the last modulated value back to its own.
  @_noLocks
  private mutating func endModulation(over ramp: Int) {
    guard isModulated else { return }
    let last = factor.value * swing(after: 0)
    let goal = factor.target
    isModulated = false
    factor.go(to: last, over: 0)
    factor.go(to: goal, over: ramp)
  }

  /// Ends all ramps. Only while the voice is inaudible.
  @_noLocks
  mutating func settle() {
    endCell()
    base.settle()
    factor.settle()
    tempo.settle()
  }

  // MARK: Cells

  /// Label of the next frame. Only while the voice sounds.
  var label: Int64 {
    @_noLocks get { cellBegin + Int64(elapsed) }
  }

  /// Moves everything up to the present frame; the next cell begins there.
  @_noLocks
  mutating func endCell() {
    cellBegin = label
    base.advance(elapsed)
    factor.advance(elapsed)
    tempo.advance(elapsed)
    if isModulated { _ = modulator.advance(elapsed, sampleRate: sampleRate) }
    elapsed = 0
    cellEnd = .min
  }

  /// Count of frames up to the cell's end; 0: a cell must begin.
  @_noLocks
  mutating func framesLeft(at now: Int64, limit: Int) -> Int {
    let left = min(cellEnd == .min ? 0 : cellEnd - now, Int64(limit))
    guard left > 0, lane != nil, !isClockEngine else { return Int(max(0, left)) }
    let next = timeline.nextLabel(after: seenInterval, before: now + left + 1)
    return Int(max(0, min(left, next - now)))
  }

  /// Begins a cell; returns the speeds at its ends, and its frames.
  /// - Parameter isFresh: The voice was not audible right before, so the speed may jump.
  @_noLocks
  mutating func begin(
    at now: Int64, over ramp: Int, isFresh: Bool
  ) -> (from: Double, to: Double, frames: Int) {
    endCell()
    cellBegin = now
    if isModulated, modulator.isOver { endModulation(over: ramp) }
    let position = lane == nil ? nil : updateLane(at: now, over: ramp, isFresh: isFresh)
    var frames = moves ? SpeedDrive.cell - now % SpeedDrive.cell : SpeedDrive.longCell
    if base.frames > 0 { frames = min(frames, Int64(base.frames)) }
    if factor.frames > 0 { frames = min(frames, Int64(factor.frames)) }
    if tempo.frames > 0 { frames = min(frames, Int64(tempo.frames)) }
    if isModulated { frames = min(frames, modulator.duration) }
    if follower.isOn { frames = min(frames, follower.cell(at: now)) }
    if let lane, let position { frames = follow(lane, from: position, limit: frames) }
    cellEnd = now + frames
    let count = Int(frames)
    let (from, to) = (present, product(after: count, base: base.value(after: count)))
    if !follower.isOn { return (from, to, count) }
    let correction = follower.correction(at: now, speed: from, isFree: !isAtRest)
    return (from + correction, to + correction, count)
  }

  /// True if the tempo alone changes the speed of the sound.
  private var isAtRest: Bool {
    @_noLocks get {
      if isModulated || lane != nil { return false }
      guard base.frames == 0, base.value == ratio else { return false }
      return factor.frames == 0 && factor.value == 1
    }
  }

  @_noLocks
  private func product(after frames: Int, base: Double) -> Double {
    SpeedDrive.limited(base * swing(after: frames) * scale(after: frames))
  }

  /// The tempo at a label. Precondition: the drive is at this label.
  @_noLocks
  func octaves(at label: Int64) -> Double {
    follower.isOn ? follower.octaves(at: label) : tempo.value(after: elapsed)
  }

  /// Factor and tempo.
  @_noLocks
  func scale(after frames: Int) -> Double {
    let octaves =
      follower.isOn ? follower.octaves(at: cellBegin + Int64(frames)) : tempo.value(after: frames)
    let factor = factor.value(after: frames)
    return octaves == 0 ? factor : factor * shim_exp2(octaves)
  }

  /// The modulator's factor.
  @_noLocks
  private func swing(after frames: Int) -> Double {
    guard isModulated else { return 1 }
    var later = modulator
    let wave = later.advance(frames, sampleRate: sampleRate)
    return Double(shim_exp(octaves * Float.log2 * (2 * wave - 1)))
  }
}

extension Float {
  /// The natural logarithm of 2.
  fileprivate static var log2: Float {
    @_noLocks get { 0.6931472 }
  }
}
