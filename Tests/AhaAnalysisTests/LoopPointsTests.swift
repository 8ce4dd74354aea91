import AhaTestSupport
import Testing

@testable import AhaAnalysis

@Suite("Loop points")
struct LoopPointsTests {
  private static let rate = 22_050

  /// Noise without a repetition, except that its first part occurs again.
  private func song(again: Int) -> [Float] {
    var samples = Signal.music(frames: 12 * Self.rate, channels: 1, seed: 3)
    for index in 0..<3 * Self.rate { samples[again + index] = samples[index] }
    return samples
  }

  @Test(arguments: [5, 6.013, 7.501])
  func areWhereTheBeginningComesAgain(seconds: Double) throws {
    let again = Int(seconds * Double(Self.rate))
    let loops = try analyze(song(again: again), sampleRate: Self.rate).loops
    let best = try #require(loops.first { $0.start < 5000 && $0.end < 11 * Self.rate })
    #expect(best.end - best.start == again, "\(loops)")
    #expect(best.quality > 0.8 && best.step == 0)
  }

  /// Dither before the music repeats exactly, 68 dB below full scale.
  @Test func nearSilenceIsNoLoop() throws {
    let quiet = Signal.noise(count: 2 * Self.rate, seed: 5, amplitude: 4e-4)
    let opening = quiet + quiet + quiet
    let again = 6 * Self.rate
    let loops = try analyze(opening + song(again: again), sampleRate: Self.rate).loops
    #expect(loops.allSatisfy { $0.start > opening.count - 1000 }, "\(loops)")
    let best = try #require(loops.first)
    #expect(best.end - best.start == again && best.quality > 0.8, "\(loops)")
  }

  @Test(arguments: RealLoops.drums)
  func aLoopIsOneAsAWhole(path: String) throws {
    let (samples, channels) = try load(path, sampleRate: 44_100)
    let loops = try analyze(samples, sampleRate: 44_100, channels: channels).loops
    let loop = try #require(loops.first)
    #expect(loop.start == 0 && loop.end == samples.count / channels && loop.quality > 0.6)
  }

  /// A sound that fades out is no loop.
  @Test func aFadeIsNoLoop() throws {
    let count = 8 * Self.rate
    let samples = Signal.noise(count: count).enumerated().map {
      $1 * Float(max(0, count - 4 * Self.rate - $0)) / Float(count)
    }
    let loops = try analyze(samples, sampleRate: Self.rate).loops
    #expect(!loops.contains { $0.start == 0 && $0.end == count }, "\(loops)")
  }

  @Test func areWithinTheSound() throws {
    for seed in 1...6 {
      let samples = DrumPattern.all[seed - 1].rendered(
        bpm: 100, seconds: 9, sampleRate: Self.rate, seed: UInt64(seed))
      let found = try analyze(samples, sampleRate: Self.rate)
      #expect(!found.loops.isEmpty)
      for loop in found.loops {
        #expect(0 <= loop.start && loop.start < loop.end && loop.end <= found.frames, "\(loop)")
        #expect((0...1).contains(loop.quality))
      }
    }
  }
}
