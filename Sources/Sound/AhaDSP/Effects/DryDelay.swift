import AhaBase
import CShims

/// Delays a stereo signal by a fixed number of frames: the output of a bypassed effect with
/// latency.
struct DryDelay {
  private let memory: UnsafeMutablePointer<Float>
  private let frames: Int
  private var position = 0

  /// Errors: `outOfMemory`.
  init(frames: Int) throws(AhaError) {
    self.frames = frames
    guard let memory = calloc(max(1, 2 * frames), MemoryLayout<Float>.stride) else {
      throw AhaError(.outOfMemory, "no memory for a delay of \(frames) frames")
    }
    self.memory = memory.bindMemory(to: Float.self, capacity: 2 * frames)
  }

  func free() { CShims.free(memory) }

  @_noLocks
  mutating func clear() {
    shim_clear(memory, 2 * frames * MemoryLayout<Float>.stride)
    position = 0
  }

  /// Writes frames into the delay; the delayed frames are copied to `output` unless it is nil.
  @_noLocks
  mutating func pass(_ audio: StereoSource, to output: StereoTarget?, frames count: Int) {
    var done = 0
    while done < count {
      let piece = min(count - done, frames - position)
      swap(
        audio.left + done, to: output?.left.advanced(by: done), ring: memory + position,
        count: piece)
      swap(
        audio.right + done, to: output?.right.advanced(by: done), ring: memory + frames + position,
        count: piece)
      position = position + piece == frames ? 0 : position + piece
      done += piece
    }
  }

  @_noLocks
  private func swap(
    _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>?,
    ring: UnsafeMutablePointer<Float>, count: Int
  ) {
    let bytes = count * MemoryLayout<Float>.stride
    if let output { shim_copy(output, ring, bytes) }
    shim_copy(ring, input, bytes)
  }
}
