import Glibc

/// Deterministic signals.
public enum Signal {
  /// A sine in each channel, with multiples of the frequency: 1, 2, 3…; interleaved.
  public static func sine(
    frames: Int, channels: Int = 1, frequency: Double = 997, sampleRate: Int = 48_000,
    amplitude: Double = 0.5
  ) -> [Float] {
    var samples = [Float](repeating: 0, count: frames * channels)
    for channel in 0..<channels {
      let step = 2 * Double.pi * frequency * Double(channel + 1) / Double(sampleRate)
      for frame in 0..<frames {
        samples[frame * channels + channel] = Float(amplitude * sin(step * Double(frame)))
      }
    }
    return samples
  }

  /// Uniform noise.
  public static func noise(count: Int, seed: UInt64 = 1, amplitude: Float = 0.5) -> [Float] {
    var random = Random(seed: seed)
    return (0..<count).map { _ in Float(random.uniform() * 2 - 1) * amplitude }
  }

  /// A music-like signal: sweeping tones with bursts of noise, different in each channel.
  public static func music(frames: Int, channels: Int, seed: UInt64 = 7) -> [Float] {
    let noise = noise(count: frames * channels, seed: seed, amplitude: 0.2)
    var samples = noise
    for frame in 0..<frames {
      let time = Double(frame)
      let burst: Float = frame % 9000 < 2500 ? 1 : 0.02
      for channel in 0..<channels {
        let tone = sin(time * (0.02 + 0.013 * Double(channel)) + time * time * 3e-7)
        let index = frame * channels + channel
        samples[index] = noise[index] * burst + Float(0.3 * tone)
      }
    }
    return samples
  }
}

/// splitmix64 (Steele 2014).
public struct Random: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// From 0 to 1.
  public mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
