import AhaBase
import CShims

/// Levels of one block of a bus, squared: the renderer has no square root.
public struct LevelReading {
  public var peakSquared = StereoGain(left: 0, right: 0)
  public var sumOfSquares = StereoGain(left: 0, right: 0)

  @_noLocks
  public init() {}
}

/// Gain and level of a bus, in place.
public enum BusPass {
  typealias Vector = SIMD16<Float>

  /// samples *= gain; returns the levels of the result.
  @_noLocks
  public static func apply(
    _ gain: StereoGain, to bus: StereoTarget, frames: Int
  ) -> LevelReading {
    var reading = LevelReading()
    let left = applyPlane(gain.left, samples: bus.left, frames: frames)
    let right = applyPlane(gain.right, samples: bus.right, frames: frames)
    reading.peakSquared = StereoGain(left: left.peak, right: right.peak)
    reading.sumOfSquares = StereoGain(left: left.squares, right: right.squares)
    return reading
  }

  /// samples *= gain, during a ramp. Precondition: frames <= gain.segment(frames).
  @_noLocks
  public static func applyRamp(_ gain: inout StereoRamp, to bus: StereoTarget, frames: Int) {
    gain.left.advance(frames, reached: scale(bus.left, ramp: gain.left, frames: frames))
    gain.right.advance(frames, reached: scale(bus.right, ramp: gain.right, frames: frames))
  }

  /// Both channels with the same ramp, for any number of frames.
  @_noLocks
  public static func applyRamp(_ gain: inout Ramp, to bus: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      if gain.isSteady && gain.value == 1 { return }
      let count = gain.isSteady ? frames - done : min(frames - done, gain.frames)
      let piece = bus.advanced(by: done)
      _ = scale(piece.left, ramp: gain, frames: count)
      gain.advance(count, reached: scale(piece.right, ramp: gain, frames: count))
      done += count
    }
  }

  /// Whether the block contains neither NaN nor infinity.
  @_noLocks
  public static func isFinite(_ bus: StereoSource, frames: Int) -> Bool {
    isFinite(bus.left, frames: frames) ? isFinite(bus.right, frames: frames) : false
  }

  /// A finite value times 0 is 0; NaN and infinity times 0 are NaN.
  @_noLocks
  private static func isFinite(_ samples: Floats, frames: Int) -> Bool {
    var sum = Vector(repeating: 0)
    var frame = 0
    while frame + Vector.scalarCount <= frames {
      sum = sum + Mix.load(samples + frame) * 0
      frame += Vector.scalarCount
    }
    var rest: Float = sum.sum()
    while frame < frames {
      rest += samples[frame] * 0
      frame += 1
    }
    return rest == 0
  }

  /// Replaces NaN and infinity by 0; returns the count of replaced samples.
  @_noLocks
  public static func silenceNonfinite(_ samples: Floats, count: Int) -> Int {
    var found = 0
    for index in 0..<count where !samples[index].isFinite {
      samples[index] = 0
      found += 1
    }
    return found
  }

  @_noLocks
  private static func scale(_ samples: Floats, ramp: Ramp, frames: Int) -> Float {
    var gain = ramp.value
    for frame in 0..<frames {
      gain += ramp.step
      samples[frame] *= gain
    }
    return gain
  }

  @_noLocks
  private static func applyPlane(_ gain: Float, samples: Floats, frames: Int) -> shim_level {
    var level = shim_level()
    shim_scale(samples.base, gain, frames, &level)
    return level
  }
}
