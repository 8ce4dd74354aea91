import AhaBase
import AhaDSP

/// Mixes steady voices of one bus four at a time: most voices are steady most of the time.
struct VoiceBatch {
  private let sources: Buffer<StereoSource>
  private let gains: Buffer<StereoGain>
  private var count = 0

  /// Errors: `outOfMemory`.
  init(in memory: MemoryBlocks) throws(AhaError) {
    sources = try memory.claim(Mix.batch, of: "voices")
    gains = try memory.claim(Mix.batch, of: "voices")
  }

  /// Adds a voice's next frames; mixes the batch if it is full. Precondition: `isSteady`.
  @_noLocks
  mutating func add(_ voice: inout Voice, to bus: StereoTarget, frames: Int) {
    sources[count] = voice.planes.advanced(by: Int(voice.main.position))
    gains[count] = voice.main.mix.factors
    count += 1
    voice.main.position += Int64(frames)
    if count == Mix.batch { flush(to: bus, frames: frames) }
  }

  @_noLocks
  mutating func flush(to bus: StereoTarget, frames: Int) {
    if count == Mix.batch {
      Mix.addFour(sources, gains: gains, to: bus, frames: frames)
    } else {
      for index in 0..<count {
        Mix.add(sources[index], gain: gains[index], to: bus, frames: frames)
      }
    }
    count = 0
  }
}
