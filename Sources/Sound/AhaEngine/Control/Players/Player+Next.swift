import AhaBase
import AhaDSP

// The sound that follows the present one.
extension Player {
  /// The sound that follows at the end of the present one, in place of an earlier next one.
  /// - Parameters:
  ///   - sound: Nil: playback ends with the present sound.
  ///   - fade: A crossfade over the last frames of the present sound; nil: it joins without one.
  /// Errors: `state`, `invalidArgument`, `unsupported` (another rate), `outOfMemory`, `system`.
  public func setNext(_ sound: Sound?, over fade: Fade? = nil) throws(AhaError) {
    guard let sound else {
      return try engine.locked { () throws(AhaError) in try tell(.setNext(nil)) }
    }
    let loaded = try engine.loaded(sound)
    guard sound.ratio(of: loaded) == ratio else {
      throw AhaError(
        .unsupported, "the next sound has another sample rate: load both without keep_rate")
    }
    let loop = Loop(FrameRange(begin: 0, end: loaded.content.length))
    let content = try Player.content(of: loaded, gains: engine.lock.locked { matrix })
    let feeder = try engine.makeFeeder(
      of: sound, content: content, loop: loop, quality: quality)
    let next = PlayedSound(content, feeder: feeder, loop: loop, of: loaded)
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      next.id = (sounds.map { $0.id }.max() ?? 0) &+ 1
      let pan = next.content.factors(pan: panning, law: engine.settings.panLaw)
      let memory = next.claimMemory(
        NextSound(
          source: next.source(silence: engine.renderer.silence), pan: hasOwnBus ? .unity : pan,
          fade: fade ?? Fade()))
      try tell(.setNext(memory))
      sounds.append(next)
    }
    if let feeder { try engine.supply(self, feeder: feeder) }
  }

  /// The renderer has retired the sound. Invariant: caller holds lock.
  func removeSound(_ id: UInt32, mix: UInt32) -> PlayedSound? {
    sounds.firstIndex { $0.id == id && $0.mix == mix }.map { sounds.remove(at: $0) }
  }
}
