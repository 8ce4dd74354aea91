import AhaBase
import CShims

/// Summing with gain.
///
/// Every function adds `source * gain` to the target sample by sample, in the order of the sources,
/// so the result does not depend on how a signal is divided into blocks.
public enum Mix {
  /// Count of sources that `addFour` mixes in one pass over the target.
  public static var batch: Int {
    @_noLocks get { 4 }
  }

  typealias Vector = SIMD16<Float>
  private static let width = 16
  /// Prefetch distance in samples: one block, so that the next one is in the cache.
  private static let ahead = 512

  /// target += source * gain, both channels.
  @_noLocks
  public static func add(
    _ source: StereoSource, gain: StereoGain, to target: StereoTarget, frames: Int
  ) {
    addPlane(source.left, gain: gain.left, to: target.left, frames: frames)
    addPlane(source.right, gain: gain.right, to: target.right, frames: frames)
  }

  /// target = source * gain: bit-identical to adding to silence.
  @_noLocks
  public static func put(
    _ source: StereoSource, gain: StereoGain, to target: StereoTarget, frames: Int
  ) {
    putPlane(source.left, gain: gain.left, to: target.left, frames: frames)
    putPlane(source.right, gain: gain.right, to: target.right, frames: frames)
  }

  @_noLocks
  private static func putPlane(_ source: Floats, gain: Float, to target: Floats, frames: Int) {
    var frame = 0
    while frame + width <= frames {
      shim_prefetch((source + (frame + ahead)).base)
      store(Vector(repeating: 0) + load(source + frame) * gain, to: target + frame)
      frame += width
    }
    while frame < frames {
      target[frame] = 0 + source[frame] * gain
      frame += 1
    }
  }

  /// `add` for four sources: the target is read and written once for all of them.
  @_noLocks
  public static func addFour(
    _ sources: Buffer<StereoSource>, gains: Buffer<StereoGain>, to target: StereoTarget, frames: Int
  ) {
    addFourPlanes(
      (sources[0].left, sources[1].left, sources[2].left, sources[3].left),
      gain: (gains[0].left, gains[1].left, gains[2].left, gains[3].left), to: target.left,
      frames: frames)
    addFourPlanes(
      (sources[0].right, sources[1].right, sources[2].right, sources[3].right),
      gain: (gains[0].right, gains[1].right, gains[2].right, gains[3].right), to: target.right,
      frames: frames)
  }

  @_noLocks
  static func addPlane(_ source: Floats, gain: Float, to target: Floats, frames: Int) {
    var frame = 0
    while frame + width <= frames {
      shim_prefetch((source + (frame + ahead)).base)
      store(load(target + frame) + load(source + frame) * gain, to: target + frame)
      frame += width
    }
    while frame < frames {
      target[frame] += source[frame] * gain
      frame += 1
    }
  }

  @_noLocks
  static func addFourPlanes(
    _ source: Planes, gain: (Float, Float, Float, Float), to target: Floats, frames: Int
  ) {
    var frame = 0
    while frame + width <= frames {
      shim_prefetch((source.0 + (frame + ahead)).base)
      shim_prefetch((source.1 + (frame + ahead)).base)
      shim_prefetch((source.2 + (frame + ahead)).base)
      shim_prefetch((source.3 + (frame + ahead)).base)
      var sum = load(target + frame)
      sum = sum + load(source.0 + frame) * gain.0
      sum = sum + load(source.1 + frame) * gain.1
      sum = sum + load(source.2 + frame) * gain.2
      sum = sum + load(source.3 + frame) * gain.3
      store(sum, to: target + frame)
      frame += width
    }
    while frame < frames {
      var sum = target[frame]
      sum = sum + source.0[frame] * gain.0
      sum = sum + source.1[frame] * gain.1
      sum = sum + source.2[frame] * gain.2
      sum = sum + source.3[frame] * gain.3
      target[frame] = sum
      frame += 1
    }
  }

  typealias Planes = (Floats, Floats, Floats, Floats)

  @_noLocks @inline(__always)
  static func load(_ samples: Floats) -> Vector { samples.load() }

  @_noLocks @inline(__always)
  static func store(_ vector: Vector, to samples: Floats) { samples.store(vector) }
}
