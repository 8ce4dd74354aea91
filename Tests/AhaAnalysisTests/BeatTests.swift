import AhaTestSupport
import Glibc
import Testing

@testable import AhaAnalysis

@Suite("Beats")
struct BeatTests {
  private static let rate = 22_050

  /// The beats of a click track, and the same as found.
  private struct Clicks {
    var samples: [Float] = []
    /// Units: seconds.
    var times: [Double] = []

    /// - Parameters:
    ///   - bar: The sounds of a bar's clicks: 2 accented, 1 plain, 0 none.
    ///   - bpm: By the time in seconds.
    init(_ bar: [Int], seconds: Double = 24, bpm: (Double) -> Double) {
      samples = [Float](repeating: 0, count: Int(seconds * Double(rate)))
      var random = Random(seed: 3)
      var (time, index) = (0.3, 0)
      while time < seconds - 0.2 {
        times.append(time)
        add(bar[index % bar.count], at: time, loudness: Float(0.9 + 0.1 * random.uniform()))
        time += 60 / bpm(time)
        index += 1
      }
    }

    private mutating func add(_ sound: Int, at time: Double, loudness: Float) {
      guard sound > 0 else { return }
      let first = Int(time * Double(rate))
      let turn = 2 * Double.pi * (sound == 2 ? 90 : 1200) / Double(rate)
      for frame in 0..<min(2000, samples.count - first) {
        let decay = exp(-Double(frame) / (sound == 2 ? 900 : 200))
        samples[first + frame] += 0.5 * loudness * Float(decay * sin(turn * Double(frame)))
      }
    }

    func analyzed() throws -> Analysis { try analyze(samples, sampleRate: rate) }
  }

  /// The F-measure of the found beats: within 30 ms of the true ones.
  private func share(of times: [Double], in beats: BeatEstimate) -> Double {
    let found = beats.beats.map { Double($0.frame) / Double(Self.rate) }
    let near = times.filter { time in found.contains { abs($0 - time) < 0.03 } }
    return 2 * Double(near.count) / Double(found.count + times.count)
  }

  /// The share of the found beats whose number in the bar is right.
  private func numbered(_ beats: BeatEstimate, times: [Double], perBar: Int) -> Double {
    let right = beats.beats.filter { beat in
      let time = Double(beat.frame) / Double(Self.rate)
      let nearest = times.indices.min { abs(times[$0] - time) < abs(times[$1] - time) } ?? 0
      return beat.number == nearest % perBar + 1
    }
    return Double(right.count) / Double(max(1, beats.beats.count))
  }

  @Test(arguments: [
    (bar: [2, 1, 1], bpm: 110.0, beats: 3, unit: 4, pulses: 3),
    (bar: [2, 1, 1, 1], bpm: 120.0, beats: 4, unit: 4, pulses: 4),
    (bar: [2, 1, 1, 1, 1, 1], bpm: 210.0, beats: 6, unit: 8, pulses: 6),
  ])
  func theTimeSignatureOfClicksIsFound(
    bar: [Int], bpm: Double, beats: Int, unit: Int, pulses: Int
  ) throws {
    let clicks = Clicks(bar) { _ in bpm }
    let found = try clicks.analyzed().beats
    #expect(share(of: clicks.times, in: found) > 0.95)
    #expect(found.meter.beatsPerBar == beats && found.meter.beatUnit == unit, "\(found.meter)")
    #expect(found.meter.pulsesPerBar == pulses, "\(found.meter)")
    #expect(numbered(found, times: clicks.times, perBar: pulses) > 0.95)
  }

  @Test func beatsFollowAnAcceleration() throws {
    let clicks = Clicks([2, 1, 1, 1], seconds: 30) { 100 + $0 }
    let found = try clicks.analyzed().beats
    #expect(share(of: clicks.times, in: found) > 0.95)
    let (first, last) = (try #require(found.beats.first), try #require(found.beats.last))
    #expect(abs(first.bpm - 101) < 3 && abs(last.bpm - 129) < 3, "\(first) to \(last)")
  }

  @Test func barsAreCountedFromTheFirstWholeOne() {
    var estimate = BeatEstimate()
    estimate.beats = (0..<9).map { .init(frame: $0, bpm: 120) }
    estimate.meter = MeterEstimate(
      beatsPerBar: 4, beatUnit: 4, pulsesPerBar: 4, firstPulse: 2, confidence: 1)
    estimate.number()
    #expect(estimate.beats.map(\.number) == [3, 4, 1, 2, 3, 4, 1, 2, 3])
    #expect(estimate.beats.map(\.bar) == [0, 0, 1, 1, 1, 1, 2, 2, 2])
  }

  @Test func silenceAndOneClickHaveNoBeats() throws {
    var samples = [Float](repeating: 0, count: 12 * Self.rate)
    #expect(try analyze(samples, sampleRate: Self.rate).beats == BeatEstimate())
    for frame in 0..<40 { samples[6 * Self.rate + frame] = frame % 2 == 0 ? 0.8 : -0.8 }
    #expect(try analyze(samples, sampleRate: Self.rate).beats == BeatEstimate())
  }

  @Test(arguments: [0.01, 0.5, 3, 20])
  func noiseHasNoSureMeter(seconds: Double) throws {
    for seed in 1...4 {
      let noise = Signal.noise(count: Int(seconds * Double(Self.rate)), seed: UInt64(seed))
      let found = try analyze(noise, sampleRate: Self.rate).beats
      #expect(found.meter.confidence < 0.9, "\(found.meter)")
    }
  }

  @Test(arguments: [1.0, 7, 20])
  func beatsOfIrregularClicksAreInOrder(seconds: Double) throws {
    let clicks = Clicks([2, 1], seconds: seconds) { 90 + 60 * sin(37 * $0) }
    let found = try clicks.analyzed().beats.beats
    for beat in found {
      #expect(clicks.samples.indices.contains(beat.frame) && (20...400).contains(beat.bpm))
    }
    for (one, next) in zip(found, found.dropFirst()) { #expect(one.frame < next.frame) }
  }

  /// Plain clicks have no bars.
  @Test func evenClicksHaveNoTimeSignature() throws {
    let found = try Clicks([1]) { _ in 100 }.analyzed().beats
    #expect(found.beats.count > 30 && found.meter.confidence < 0.9, "\(found.meter)")
  }

  @Test(arguments: [8000, 48_000, 192_000])
  func beatsAreTheSameAtAnyRate(sampleRate: Int) throws {
    let samples = DrumPattern.all[0].rendered(bpm: 100, seconds: 12, sampleRate: sampleRate)
    let found = try analyze(samples, sampleRate: sampleRate).beats
    let seconds = found.beats.map { Double($0.frame) / Double(sampleRate) }
    let off = seconds.map { abs(($0 - 0.1) / 0.6 - (($0 - 0.1) / 0.6).rounded()) * 0.6 }
    #expect(found.beats.count >= 19 && off.allSatisfy { $0 < 0.02 }, "\(off)")
  }
}
