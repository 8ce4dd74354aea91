import AhaBase
import AhaDSP
import Synchronization

/// Plays one sound into one bus. Used by control threads: checks values, stores them and sends
/// commands.
public final class Player {
  public struct Options {
    public var gainDb: Float = 0
    public var pan: Float = 0
    public var loopCount: UInt32 = 0
    public var loopMode = LoopMode.forward
    /// The played frames of the sound.
    public var beginFrame: Int64 = 0
    /// 0: the sound's end.
    public var endFrame: Int64 = 0
    public var speed = 1.0
    public var isReversed = false
    public var quality = SpeedQuality.good

    public init() {}
  }

  public let engine: Engine
  let index: Int
  let serial: UInt32
  private let status: Reference<PlayerStatus>
  /// Handle of the layer above; 0 after release.
  public let tag = Atomic<UInt>(0)
  public let chain: Chain

  // Invariant: accessed with the engine's lock held.
  private var gain: Float
  private(set) var panning: Float
  /// See Player+Speed.
  var lastSpeed: Double
  var runsBackwards: Bool
  let quality: SpeedQuality
  /// Sample rate of the sound, relative to the engine's.
  let ratio: Double
  /// See Player+Space.
  var space: Space?
  var placement = Placement()
  /// The delay between the ears; nil: none.
  var ears: Effect?
  /// See Player+Tempo.
  var lastTempo = 1.0
  /// Cancels the change of the pitch; nil: the tempo was never set.
  var tempoPitch: Effect?
  /// See Player+Follow; nil: it does not follow.
  var following: Following?
  /// See Metronome; nil: it is not one.
  var clicks: Clicks?
  /// Moves the speed; allocated with the first lane, modulation or factor. See Player+Drive.
  var drive: Reference<SpeedDrive>?
  /// The present sound, the next one, and former ones that the renderer has not retired.
  var sounds: [PlayedSound]
  /// Gains of the channels of a sound, left and right alternating; empty: the downmix.
  var matrix: [Float] = []
  var bus: Bus
  /// True if the bus is the player's own, which has its gain and pan; see Player+Bus.
  var hasOwnBus = false
  /// The number of a one-shot that the engine plays with this player; nil: the host's player.
  var shotNumber: Int64?
  /// The state that the host requested last.
  private var intent = PlayerState.stopped
  /// The remove command was sent. No command may follow, because the renderer reuses the index.
  private(set) var isReleased = false
  /// Allocated with the first scheduled start or stop.
  private var schedule: Reference<Schedule>?

  init(
    engine: Engine, index: Int, serial: UInt32, sound: PlayedSound, ratio: Double, bus: Bus,
    options: Options
  ) {
    self.engine = engine
    self.index = index
    self.serial = serial
    status = engine.renderer.voiceTable.voices[index].status
    self.bus = bus
    sounds = [sound]
    chain = Chain(owner: index)
    gain = options.gainDb
    panning = options.pan
    lastSpeed = options.speed
    runsBackwards = options.isReversed
    quality = options.quality
    self.ratio = ratio
  }

  /// The renderer has retired the player.
  deinit {
    if let schedule { Schedule.free(schedule) }
    drive?.deallocate()
  }

  /// The length of the present sound.
  public var length: Int64 { engine.lock.locked { present.content.length } }

  /// Invariant: caller holds lock.
  var present: PlayedSound {
    let id = status.value.source.load(ordering: .acquiring)
    return sounds.last { $0.id == id } ?? sounds[0]
  }

  /// Invariant: caller holds lock.
  private var content: Sound.Content { present.content }

  public var state: PlayerState {
    PlayerState(rawValue: status.value.state.load(ordering: .acquiring)) ?? .stopped
  }

  /// It has stopped or ended once.
  var hasEnded: Bool { status.value.hasEnded.load(ordering: .acquiring) }

  public var position: Int64 {
    status.value.position.load(ordering: .relaxed)
  }

  // MARK: Transport

  /// - Parameters:
  ///   - frame: Of the engine; 0: at once, like all of these functions.
  ///   - velocity: Above 0, at most 1.
  ///   - fade: Of the fade-in; nil: the ramp, or none at a quiet begin of the sound.
  public func start(
    at frame: Int64 = 0, velocity: Float = 1, over fade: Fade? = nil
  ) throws(AhaError) {
    let gain = try Level.gain(velocity: velocity)
    var start = ScheduledFrame(frame: FrameLimit.frame(frame), gain: gain, fade: fade)
    try engine.locked { () throws(AhaError) in
      start.step = clicks == nil ? following?.step ?? 0 : 1
      if start.frame == 0, start.step == 0 {
        try tell(.start(gain: gain, over: fade))
        intent = .playing
        return
      }
      let schedule = try claimSchedule()
      try send(.startAt(start, schedule), waiting: schedule.value.starts.waiting, what: "starts")
      intent = .playing
    }
  }

  /// - Parameter fade: Nil: the release of the envelope.
  public func stop(at frame: Int64 = 0, over fade: Fade? = nil) throws(AhaError) {
    let stop = ScheduledFrame(frame: FrameLimit.frame(frame), fade: fade)
    if stop.frame == 0 { return try send(.stop(over: fade), intent: .stopped) }
    try engine.locked { () throws(AhaError) in
      let schedule = try claimSchedule()
      try send(.stopAt(stop, schedule), waiting: schedule.value.stops.waiting, what: "stops")
    }
  }

  /// At a frame, the pending starts stay.
  public func pause(at frame: Int64 = 0, over fade: Fade? = nil) throws(AhaError) {
    try send(.pause(over: fade, dropsStarts: frame == 0), intent: .paused, at: frame)
  }

  public func resume(at frame: Int64 = 0, over fade: Fade? = nil) throws(AhaError) {
    let isOver = intent == .stopped || (intent == .playing && state == .ended)
    if isOver { throw AhaError(.state, "resume of a player that is not paused") }
    try send(.resume(over: fade), intent: .playing, at: frame)
  }

  func claimSchedule() throws(AhaError) -> Reference<Schedule> {
    try requireAlive()
    if let schedule { return schedule }
    let new = try Schedule.make()
    schedule = new
    return new
  }

  /// Errors: `limit`. Invariant: caller holds lock.
  func send(
    _ command: PlayerCommand, waiting: borrowing Atomic<Int>, what: StaticString
  ) throws(AhaError) {
    guard waiting.load(ordering: .relaxed) < FrameQueue.capacity else {
      throw AhaError(
        .limit, "\(FrameQueue.capacity) \(what) of the player wait for their frames already")
    }
    waiting.wrappingAdd(1, ordering: .relaxed)
    do throws(AhaError) { try tell(command) } catch {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      throw error
    }
  }

  private func send(
    _ command: PlayerCommand, intent: PlayerState?, at frame: Int64 = 0
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try tell(command, at: frame)
      if let intent { self.intent = intent }
    }
  }

  // MARK: Gain, pan, bus

  public var gainDb: Float { engine.lock.locked { gain } }

  public var pan: Float { engine.lock.locked { panning } }

  /// - Parameters:
  ///   - fade: At least the ramp; nil: the ramp.
  ///   - frame: Of the engine; 0: at once.
  public func setGain(
    db: Float, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try Level.check(gainDb: db)
    try engine.locked { () throws(AhaError) in
      try send(.level, gain: StereoGain(Level.linear(db: db)), over: fade, at: frame)
      gain = db
    }
  }

  public func setPan(
    _ pan: Float, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try Level.check(pan: pan)
    try engine.locked { () throws(AhaError) in
      let law = engine.settings.panLaw
      try send(.pan, gain: content.factors(pan: pan, law: law), over: fade, at: frame)
      if let next = sounds.last, next.id != present.id, !hasOwnBus {
        try tell(.setNextPan(next.content.factors(pan: pan, law: law)), at: frame)
      }
      panning = pan
    }
  }

  /// Fades a factor of the gain. Invariant: caller holds lock.
  func send(
    _ factor: GainProduct.Factor, gain: StereoGain, over fade: Fade?, at frame: Int64
  ) throws(AhaError) {
    try requireAlive()
    if hasOwnBus {
      try bus.send(factor, gain: gain, over: fade, at: frame)
    } else {
      try tell(.setGain(factor, gain, over: fade), at: frame)
    }
  }

  /// Before the renderer knows the player.
  var gains: GainProduct {
    GainProduct(
      level: StereoGain(Level.linear(db: gain)),
      pan: content.factors(pan: panning, law: engine.settings.panLaw))
  }

  /// Fades out and removes the player, which is unusable afterwards.
  public func release() {
    try? engine.locked { () throws(AhaError) in try remove() }
  }

  /// As `release`. Invariant: caller holds lock.
  func remove() throws(AhaError) {
    try tell(.remove)
    isReleased = true
    chain.close(engine)
    space = nil
  }

  /// Timeline position of the clip's start; nil: the player has no clip.
  func setClip(start: Int64?, fades: ClipFades = ClipFades()) throws(AhaError) {
    try send(start.map { .setClip(start: $0, fades) } ?? .removeClip, intent: nil)
  }

  /// It plays, as far as the renderer has reported.
  var mayBeHeard: Bool { !isReleased && state == .playing }

  func requireAlive() throws(AhaError) {
    if isReleased { throw AhaError(.released, "the player was released") }
  }

  /// Invariant: caller holds lock.
  func tell(_ command: PlayerCommand, at frame: Int64 = 0) throws(AhaError) {
    try requireAlive()
    try engine.send(.player(index, command), at: frame)
  }
}
