import AhaBase
import CShims

/// The overlap-add buffer of the grains.
///
/// Shape: two planes of a power of two; indexed by output frame, from 0.
struct OverlapRing {
  let left: Floats
  let right: Floats
  private let capacity: Int
  private let memory: FloatMemory

  init(frames: Int) throws(AhaError) {
    var size = 1024
    while size < frames { size *= 2 }
    capacity = size
    memory = try FloatMemory(planes: 2, samples: 2 * size)
    var planes = memory
    left = planes.claim(size)
    right = planes.claim(size)
  }

  func free() { memory.release() }

  @_noLocks
  func reset() { memory.clear() }

  @inline(__always) @_noLocks
  func index(of frame: Int) -> Int { frame & (capacity &- 1) }

  /// Adds two windowed channels from `frame` on.
  @_noLocks
  func add(_ source: StereoSource, window: Floats, gain: Float, at frame: Int, count: Int) {
    var done = 0
    while done < count {
      let start = index(of: frame + done)
      let piece = min(count - done, capacity - start)
      OverlapRing.add(
        source.left + done, window: window + done, gain: gain, to: left + start, count: piece)
      OverlapRing.add(
        source.right + done, window: window + done, gain: gain, to: right + start, count: piece)
      done += piece
    }
  }

  @_noLocks
  private static func add(
    _ source: Floats, window: Floats, gain: Float, to target: Floats, count: Int
  ) {
    var index = 0
    while index + 4 <= count {
      store4(
        load4(target + index) + load4(source + index) * load4(window + index) * gain,
        to: target + index)
      index += 4
    }
    while index < count {
      target[index] += source[index] * window[index] * gain
      index += 1
    }
  }

  /// Moves the frames from `frame` on to `target`, and clears them.
  @_noLocks
  func remove(_ frame: Int, to target: StereoTarget, count: Int) {
    var done = 0
    while done < count {
      let start = index(of: frame + done)
      let piece = min(count - done, capacity - start)
      (target.left + done).copy((left + start).prefix(piece))
      (target.right + done).copy((right + start).prefix(piece))
      (left + start).prefix(piece).clear()
      (right + start).prefix(piece).clear()
      done += piece
    }
  }
}
