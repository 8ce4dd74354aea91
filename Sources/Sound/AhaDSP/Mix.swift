import AhaBase
import CShims

/// Summing with gain.
///
/// Every function adds `source * gain` to the target sample by sample, in the order of the sources,
/// so the result does not depend on how a signal is divided into blocks.
public enum Mix {
  /// Max count of sources of a batch. All left channels are mixed before the right ones, so players
  /// of one sound that play together read it from the first level cache.
  public static var batch: Int {
    @_noLocks get { 64 }
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

  /// `add` for up to `batch` sources: the target is read and written once for eight of them.
  /// - Parameters:
  ///   - planes: The left planes; the right ones begin at index `batch`.
  ///   - gains: Their gains, at the same indices.
  @_noLocks
  public static func add(
    _ planes: Buffer<UnsafePointer<Float>?>, gains: Floats, count: Int, to target: StereoTarget,
    frames: Int
  ) {
    shim_mix(planes.base, gains.base, count, target.left.base, frames)
    shim_mix(
      (planes + batch).base, (gains + batch).base, count, target.right.base, frames)
  }

  @_noLocks
  static func addPlane(_ source: Floats, gain: Float, to target: Floats, frames: Int) {
    var plane: UnsafePointer<Float>? = UnsafePointer(source.base)
    var factor = gain
    shim_mix(&plane, &factor, 1, target.base, frames)
  }

  @_noLocks @inline(__always)
  static func load(_ samples: Floats) -> Vector { samples.load() }

  @_noLocks @inline(__always)
  static func store(_ vector: Vector, to samples: Floats) { samples.store(vector) }
}
