import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("True peak of any length")
struct TruePeakMeterTests {
  private func peak(_ samples: [Float], pieces: Int = 1000) throws -> Float {
    let meter = try TruePeakMeter()
    samples.withBuffer { samples in
      for start in stride(from: 0, to: samples.count, by: pieces) {
        let at = samples + start
        meter.add(StereoSource(left: at, right: at), frames: min(pieces, samples.count - start))
      }
    }
    meter.finish()
    return meter.value
  }

  /// A quarter of the rate, 45 degrees off: every sample is 3 dB below the crest.
  @Test(arguments: [1, 17, 48, 1024])
  func isBetweenTheSamples(pieces: Int) throws {
    let samples = (0..<4800).map { frame -> Float in
      let fade = min(1, Float(min(frame, 4800 - frame)) / 1000)
      return fade * (frame % 4 < 2 ? 0.35355 : -0.35355)
    }
    #expect(abs(try peak(samples, pieces: pieces) - 0.5) < 0.005)
  }

  /// A meter with more points finds no higher peak.
  @Test func missesNothing() throws {
    for seed in 1...10 {
      let noise = Signal.noise(count: 6000, seed: UInt64(seed))
      // The cut-off part would have a peak of its own there.
      let samples = TruePeak.below20kHz(noise) + [Float](repeating: 0, count: 64)
      let expected = TruePeak.highest(samples)
      let found = try peak(samples, pieces: 7 * seed)
      #expect(abs(20 * log10(found / expected)) < 0.1, "\(seed): \(found), not \(expected)")
    }
  }

  @Test func shortSignalsHaveAPeak() throws {
    #expect(try peak([]) == 0)
    for count in 1...6 {
      let few = [Float](repeating: 0.5, count: count)
      #expect(abs(try peak(few) - 0.5) < 0.001, "\(count)")
    }
  }

  /// As in libebur128, no samples follow the last one, so that cutting a signal off makes no peak.
  @Test(arguments: [4800, 4801, 4807, 4815, 4836])
  func aCutSignalHasNoPeakAtItsEnd(count: Int) throws {
    let samples = (0..<count).map { frame -> Float in
      min(1, Float(frame) / 1000) * 0.5 * cosf(2 * .pi * Float(frame) / 48)
    }
    #expect(abs(try peak(samples, pieces: 333) - 0.5) < 0.002)
    let last = [Float](repeating: 0, count: count) + [0.25, 0.75]
    #expect(abs(try peak(last) - 0.75) < 0.001)
  }
}
