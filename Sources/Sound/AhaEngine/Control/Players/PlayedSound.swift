import AhaBase
import AhaDSP

/// A sound of a player, with the decoder of a streamed one.
///
/// Threads: under the engine's lock. The renderer reads the samples until it retires the sound.
final class PlayedSound {
  /// Among the sounds of its player.
  var id: UInt32 = 0
  /// Among the mixes of its channels.
  var mix: UInt32 = 0
  let content: Sound.Content
  let feeder: StreamFeeder?
  /// As last set.
  var loop: Loop
  /// Nil: of a one-shot, whose mix does not change.
  let sound: Sound.Loaded?
  private var memory: Reference<NextSound>?

  init(_ content: Sound.Content, feeder: StreamFeeder?, loop: Loop, of sound: Sound.Loaded?) {
    (self.content, self.feeder, self.loop, self.sound) = (content, feeder, loop, sound)
  }

  deinit { memory?.deallocate() }

  /// What the renderer reads.
  /// - Parameter silence: Samples of a streamed sound.
  func source(silence: Floats) -> SoundSource {
    var planes = StereoSource(left: silence, right: silence)
    if case .resident(let buffer) = content {
      planes = StereoSource(left: buffer.plane(0), right: buffer.plane(buffer.channels - 1))
    }
    var source = SoundSource(planes)
    (source.id, source.mix, source.stream, source.loop) = (id, mix, feeder?.link, loop)
    source.length = content.length
    return source
  }

  /// Memory for the renderer, as long as this object.
  func claimMemory(_ next: NextSound) -> Reference<NextSound> {
    let new = Reference(holding: next)
    memory = new
    return new
  }
}
