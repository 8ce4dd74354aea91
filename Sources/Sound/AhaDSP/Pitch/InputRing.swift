import AhaBase
import CShims

/// A ring of the latest frames of a stereo signal.
///
/// Shape: two planes of a power of two; the first frames are repeated after the end, so that
/// `guardFrames` contiguous frames can be read from any frame. Frame numbers count from 0; earlier
/// frames are silence.
struct InputRing {
  static let guardFrames = 256

  let left: Floats
  let right: Floats
  let capacity: Int
  /// Frames appended so far.
  private(set) var written = 0
  /// One past the last frame in which left and right differed.
  private(set) var different = Int.min
  private let memory: FloatMemory

  /// - Parameter frames: Min capacity.
  init(frames: Int) throws(AhaError) {
    var size = 1024
    while size < frames { size *= 2 }
    capacity = size
    memory = try FloatMemory(planes: 2, samples: 2 * (size + InputRing.guardFrames))
    var planes = memory
    left = planes.claim(size + InputRing.guardFrames)
    right = planes.claim(size + InputRing.guardFrames)
  }

  func free() { memory.release() }

  @_noLocks
  mutating func reset() {
    memory.clear()
    written = 0
    different = Int.min
  }

  /// The index of a frame in the planes.
  @inline(__always) @_noLocks
  func index(of frame: Int) -> Int { frame & (capacity &- 1) }

  /// Precondition: frames <= capacity.
  @_noLocks
  mutating func append(_ source: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let start = index(of: written)
      let count = min(frames - done, capacity - start)
      let piece = source.advanced(by: done)
      copy(piece, to: start, count: count)
      if start < InputRing.guardFrames {
        copy(piece, to: start + capacity, count: min(count, InputRing.guardFrames - start))
      }
      if let last = lastDifference(piece, count: count) { different = written + last + 1 }
      written += count
      done += count
    }
  }

  @_noLocks
  private func copy(_ source: StereoSource, to start: Int, count: Int) {
    (left + start).copy(source.left.prefix(count))
    (right + start).copy(source.right.prefix(count))
  }

  @_noLocks
  private func lastDifference(_ source: StereoSource, count: Int) -> Int? {
    var index = count - 1
    while index >= 0 {
      if source.left[index] != source.right[index] { return index }
      index -= 1
    }
    return nil
  }
}
