import AhaBase
import CShims

/// Delays a stereo signal by a fixed number of frames: the output of a bypassed effect with
/// latency.
struct DryDelay {
  private let memory: Floats
  private let frames: Int
  private var position = 0

  /// Errors: `outOfMemory`.
  init(frames: Int) throws(AhaError) {
    self.frames = frames
    guard let memory = calloc(max(1, 2 * frames), MemoryLayout<Float>.stride) else {
      throw AhaError(.outOfMemory, "no memory for a delay of \(frames) frames")
    }
    self.memory = Floats(
      memory.bindMemory(to: Float.self, capacity: 2 * frames), count: 2 * frames)
  }

  func free() { CShims.free(memory.base) }

  @_noLocks
  mutating func clear() {
    memory.clear()
    position = 0
  }

  /// Writes frames into the delay; the delayed frames are copied to `output` unless it is nil.
  @_noLocks
  mutating func pass(_ audio: StereoSource, to output: StereoTarget?, frames count: Int) {
    var done = 0
    while done < count {
      let piece = min(count - done, frames - position)
      swap(
        audio.left + done, to: output.map { $0.left + done }, ring: memory + position,
        count: piece)
      swap(
        audio.right + done, to: output.map { $0.right + done }, ring: memory + frames + position,
        count: piece)
      position = position + piece == frames ? 0 : position + piece
      done += piece
    }
  }

  @_noLocks
  private func swap(_ input: Floats, to output: Floats?, ring: Floats, count: Int) {
    output?.copy(ring.prefix(count))
    ring.copy(input.prefix(count))
  }
}
