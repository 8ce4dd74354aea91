import AhaBase
import AhaDSP

// The mix of the channels of a sound that keeps them.
extension Player {
  /// Mixes the channels of the present sound, and of next sounds with as many, to left and right.
  /// - Parameters:
  ///   - gains: Of each channel: left, right; empty: the downmix.
  ///   - fade: A crossfade from the former mix; nil: the ramp.
  /// Errors: `state` (the channels are not kept), `invalidArgument`, `outOfMemory`, `system`.
  /// Threads: any; takes long for a long resident sound.
  public func setChannelMatrix(_ gains: [Float], over fade: Fade? = nil) throws(AhaError) {
    let former = engine.lock.locked { present }
    let sound = try checked(gains, for: former)
    let content = try Player.content(of: sound, gains: gains)
    let feeder = try engine.makeFeeder(
      of: nil, content: content, loop: former.loop, quality: quality)
    let mix = PlayedSound(content, feeder: feeder, loop: former.loop, of: sound)
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      let last = sounds.lastIndex { $0.id == former.id } ?? sounds.count - 1
      (mix.id, mix.mix) = (former.id, sounds[last].mix &+ 1)
      mix.loop = LoopSeam(content).measured(sounds[last].loop)
      let memory = mix.claimMemory(
        NextSound(
          source: mix.source(silence: engine.renderer.silence), pan: .unity, fade: fade ?? Fade()))
      try tell(.setMix(memory))
      sounds.insert(mix, at: last + 1)
      matrix = gains
    }
    if let feeder { try engine.supply(self, feeder: feeder) }
    // The law of the pan is another one for mono.
    if content.channels != former.content.channels { try setPan(pan, over: fade) }
  }

  /// The channels of a sound as the player mixes them. Errors: `outOfMemory`.
  static func content(
    of sound: Sound.Loaded, gains: [Float]
  ) throws(AhaError) -> Sound.Content {
    guard let whole = sound.whole, gains.count == 2 * whole.channels else { return sound.content }
    return try whole.mixed(gains)
  }

  private func checked(
    _ gains: [Float], for played: PlayedSound
  ) throws(AhaError) -> Sound.Loaded {
    guard let sound = played.sound, let whole = sound.whole else {
      throw AhaError(.state, "the sound has only its downmix: load it with keep_channels")
    }
    guard gains.isEmpty || gains.count == 2 * whole.channels else {
      throw AhaError(
        .invalidArgument,
        "a matrix for \(gains.count / 2) channels, but the sound has \(whole.channels)")
    }
    for gain in gains where !(-16...16).contains(gain) {
      throw AhaError(.invalidArgument, "gain of \(gain) in the matrix is not in -16 to 16")
    }
    return sound
  }
}
