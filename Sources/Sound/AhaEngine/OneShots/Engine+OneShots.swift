import AhaBase
import AhaDSP

/// One start of a sound without a player; kept until the renderer returns it.
public struct OneShot {
  public struct Options {
    public var gainDb: Float = 0
    public var pan: Float = 0
    /// Above 0, at most 1.
    public var velocity: Float = 1
    public var speed = 1.0
    public var quality = SpeedQuality.good
    /// Count of jumps from the end to the start.
    public var loopCount: UInt32 = 0
    /// Of several one-shots, those of the highest priority are heard.
    public var priority: UInt8 = 0
    /// Engine frame; a past frame: the next one.
    public var start: Int64 = 0
    /// Engine frame at which the release begins. Nil: the one-shot ends with its sound.
    public var stop: Int64?
    public var stages = Player.Stages()
    /// 0: none.
    public var chokeGroup: UInt32 = 0
    /// Frames of the fade when another member starts; at least the engine's ramp.
    public var chokeFade: Int64 = 0
    /// Nil: no place in space.
    public var space: Space?
    /// The host's number, which the event of the end carries; 0: no event.
    public var number: Int64 = 0

    public init() {}
  }

  let samples: SampleBuffer
  let share: SharedSounds.Share?
  let bus: Bus
  let serial: UInt32
  /// Its place in space, and what the renderer plays of it.
  let space: Space?
  var placement = Placement()
}

extension OneShot.Options {
  /// Errors: `invalidArgument`, `unsupported`.
  func check() throws(AhaError) {
    try Level.check(gainDb: gainDb)
    try Level.check(pan: pan)
    try Level.check(speed: speed)
    try Level.check(chokeGroup: chokeGroup)
    try space?.check()
    if space?.delaysEars == true {
      throw AhaError(.unsupported, "a one-shot cannot delay an ear: use a player")
    }
    if let stop, stop <= start {
      throw AhaError(
        .invalidArgument, "stop at frame \(stop), which is not after the start at \(start)")
    }
    if loopCount == Loop.forever {
      throw AhaError(.invalidArgument, "a one-shot cannot loop for ever: use a player")
    }
  }
}

extension Engine {
  /// Plays a resident sound once, without a player.
  /// Errors: `state` (sound not loaded), `unsupported` (streamed), `limit`, `invalidArgument`,
  /// `outOfMemory`.
  public func playOneShot(
    _ sound: Sound, on bus: Bus, _ options: OneShot.Options
  ) throws(AhaError) {
    try options.check()
    let force = try Level.gain(velocity: options.velocity)
    let envelope = try Envelope(options.stages)
    guard sound.engine === self else {
      throw AhaError(.invalidArgument, "the sound belongs to another engine")
    }
    let loaded = try sound.loaded()
    guard case .resident(let samples) = loaded.content else {
      throw AhaError(
        .unsupported,
        "a streamed sound cannot be a one-shot: load it as resident, or play it with a player")
    }
    let isFast = options.quality == .fast
    try locked { () throws(AhaError) in
      try check(bus)
      let owner = OneShot(
        samples: samples, share: loaded.share, bus: bus, serial: newSerial(), space: options.space,
        placement: try options.space?.placement(for: listener) ?? Placement())
      let speed = Level.fixed(
        speed: options.speed, ratio: sound.ratio(of: loaded) * owner.placement.speed)
      let tables = speed == SpeedUnit.one ? nil : try claimSpeedTables(isFast: isFast)
      let shot = try claimShotNumber()
      prepare(shot, owner: owner, options: options, force: force, speed: speed, tables: tables)
      prepareLevel(shot, options: options, envelope: envelope)
      do throws(AhaError) { try send(.shot(shot)) } catch {
        freeShots.append(shot)
        throw error
      }
      shots[shot] = owner
      bus.users += 1
    }
  }

  /// Only rendering frees numbers: at the limit there is no use in applying commands.
  private func claimShotNumber() throws(AhaError) -> Int {
    if let shot = freeShots.popLast() { return shot }
    guard shots.count < settings.maxOneShots else {
      throw AhaError(
        .limit,
        "the engine's \(settings.maxOneShots) one-shots are all in use: raise max_one_shots")
    }
    shots.append(nil)
    let shot = shots.count - 1
    renderer.voiceTable.prepare(settings.maxPlayers + shot)
    renderer.shotTable.add(shot)
    return shot
  }

  /// Initializes a one-shot and its voice before the renderer knows them.
  private func prepare(
    _ shot: Int, owner: OneShot, options: OneShot.Options, force: Float, speed: Int64,
    tables: Buffer<SpeedTable>?
  ) {
    let content = Sound.Content.resident(owner.samples)
    let gains = GainProduct(
      level: StereoGain(Level.linear(db: options.gainDb) * force),
      pan: content.factors(pan: options.pan, law: settings.panLaw),
      third: owner.space == nil ? .unity : owner.placement.factors(settings.panLaw))
    let gain = gains.target
    var loop = Loop(FrameRange(begin: 0, end: content.length), count: options.loopCount)
    if loop.count > 0 { loop = LoopSeam(content).measured(loop) }
    let index = settings.maxPlayers + shot
    let sound = PlayedSound(content, feeder: nil, loop: loop, of: nil)
    prepareVoice(
      index, source: sound.source(silence: renderer.silence), on: owner.bus, gains: gains)
    if speed != SpeedUnit.one {
      renderer.voiceTable.voices[index].speed.tables = tables
      renderer.voiceTable.voices[index].setSpeed(speed, over: Fade())
    }
    renderer.shotTable.shots[shot] = Shot(
      bus: owner.bus.index, start: FrameLimit.frame(options.start),
      duration: duration(of: loop, at: speed),
      priority: options.priority, gain: max(gain.left, gain.right))
    renderer.shotTable.shots[shot].number = options.number
    renderer.shotTable.shots[shot].serial = owner.serial
  }

  /// Sets envelope, stop and choke group. Fades are not shorter than the engine's ramp.
  private func prepareLevel(_ shot: Int, options: OneShot.Options, envelope: Envelope) {
    let ramp = Int64(max(1, renderer.ramp))
    func fade(_ frames: Int64, shape: FadeShape = .linear) -> Fade {
      Fade(max(ramp, frames), shape: shape)
    }
    renderer.voiceTable.voices[settings.maxPlayers + shot].contour.envelope = envelope
    let record = renderer.shotTable.shots.reference(shot)
    record.value.stop = options.stop.map { FrameLimit.frame($0) } ?? Shot.maxFrames
    record.value.release = fade(envelope.release.frames, shape: envelope.release.shape)
    renderer.voiceTable.prepare(group: options.chokeGroup)
    record.value.group = options.chokeGroup
    record.value.chokeFade = fade(options.chokeFade)
  }

  /// Frames of the engine that a sound lasts; at most `Shot.maxFrames`.
  private func duration(of loop: Loop, at speed: Int64) -> Int64 {
    let frames = Double(loop.end) * (Double(loop.count) + 1) / (Double(speed) * 0x1p-32)
    if frames >= 0x1p56 { return Shot.maxFrames }
    let distance = (loop.end * (Int64(loop.count) + 1)).multipliedFullWidth(by: SpeedUnit.one)
    let (quotient, rest) = speed.dividingFullWidth(distance)
    return rest == 0 ? quotient : quotient + 1
  }

  /// Moves the one-shots with a place in space around the listener. Their speeds stay. Invariant:
  /// caller holds lock.
  func moveShots(over fade: Fade?, at frame: Int64) throws(AhaError) {
    for index in shots.indices {
      guard let shot = shots[index], let space = shot.space else { continue }
      let next = try space.placement(for: listener)
      if next.gain == shot.placement.gain, next.lateral == shot.placement.lateral { continue }
      shots[index]?.placement = next
      let factors = next.factors(settings.panLaw)
      try send(.moveShot(index, serial: shot.serial, factors, over: fade), at: frame)
    }
  }

  /// Frees a one-shot that the renderer has returned. Invariant: caller holds lock.
  func freeShot(_ shot: Int) {
    guard let owner = shots[shot] else { return }
    shots[shot] = nil
    freeShots.append(shot)
    try? letGo(of: owner.bus)
  }
}
