import AhaBase
import AhaCodec
import AhaDSP

// One-shots of files. A file that is too long for memory plays through a player that the engine
// releases after its end.
extension Engine {
  /// Loads a file's stream and plays it once.
  /// Errors: those of `loadSound` and `playOneShot`. Threads: any; takes long.
  public func playFile(
    _ stream: any ByteStream, on bus: Bus, _ options: OneShot.Options
  ) throws(AhaError) {
    try options.check()
    let sound = try loadSound(stream, Sound.Options())
    if try sound.mode() == .resident { return try playOneShot(sound, on: bus, options) }
    try playStreamed(sound, on: bus, options)
  }

  /// Plays a streamed sound with the options of a one-shot, except its priority.
  func playStreamed(
    _ sound: Sound, on bus: Bus, _ options: OneShot.Options
  ) throws(AhaError) {
    var playing = Player.Options()
    (playing.gainDb, playing.pan, playing.speed) = (options.gainDb, options.pan, options.speed)
    (playing.loopCount, playing.quality) = (options.loopCount, options.quality)
    let player = try makePlayer(of: sound, into: bus, playing)
    do throws(AhaError) {
      try player.setEnvelope(options.stages)
      try player.setChoke(group: options.chokeGroup, fade: options.chokeFade)
      if let space = options.space { try player.setSpace(space) }
      lock.locked {
        player.shotNumber = options.number
        filePlayers.append(player)
      }
      try player.start(at: options.start, velocity: options.velocity)
      if let stop = options.stop { try player.stop(at: stop) }
    } catch {
      lock.locked { filePlayers.removeAll { $0 === player } }
      player.release()
      throw error
    }
  }

  /// Invariant: caller holds lock.
  func releaseEndedFiles() {
    guard filePlayers.contains(where: { $0.hasEnded }) else { return }
    // The event of the end names the player.
    drainRendererEvents()
    for player in filePlayers where player.hasEnded { try? player.remove() }
    filePlayers.removeAll { $0.hasEnded }
  }
}
