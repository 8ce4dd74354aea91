import AhaBase
import CShims

/// Delay lines of two channels. A change of delay crossfades between two read positions.
struct DelayPair {
  let left: Floats
  let right: Floats
  /// Frames of a ring (a power of two) minus 1.
  let mask: Int
  /// Frames of a fade.
  let length: Int
  /// Write index.
  var position = 0
  /// Delays of both channels: the old and the new of the crossfade, and the pending ones.
  private(set) var from = SIMD2<Int>(1, 1)
  private(set) var to = SIMD2<Int>(1, 1)
  private var wanted = SIMD2<Int>(1, 1)
  /// Remaining frames of the crossfade.
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
      CShims.free(left.base)
      throw error
    }
  }

  func free() {
    CShims.free(left.base)
    CShims.free(right.base)
  }

  @_noLocks
  mutating func reset() {
    left.clear()
    right.clear()
    position = 0
    settle()
  }

  /// Sets the delays, at least 1 frame; `atOnce`: without a crossfade.
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

  /// Starts a pending crossfade; returns the count of frames before the next change.
  @_noLocks
  mutating func segment(_ frames: Int) -> Int {
    if fadeFrames == 0, to != wanted {
      to = wanted
      fadeFrames = length
    }
    return fadeFrames > 0 ? min(frames, fadeFrames) : frames
  }

  /// Moves on after `frames` frames were written and read.
  @_noLocks
  mutating func advance(_ frames: Int) {
    position = (position + frames) & mask
    guard fadeFrames > 0 else { return }
    fadeFrames -= frames
    if fadeFrames == 0 { from = to }
  }
}
