import AhaBase
import CShims

/// Conversions between planar and interleaved samples.
public enum Interleave {
  /// output = left, right, left, right, …
  @_noLocks
  public static func stereo(_ source: StereoSource, to output: Floats, frames: Int) {
    shim_interleave(source.left.base, source.right.base, output.base, frames)
  }

  /// output = left, right, and `stride` - 2 samples that remain, …
  @_noLocks
  public static func pair(
    _ source: StereoSource, to output: Floats, every stride: Int, frames: Int
  ) {
    for frame in 0..<frames {
      output[stride * frame] = source.left[frame]
      output[stride * frame + 1] = source.right[frame]
    }
  }

  /// output = the samples of all channels of frame `start`, those of the next frame, …
  public static func all(
    _ planes: SampleBuffer, from start: Int = 0, to output: Floats, frames: Int
  ) {
    let channels = planes.channels
    if channels == 1 { return output.copy((planes.plane(0) + start).prefix(frames)) }
    if channels == 2 {
      let both = StereoSource(left: planes.plane(0) + start, right: planes.plane(1) + start)
      return stereo(both, to: output, frames: frames)
    }
    for channel in 0..<channels {
      let plane = planes.plane(channel) + start
      for frame in 0..<frames { output[channels * frame + channel] = plane[frame] }
    }
  }

  /// The inverse of `stereo`.
  @_noLocks
  public static func separate(_ samples: Floats, to target: StereoTarget, frames: Int) {
    var frame = 0
    while frame + 4 <= frames {
      let both: SIMD8<Float> = samples.load(2 * frame)
      store4(both.evenHalf, to: target.left + frame)
      store4(both.oddHalf, to: target.right + frame)
      frame += 4
    }
    while frame < frames {
      target.left[frame] = samples[2 * frame]
      target.right[frame] = samples[2 * frame + 1]
      frame += 1
    }
  }

  /// output = (left + right) / 2. Each is halved first, because their sum may overflow a float.
  @_noLocks
  public static func mono(_ source: StereoSource, to output: Floats, frames: Int) {
    for frame in 0..<frames { output[frame] = 0.5 * source.left[frame] + 0.5 * source.right[frame] }
  }
}
