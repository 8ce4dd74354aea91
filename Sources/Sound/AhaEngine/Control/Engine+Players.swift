import AhaBase
import AhaCodec
import AhaDSP
import Synchronization

extension Player.Options {
  /// A live sound has no place to jump to.
  fileprivate var hasPositions: Bool {
    loopCount > 0 || beginFrame > 0 || endFrame > 0 || isReversed
  }

  fileprivate func loop(in range: FrameRange, of sound: Sound) -> Loop {
    switch loopMode {
    case .forward, .pingPong: Loop(range, count: loopCount, isPingPong: loopMode == .pingPong)
    case .file: Loop(range, file: sound.loops.first, count: loopCount)
    }
  }
}

extension Engine {
  /// Makes a player, stopped at frame 0.
  /// Errors: `state` (sound not loaded), `limit`, `invalidArgument`, `outOfMemory`, `system`.
  public func makePlayer(
    of sound: Sound, into bus: Bus, _ options: Player.Options
  ) throws(AhaError) -> Player {
    try Level.check(gainDb: options.gainDb)
    try Level.check(pan: options.pan)
    try Level.check(speed: options.speed)
    let loaded = try loaded(sound)
    let content = loaded.content
    let ratio = sound.ratio(of: loaded)
    if content.isLive, options.hasPositions { throw Player.liveRefusal }
    // Frees the sound of a released player that has retired.
    if content.isLive { try locked {} }
    let range = try FrameRange(options.beginFrame, options.endFrame, of: content.length)
    let loop = LoopSeam(content).measured(options.loop(in: range, of: sound))
    let feeder = try makeFeeder(
      of: sound, content: content, loop: loop, quality: options.quality)
    let played = PlayedSound(content, feeder: feeder, loop: loop, of: loaded)
    let player = try locked { () throws(AhaError) in
      try add(played, ratio: ratio, bus: bus, options: options)
    }
    if let feeder { try supply(player, feeder: feeder) }
    return player
  }

  /// Errors: `state` (not loaded), `invalidArgument` (another engine's).
  func loaded(_ sound: Sound) throws(AhaError) -> Sound.Loaded {
    guard sound.engine === self else {
      throw AhaError(.invalidArgument, "the sound belongs to another engine")
    }
    return try sound.loaded()
  }

  /// Reads ahead for a player. Errors: `system`.
  func supply(_ player: Player, feeder: StreamFeeder) throws(AhaError) {
    try readAhead.add(player, feeder: feeder, isOffline: settings.isOffline) {
      [unowned(unsafe) self] in
      post(failure: $0, of: $1)
    }
  }

  func makeFeeder(
    of sound: Sound?, content: Sound.Content, loop: Loop, quality: SpeedQuality
  ) throws(AhaError) -> StreamFeeder? {
    guard case .streamed(let streamed) = content else { return nil }
    let reader = sound.flatMap { spareReader.claim(for: $0) }
    let converter = streamed.isConverted && quality != .best ? try streamConverter() : nil
    return try StreamFeeder(
      streamed, reader: reader, converter: converter, ramp: settings.rampFrames, loop: loop,
      until: closing)
  }

  private func streamConverter() throws(AhaError) -> MakeRateConverter {
    let tables = try locked { () throws(AhaError) in try claimSpeedTables() }
    return { (from, to, channels) throws(AhaError) in
      try StreamConverter(from: from, to: to, channels: channels, tables: tables)
    }
  }

  private func add(
    _ sound: PlayedSound, ratio: Double, bus: Bus, options: Player.Options
  ) throws(AhaError) -> Player {
    try check(bus)
    let index = try claimPlayerIndex()
    let player = Player(
      engine: self, index: index, serial: newSerial(), sound: sound, ratio: ratio, bus: bus,
      options: options)
    prepare(index, for: player, sound: sound)
    if sound.loop.isPingPong { prepareSpeedScratch() }
    if options.speed * ratio != 1 || options.isReversed {
      try prepareSpeed(index, for: player, options: options)
    }
    do throws(AhaError) {
      try send(.player(index, .add))
    } catch {
      freePlayers.append(index)
      throw error
    }
    bus.users += 1
    players[index] = player
    return player
  }

  private func claimPlayerIndex() throws(AhaError) -> Int {
    if freePlayers.isEmpty, players.count == settings.maxPlayers { collectWithoutRenderer() }
    if let index = freePlayers.popLast() { return index }
    guard players.count < settings.maxPlayers else {
      throw AhaError(.limit, "the engine's \(settings.maxPlayers) players are all in use")
    }
    players.append(nil)
    renderer.voiceTable.prepare(players.count - 1)
    return players.count - 1
  }

  /// Initializes a voice before the renderer knows it.
  private func prepare(_ index: Int, for player: Player, sound: PlayedSound) {
    let voice = renderer.voiceTable.voices.reference(index)
    prepareVoice(
      index, source: sound.source(silence: renderer.silence), on: player.bus,
      gains: player.gains)
    voice.value.serial = player.serial
    voice.value.status.value.source.store(0, ordering: .relaxed)
    voice.value.status.value.position.store(sound.loop.range.begin, ordering: .relaxed)
    voice.value.status.value.hasEnded.store(false, ordering: .relaxed)
    voice.value.status.value.state.store(PlayerState.stopped.rawValue, ordering: .relaxed)
  }

  func prepareVoice(_ index: Int, source: SoundSource, on bus: Bus, gains: GainProduct) {
    let voice = renderer.voiceTable.voices.reference(index)
    var new = Voice(status: voice.value.status, silence: renderer.silence)
    new.bus = bus.index
    new.source = source
    new.loopsLeft = source.loop.count
    new.main.position = source.range.begin
    new.gains = gains
    new.main.mix = RampedMix(gain: gains.target, envelope: 0)
    voice.initialize(to: new)
  }

  /// Sets the speed of a voice that the renderer does not know yet. Errors: `outOfMemory`.
  private func prepareSpeed(
    _ index: Int, for player: Player, options: Player.Options
  ) throws(AhaError) {
    let voice = renderer.voiceTable.voices.reference(index)
    prepareSpeedScratch()
    do throws(AhaError) {
      if player.fixed(options.speed) != SpeedUnit.one {
        voice.value.speed.tables = try player.claimTables()
      }
    } catch {
      freePlayers.append(index)
      throw error
    }
    voice.value.setSpeed(player.fixed(options.speed), over: Fade())
    voice.value.setReversed(options.isReversed, over: nil, ramp: 0)
  }

  /// Prepares the engine for speeds. Returns nil for fast interpolation. Errors: `outOfMemory`.
  /// Invariant: caller holds lock.
  func claimSpeedTables(isFast: Bool) throws(AhaError) -> Buffer<SpeedTable>? {
    prepareSpeedScratch()
    return isFast ? nil : try claimSpeedTables()
  }

  /// Maps the renderer's memory for speeds on the first call. Invariant: caller holds lock.
  func prepareSpeedScratch() {
    if hasSpeedScratch { return }
    renderer.scratch.touchSpeed()
    hasSpeedScratch = true
  }

  /// Shared by the engine's players; made when the first one needs them. Errors: `outOfMemory`.
  /// Invariant: caller holds lock.
  private func claimSpeedTables() throws(AhaError) -> Buffer<SpeedTable> {
    if let speedTables { return speedTables.tables }
    let new = try SpeedTables()
    speedTables = new
    return new.tables
  }

  /// Frees a player that the renderer has retired. Invariant: caller holds lock.
  func freePlayer(_ index: Int) {
    guard let player = players[index] else { return }
    freeEffects(renderer.voiceTable.voices[index].chain)
    for sound in player.sounds { if let feeder = sound.feeder { readAhead.remove(feeder) } }
    ending.append(player)
    players[index] = nil
    freePlayers.append(index)
    try? letGo(of: player.bus)
  }

  /// Frees a sound of a player that the renderer has retired. Invariant: caller holds lock.
  func freeSound(_ id: UInt32, mix: UInt32, of index: Int) {
    guard let sound = players[index]?.removeSound(id, mix: mix) else { return }
    if let feeder = sound.feeder { readAhead.remove(feeder) }
    endingSounds.append(sound)
  }
}
