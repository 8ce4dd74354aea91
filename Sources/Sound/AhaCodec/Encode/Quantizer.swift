import AhaBase

/// Converts float samples to integers of 16, 24 or 32 bits, with or without dither.
///
/// Full scale is 2^(bits-1), as in decoders, so that a sample from an integer file becomes the same
/// integer again. The dither is the difference of two uniform noises: triangular, 2 LSB peak to
/// peak, independent per channel, and the same in every run.
struct Quantizer {
  private let shift: UInt32
  private let scale: Double
  private let channels: Int
  /// One generator per channel; empty without dither.
  private var noise: [Noise]

  /// - Parameter dither: Ignored for 32 bits, which are more than those of a float.
  init(bits: Int, channels: Int, dither: Bool) {
    shift = UInt32(32 - bits)
    scale = Double(UInt32(1) << UInt32(bits - 1))
    self.channels = channels
    noise = dither && bits < 32 ? (0..<channels).map { Noise(seed: UInt64($0)) } : []
  }

  /// Writes 32-bit integers whose upper bits are the sample, as libsndfile expects them. NaN and
  /// infinity become 0.
  mutating func quantize(_ source: Floats, to target: Buffer<Int32>, frames: Int) {
    if noise.isEmpty {
      for index in 0..<(frames * channels) { target[index] = quantized(source[index], dither: 0) }
    }
    for channel in stride(from: 0, to: noise.count, by: 2) {
      if channel + 1 < noise.count {
        quantizePair(source, to: target, frames: frames, channel: channel)
        continue
      }
      for index in stride(from: channel, to: frames * channels, by: channels) {
        target[index] = quantized(source[index], dither: noise[channel].triangular())
      }
    }
  }

  /// Faster than one channel after the other: each number of a generator depends on its last one.
  private mutating func quantizePair(
    _ source: Floats, to target: Buffer<Int32>, frames: Int, channel: Int
  ) {
    var (first, second) = (noise[channel], noise[channel + 1])
    for index in stride(from: channel, to: frames * channels, by: channels) {
      target[index] = quantized(source[index], dither: first.triangular())
      target[index + 1] = quantized(source[index + 1], dither: second.triangular())
    }
    (noise[channel], noise[channel + 1]) = (first, second)
  }

  @inline(__always)
  private func quantized(_ sample: Float, dither: Double) -> Int32 {
    let value = sample - sample == 0 ? Double(sample) * scale + dither : 0
    let limited = max(min(value, scale - 1), -scale)
    // In a sum with 1.5 * 2^52 the integer part, rounded to nearest, is in the lowest bits.
    let bits = UInt32(truncatingIfNeeded: (limited + 6_755_399_441_055_744).bitPattern)
    return Int32(bitPattern: bits &<< shift)
  }
}

/// A small generator of uniform noise (xorshift64*, Vigna 2016).
private struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = 0x9E37_79B9_7F4A_7C15 &* (seed &+ 1) }

  /// The difference of two uniform numbers from 0 to 1.
  @inline(__always)
  mutating func triangular() -> Double {
    let bits = next()
    let difference = Int64(bits >> 32) &- Int64(bits & 0xFFFF_FFFF)
    return Double(difference) * 0x1p-32
  }

  @inline(__always)
  private mutating func next() -> UInt64 {
    state ^= state &>> 12
    state ^= state &<< 25
    state ^= state &>> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
