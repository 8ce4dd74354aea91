import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDSP

@Suite("Peak detector")
struct PeakDetectorTests {
  private static let frames = 4096

  /// Peaks of the groups. A group begins one frame before a multiple of four: the first one covers
  /// the frames from -1 to 3.
  private func peaks(_ left: [Float], _ right: [Float], ceiling: Float) -> [Float] {
    var detector = PeakDetector()
    defer { detector.free() }
    let before = [Float](repeating: 0, count: 64)
    let samples = Samples(before + left, before + right)
    var peaks: [Float] = []
    for block in stride(from: 64, to: samples.count - 15, by: 16) {
      let part = samples.source.advanced(by: block)
      let found = detector.run(left: part.left, right: part.right, ceiling: ceiling)
      peaks += (0..<4).map { found[$0] }
    }
    return Array(peaks[4...])
  }

  /// The same measured by the independent meter.
  private func truth(_ left: [Float], _ right: [Float], groups: Int) -> [Float] {
    let (one, other) = (TruePeak.points(left), TruePeak.points(right))
    return (0..<groups).map { group in
      let (from, to) = (max(16 * (4 * group - 1), 0), min(16 * (4 * group + 3), one.count - 1))
      return max(one[from...to].max()!, other[from...to].max()!)
    }
  }

  /// Both sides, and the allowed relative difference between two meters.
  static func signal(_ which: Int) -> ([Float], [Float], Float) {
    let noise = Signal.noise(count: 2 * frames, seed: UInt64(which + 1), amplitude: 1)
    switch which {
    case 0: return (TruePeak.below20kHz(noise), TruePeak.below20kHz(noise.reversed()), 0.02)
    case 1:
      // Alternates loud and quiet parts of lengths up to a few blocks.
      let part = TruePeak.below20kHz(noise)
      let gate = part.indices.map { $0 * $0 / 9000 % 5 < 2 ? Float(1) : 0.1 }
      return (zip(part, gate).map(*), zip(part.reversed(), gate).map(*), 0.08)
    case 2:
      let slow = (0..<2 * frames).map { Float(sin(0.02 * Double($0) + 1e-5 * Double($0 * $0))) }
      return (slow, slow.reversed(), 0.02)
    default:
      let music = TruePeak.below20kHz(Signal.music(frames: 3 * frames, channels: 1))
      return (music, music.reversed(), 0.02)
    }
  }

  @Test(arguments: 0...3, [Float(0), 0.5])
  func isNeverTooLowAndNeedlesslyHighOnlyNextToAPeak(which: Int, ceiling: Float) {
    let (left, right, share) = PeakDetectorTests.signal(which)
    let found = peaks(left, right, ceiling: ceiling)
    let truth = truth(left, right, groups: found.count)
    for group in 16..<found.count - 16 {
      let around = truth[(group - 8)...(group + 8)].max()!
      #expect(found[group] > truth[group] - share * around)
      let near = truth[(group - 7)...(group + 7)].max()!
      #expect(found[group] <= max(ceiling, near) + share * around)
    }
  }

  private func steps(_ samples: [Float]) -> [Float] {
    zip(samples, samples.dropFirst()).map { $0.1 - $0.0 }
  }

  /// Samples with the largest possible inter-sample peak.
  @Test func excessBoundsInterSamplePeaks() {
    let interpolator = Interpolator()
    defer { interpolator.free() }
    var worst: Float = 0
    for turn in 0..<200 {
      var random = Random(seed: UInt64(turn))
      let samples: [Float] = (0..<40).map { frame in
        // Alternating signs, but equal signs next to the group: the values between the samples add
        // up.
        let sign: Float = (frame % 2 == 0) == (frame <= 18) ? 1 : -1
        return sign * (turn == 0 ? 1 : Float(random.uniform()))
      }
      let bend = zip(steps(samples), steps(samples).dropFirst()).map { abs($0.1 - $0.0) }.max()!
      let highest = samples.withBuffer {
        interpolator.highest(left: $0 + 18, right: $0 + 18)
      }
      let peak = samples[18...22].map(abs).max()!
      worst = max(worst, (highest - peak) / bend)
    }
    #expect(worst <= interpolator.excess)
    #expect(worst > 0.6 * interpolator.excess)
  }

  /// A sine whose maximum lies at any place in a frame.
  @Test(arguments: [1000.0, 5000, 11_025, 16_000, 20_000])
  func readsSines(frequency: Double) {
    let interpolator = Interpolator()
    defer { interpolator.free() }
    for tenth in 0...10 {
      let top = 19.5 + Double(tenth) / 10
      let step = 2 * Double.pi * frequency / 44_100
      let sine = (0..<40).map { Float(cos(step * (Double($0) - top))) }
      let highest = sine.withBuffer {
        interpolator.highest(left: $0 + 18, right: $0 + 18)
      }
      #expect(abs(20 * log10(highest)) < 0.1)
    }
  }
}
