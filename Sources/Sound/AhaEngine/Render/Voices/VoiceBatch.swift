import AhaBase
import AhaDSP

/// Mixes steady voices of one bus in batches: most voices are steady most of the time.
struct VoiceBatch {
  /// Left planes and gains; the right ones begin at index `Mix.batch`.
  private let planes: Buffer<UnsafePointer<Float>?>
  private let gains: Floats
  private var count = 0

  /// Errors: `outOfMemory`.
  init(in memory: MemoryBlocks) throws(AhaError) {
    planes = try memory.claim(2 * Mix.batch, of: "voices")
    gains = try memory.claim(2 * Mix.batch, of: "voices")
  }

  /// Adds a voice's next frames; mixes the batch if it is full. Precondition: `isSteady`.
  @_noLocks
  mutating func add(_ voice: inout Voice, to bus: StereoTarget, frames: Int) {
    let source = voice.planes.advanced(by: Int(voice.main.position))
    let gain = voice.main.mix.factors
    planes[count] = UnsafePointer(source.left.base)
    planes[count + Mix.batch] = UnsafePointer(source.right.base)
    gains[count] = gain.left
    gains[count + Mix.batch] = gain.right
    count += 1
    voice.main.position += Int64(frames)
    if count == Mix.batch { flush(to: bus, frames: frames) }
  }

  @_noLocks
  mutating func flush(to bus: StereoTarget, frames: Int) {
    Mix.add(planes, gains: gains, count: count, to: bus, frames: frames)
    count = 0
  }
}
