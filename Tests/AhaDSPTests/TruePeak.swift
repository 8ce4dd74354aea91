import Glibc

/// A true-peak meter independent of the limiter's: 16 points a frame, each from 65 samples.
enum TruePeak {
  private static let reach = 32

  private static let phases: [[Float]] = (0..<16).map { phase in
    (-reach...reach).map { tap in
      let time = Double(tap) - Double(phase) / 16
      let window = 0.5 + 0.5 * cos(.pi * time / Double(reach + 1))
      return Float(time == 0 ? 1 : window * sin(.pi * time) / (.pi * time))
    }
  }

  /// Magnitudes at every sixteenth of a frame. Silence precedes and follows the samples.
  static func points(_ samples: [Float]) -> [Float] {
    let silence = [Float](repeating: 0, count: reach)
    let padded = silence + samples + silence
    var points = [Float](repeating: 0, count: 16 * samples.count)
    for (phase, taps) in phases.enumerated() {
      for frame in samples.indices {
        var sum: Float = 0
        for tap in taps.indices { sum += padded[frame + tap] * taps[tap] }
        points[16 * frame + phase] = abs(sum)
      }
    }
    return points
  }

  static func highest(_ samples: [Float]) -> Float { points(samples).max()! }

  /// Removes frequencies above 20 kHz, at 44.1 kHz. The result is shorter by the length of the
  /// filter.
  static func below20kHz(_ samples: [Float]) -> [Float] {
    let half = 200
    // The middle of the slope; its half-width is the distance to 20 kHz.
    let cutoff = 2 * (20_000 - 300) / 44_100.0
    let taps: [Float] = (-half...half).map { tap in
      let phase = .pi * Double(tap)
      let share = phase / Double(half + 1)
      let window = 0.42 + 0.5 * cos(share) + 0.08 * cos(2 * share)
      return Float(tap == 0 ? cutoff : window * sin(cutoff * phase) / phase)
    }
    return (half..<samples.count - half).map { frame in
      var sum: Float = 0
      for tap in taps.indices { sum += samples[frame + half - tap] * taps[tap] }
      return sum
    }
  }
}
