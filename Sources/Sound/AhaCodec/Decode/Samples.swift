import AhaBase
import CShims

/// Temporary memory for samples.
final class Scratch {
  let samples: Floats

  /// Allocates two extra samples: soxr reads the eight bytes at its output before it writes there,
  /// even if there is space for only one sample.
  /// Errors: `outOfMemory`.
  init(_ count: Int) throws(AhaError) { samples = try claimMemory(count + 2, of: "samples") }

  deinit { free(samples.base) }
}

/// Replaces invalid samples by 0: NaN, infinity, and values beyond 2^30, which could overflow in a
/// resampler or a sum.
func silenceInvalid(_ samples: Floats, count: Int) {
  typealias Vector = SIMD8<Float>
  let limit = Vector(repeating: largestSample)
  let whole = count - count % Vector.scalarCount
  for index in stride(from: 0, to: whole, by: Vector.scalarCount) {
    let vector: Vector = samples.load(index)
    let isValid = (vector .<= limit) .& (vector .>= -limit)
    samples.store(Vector(repeating: 0).replacing(with: vector, where: isValid), at: index)
  }
  for index in whole..<count where !(abs(samples[index]) <= largestSample) { samples[index] = 0 }
}

/// Whether `silenceInvalid` would replace a sample.
public func hasInvalid(_ samples: Floats, count: Int) -> Bool {
  typealias Vector = SIMD8<Float>
  var valid = SIMDMask<Vector.MaskStorage>(repeating: true)
  let limit = Vector(repeating: largestSample)
  let whole = count - count % Vector.scalarCount
  for index in stride(from: 0, to: whole, by: Vector.scalarCount) {
    let vector: Vector = samples.load(index)
    valid = valid .& (vector .<= limit) .& (vector .>= -limit)
  }
  if valid != SIMDMask(repeating: true) { return true }
  return (whole..<count).contains { !(abs(samples[$0]) <= largestSample) }
}

extension SampleBuffer {
  /// A copy without invalid samples. Errors: `outOfMemory`.
  public func silenced() throws(AhaError) -> SampleBuffer {
    let copy = try SampleBuffer(channels: channels, frames: frames, isTouched: false)
    for channel in 0..<channels {
      copy.plane(channel).copy(plane(channel))
      silenceInvalid(copy.plane(channel), count: frames)
    }
    return copy
  }
}

private let largestSample: Float = 1_073_741_824

/// Deinterleaves frames of one or two channels.
/// - Parameter right: For the second channel; nil drops it.
public func separate(_ frames: Floats, count: Int, channels: Int, left: Floats, right: Floats?) {
  if channels == 1 {
    left.copy(frames.prefix(count))
  } else if let right {
    separateBoth(frames, count: count, left: left, right: right)
  } else {
    for frame in 0..<count { left[frame] = frames[2 * frame] }
  }
}

/// Deinterleaves frames to a place in planes of as many channels.
public func separate(_ frames: Floats, count: Int, to planes: SampleBuffer, at start: Int) {
  let channels = planes.channels
  if channels <= 2 {
    let right = channels == 2 ? planes.plane(1) + start : nil
    return separate(
      frames, count: count, channels: channels, left: planes.plane(0) + start, right: right)
  }
  for channel in 0..<channels {
    let plane = planes.plane(channel) + start
    for frame in 0..<count { plane[frame] = frames[channels * frame + channel] }
  }
}

private func separateBoth(_ frames: Floats, count: Int, left: Floats, right: Floats) {
  let whole = count - count % 8
  for frame in stride(from: 0, to: whole, by: 8) {
    let pairs: SIMD16<Float> = frames.load(2 * frame)
    left.store(pairs.evenHalf, at: frame)
    right.store(pairs.oddHalf, at: frame)
  }
  for frame in whole..<count {
    left[frame] = frames[2 * frame]
    right[frame] = frames[2 * frame + 1]
  }
}
