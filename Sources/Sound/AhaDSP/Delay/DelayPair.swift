import AhaBase
import CShims

/// Delay lines of two channels. A change of delay crossfades between two read positions.
/// Units: see `FractionalLine`. Delays below `FractionalLine.shortest` have whole frames.
struct DelayPair {
  typealias Delays = SIMD2<Int64>

  private let left, right: FractionalLine
  private let table: LineTable
  /// The samples of left and right at the old and at the new delay.
  private let planes: Floats
  /// Frames of a fade.
  let length: Int
  private var position = 0
  /// Delays of both channels: the old and the new of the crossfade, and the pending ones.
  private var from = DelayPair.shortest
  private var to = DelayPair.shortest
  private var wanted = DelayPair.shortest
  /// Remaining frames of the crossfade.
  private(set) var fadeFrames = 0

  private static var shortest: Delays { @_noLocks get { Delays(SpeedUnit.one, SpeedUnit.one) } }

  init(longest: Int, fade: Int) throws(AhaError) {
    length = max(1, fade)
    table = try LineTable()
    do throws(AhaError) { left = try FractionalLine(longest: longest) } catch {
      table.free()
      throw error
    }
    do throws(AhaError) { right = try FractionalLine(longest: longest) } catch {
      table.free()
      left.free()
      throw error
    }
    planes = Floats(repeating: 0, count: 4 * FractionalLine.chunk)
  }

  func free() {
    table.free()
    left.free()
    right.free()
    planes.deallocate()
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
  mutating func go(to delays: Delays, atOnce: Bool) {
    wanted = delays
    if atOnce { settle() }
  }

  @_noLocks
  private mutating func settle() {
    (from, to) = (wanted, wanted)
    fadeFrames = 0
  }

  /// Starts a pending crossfade; returns the count of frames before the next change and the next
  /// write.
  @_noLocks
  mutating func segment(_ frames: Int) -> Int {
    if fadeFrames == 0, to != wanted {
      to = wanted
      fadeFrames = length
    }
    var count = min(frames, min(readable(to[0]), readable(to[1])))
    guard fadeFrames > 0 else { return count }
    count = min(count, min(readable(from[0]), readable(from[1])))
    return min(count, fadeFrames)
  }

  /// Whole delays need no interpolation.
  @_noLocks @inline(__always)
  private func isWhole(_ delay: Int64) -> Bool { delay & SpeedUnit.mask == 0 }

  @_noLocks @inline(__always)
  private func readable(_ delay: Int64) -> Int {
    isWhole(delay)
      ? min(Int(truncatingIfNeeded: delay >> 32), FractionalLine.chunk)
      : FractionalLine.readable(delay)
  }

  /// Reads the next frames of both channels; precondition: frames <= segment(frames).
  @_noLocks
  func read(_ frames: Int) -> StereoSource {
    let new = StereoSource(left: planes, right: planes + FractionalLine.chunk)
    read(left, delay: to[0], to: new.left, frames: frames)
    read(right, delay: to[1], to: new.right, frames: frames)
    guard fadeFrames > 0 else { return new }
    let old = planes + 2 * FractionalLine.chunk
    if from[0] != to[0] {
      read(left, delay: from[0], to: old, frames: frames)
      blend(old, with: new.left, frames: frames)
    }
    if from[1] != to[1] {
      read(right, delay: from[1], to: old, frames: frames)
      blend(old, with: new.right, frames: frames)
    }
    return new
  }

  @_noLocks
  private func read(_ line: FractionalLine, delay: Int64, to target: Floats, frames: Int) {
    if isWhole(delay) {
      line.read(
        position, delay: Int(truncatingIfNeeded: delay >> 32), to: target, frames: frames)
    } else {
      line.read(position, delay: delay, step: 0, table: table, to: target, frames: frames)
    }
  }

  @_noLocks
  private func blend(_ old: Floats, with new: Floats, frames: Int) {
    let step = 1 / Float(length)
    for frame in 0..<frames {
      let share = FadeCurve.long(Float(length - fadeFrames + frame + 1) * step)
      new[frame] = old[frame] + (new[frame] - old[frame]) * share
    }
  }

  /// Writes the next frames, after they were read, and moves on.
  @_noLocks
  mutating func write(_ source: StereoSource, frames: Int) {
    left.write(position, source.left, frames: frames)
    right.write(position, source.right, frames: frames)
    position &+= frames
    guard fadeFrames > 0 else { return }
    fadeFrames -= frames
    if fadeFrames == 0 { from = to }
  }
}
