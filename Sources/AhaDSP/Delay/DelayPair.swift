import AhaBase
import CShims

/// A ring for each side, whose delays change by fading from one read to another.
struct DelayPair {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  /// Frames of a ring, a power of two, less one.
  let mask: Int
  /// Frames of a fade.
  let length: Int
  /// Where the next frame is written.
  var position = 0
  /// Delays of both sides: faded from, faded to, and waiting for the end of the fade.
  private(set) var from = SIMD2<Int>(1, 1)
  private(set) var to = SIMD2<Int>(1, 1)
  private var wanted = SIMD2<Int>(1, 1)
  /// Frames of the fade that are left.
  private(set) var fadeFrames = 0

  init(sampleRate: Int, longest: Int) throws(AhaError) {
    var capacity = 1024
    while capacity <= longest { capacity *= 2 }
    mask = capacity - 1
    length = max(1, sampleRate / 50)
    left = try DelayMemory.allocate(capacity)
    do throws(AhaError) {
      right = try DelayMemory.allocate(capacity)
    } catch {
      CShims.free(left)
      throw error
    }
  }

  func free() {
    CShims.free(left)
    CShims.free(right)
  }

  @_noLocks
  mutating func reset() {
    DelayMemory.clear(left, mask + 1)
    DelayMemory.clear(right, mask + 1)
    position = 0
    settle()
  }

  /// Goes to these delays, 1 frame or more; `atOnce` without a fade.
  @_noLocks
  mutating func go(to delays: SIMD2<Int>, atOnce: Bool) {
    wanted = delays
    if atOnce { settle() }
  }

  @_noLocks
  private mutating func settle() {
    (from, to) = (wanted, wanted)
    fadeFrames = 0
  }

  /// Starts the fade that waits; how many frames go on as they do now.
  @_noLocks
  mutating func segment(_ frames: Int) -> Int {
    if fadeFrames == 0, to != wanted {
      to = wanted
      fadeFrames = length
    }
    return fadeFrames > 0 ? min(frames, fadeFrames) : frames
  }

  /// That many frames have been written and read.
  @_noLocks
  mutating func advance(_ frames: Int) {
    position = (position + frames) & mask
    guard fadeFrames > 0 else { return }
    fadeFrames -= frames
    if fadeFrames == 0 { from = to }
  }
}
