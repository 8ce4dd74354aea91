import AhaTestSupport
import Glibc
import Testing

@testable import AhaAnalysis

@Suite("Tempo")
struct TempoTests {
  private static let rate = 22_050

  private func tempo(
    _ pattern: DrumPattern, bpm: Double, seconds: Double = 12, sampleRate: Int = rate
  ) throws -> TempoEstimate {
    let samples = pattern.rendered(
      bpm: bpm, seconds: seconds, sampleRate: sampleRate, seed: UInt64(bpm))
    return try analyze(samples, sampleRate: sampleRate).tempo
  }

  /// Octave errors fail too. `make quality` tests every whole tempo with every pattern.
  @Test(arguments: Array(stride(from: 60, through: 200, by: 7)))
  func theTempoOfDrumsIsFound(bpm: Int) throws {
    let pattern = DrumPattern.all[bpm % DrumPattern.all.count]
    let found = try tempo(pattern, bpm: Double(bpm))
    let heard = try #require(found.bpm, "\(pattern.name) at \(bpm)")
    #expect(abs(heard - Double(bpm)) < 0.5, "\(pattern.name) at \(bpm): \(found.candidates)")
    // Slow sixteenths are as likely fast eighths.
    #expect(found.confidence > 0.25 || found.isOctaveOpen, "\(pattern.name) at \(bpm): \(found)")
  }

  @Test(arguments: [8000, 11_025, 44_100, 48_000, 96_000])
  func theTempoIsTheSameAtAnyRate(sampleRate: Int) throws {
    let found = try tempo(DrumPattern.all[0], bpm: 127.3, sampleRate: sampleRate)
    #expect(abs(try #require(found.bpm) - 127.3) < 0.2)
  }

  @Test func candidatesAreInOrder() throws {
    let found = try tempo(DrumPattern.all[1], bpm: 100).candidates
    #expect(found.count > 1)
    #expect(found.map(\.weight) == found.map(\.weight).sorted(by: >))
    #expect(found.reduce(0) { $0 + $1.weight } <= 1.000_001)
  }

  /// A loop of four beats is exactly four beats long, independent of its onsets.
  @Test func theTempoOfALoopIsItsLength() throws {
    let frames = Int(4 * 60 / 123.4 * Double(Self.rate))
    let bar = Array(
      DrumPattern.all[2].rendered(bpm: 123.4, seconds: 6, sampleRate: Self.rate).prefix(frames))
    let found = try analyze(bar, sampleRate: Self.rate).tempo
    #expect(found.isFromLength)
    #expect(abs(try #require(found.bpm) - 123.4) < 0.01)
  }

  /// The tempo falls with the playing speed.
  @Test(arguments: RealLoops.drums)
  func followsTheRate(path: String) throws {
    let (samples, channels) = try load(path, sampleRate: 44_100)
    let found = try analyze(samples, sampleRate: 44_100, channels: channels).tempo
    let slower = try analyze(samples, sampleRate: 42_000, channels: channels).tempo
    let (one, other) = (try #require(found.bpm), try #require(slower.bpm))
    #expect(abs(other * 44_100 / 42_000 - one) < 0.5, "\(path): \(one) and \(other)")
  }

  /// Shifted up by two semitones with ffmpeg, the tempo stays. The test uses one of several
  /// repeats, because ffmpeg changes the length of a single one.
  @Test(arguments: RealLoops.drums)
  func staysInAnotherPitch(path: String) throws {
    let folder = TemporaryFolder()
    let shifted = folder.file("shifted.wav")
    let filter = "aresample=44100,asetrate=49501,aresample=44100,atempo=0.890899"
    _ = try output(
      of: "ffmpeg -nostdin -v error -stream_loop 5 -i \(path) -af \(filter) \(shifted) 2>&1")
    let (before, channels) = try load(path, sampleRate: 44_100)
    let (after, _) = try load(shifted, sampleRate: 44_100)
    let third = Array(after.dropFirst(2 * before.count).prefix(before.count))
    let one = try #require(try analyze(before, sampleRate: 44_100, channels: channels).tempo.bpm)
    let other = try #require(try analyze(third, sampleRate: 44_100, channels: channels).tempo.bpm)
    #expect(abs(one / other - 1) < 0.01, "\(path): \(one) and \(other)")
  }

  /// At another sample rate the tempo stays.
  @Test(arguments: RealLoops.drums)
  func staysWhenConverted(path: String) throws {
    let (samples, channels) = try load(path, sampleRate: 44_100)
    let (converted, _) = try load(path, sampleRate: 32_000)
    let one = try #require(try analyze(samples, sampleRate: 44_100, channels: channels).tempo.bpm)
    let other = try #require(
      try analyze(converted, sampleRate: 32_000, channels: channels).tempo.bpm)
    #expect(abs(one - other) < 0.5, "\(path): \(one) and \(other)")
  }

  /// If half or twice the tempo is almost as likely, the confidence falls twice; an uncertain tempo
  /// is marked.
  @Test func anOpenOctaveCostsConfidence() throws {
    var estimate = TempoEstimate(bpm: 140, confidence: 1)
    estimate.candidates = [.init(bpm: 140, weight: 0.6), .init(bpm: 70.1, weight: 0.2)]
    #expect(estimate.octaveWeight == 0.2 && estimate.isOctaveOpen)
    estimate.candidates[1] = .init(bpm: 93.3, weight: 0.4)
    #expect(estimate.octaveWeight == 0 && !estimate.isOctaveOpen)
    for seed in 0..<12 {
      let found = try tempo(DrumPattern.all[seed % 6], bpm: 64 + 11 * Double(seed))
      #expect(found.confidence <= max(0, 1 - 2 * found.octaveWeight), "\(found)")
    }
  }

  @Test(arguments: [90.0, 140])
  func halfAndTwiceAreCandidates(bpm: Double) throws {
    let found = try tempo(DrumPattern.all[0], bpm: bpm)
    for ratio in [0.5, 2] where (42...220).contains(ratio * bpm) {
      #expect(found.candidates.contains { abs($0.bpm / (ratio * bpm) - 1) < 0.02 }, "\(found)")
    }
  }

  /// Tones that swell for seconds, with no beat.
  @Test(arguments: 1...4)
  func padsHaveNoSureTempo(seed: UInt64) throws {
    var random = Random(seed: seed)
    var samples = [Float](repeating: 0, count: 24 * Self.rate)
    for _ in 0..<14 {
      let (start, length) = (Int(18 * Double(Self.rate) * random.uniform()), 6 * Self.rate)
      let turn = 2 * Double.pi * 110 * exp2(random.uniform() * 3) / Double(Self.rate)
      for frame in 0..<length {
        let swell = sin(.pi * Double(frame) / Double(length))
        samples[start + frame] += Float(0.1 * swell * sin(turn * Double(frame)))
      }
    }
    let found = try analyze(samples, sampleRate: Self.rate).tempo
    #expect(found.confidence < 0.5, "\(found)")
  }

  @Test(arguments: [1, 4, 12])
  func noiseHasNoTempo(seconds: Int) throws {
    for seed in 1...4 {
      let noise = Signal.noise(count: seconds * Self.rate, seed: UInt64(seed))
      let found = try analyze(noise, sampleRate: Self.rate).tempo
      #expect(found.confidence < 0.1, "\(found)")
    }
  }
}
