import AhaBase
import AhaTestSupport
import Testing

@testable import AhaAnalysis

@Suite("Analyzer")
struct AnalyzerTests {
  private func isNothing(_ found: Analysis) -> Bool {
    found.tempo.bpm == nil && found.tempo.confidence == 0 && found.key.isUnknown
      && found.key.mask == 0
  }

  @Test(arguments: [0, 1, 2, 100], [1, 2])
  func almostNothingHasNoTempoAndNoKey(frames: Int, channels: Int) throws {
    let samples = Signal.sine(frames: frames, channels: channels)
    let found = try analyze(samples, sampleRate: 48_000, channels: channels)
    #expect(isNothing(found) && found.frames == frames && found.loudness == nil)
    #expect(found.loops.isEmpty)
  }

  @Test(arguments: [Float(0), 0.5, .nan, .infinity, 1e30])
  func aConstantHasNoTempoAndNoKey(value: Float) throws {
    let found = try analyze([Float](repeating: value, count: 300_000), sampleRate: 48_000)
    #expect(isNothing(found), "\(value): \(found.tempo) \(found.key)")
    #expect(found.onsetCount <= 1)
    #expect((found.sounding == nil) == (value != 0.5))
  }

  /// Noise whose level jumps every 12.5 ms. Earlier versions read below lag 0 at multiples of a
  /// short lag.
  @Test(arguments: [541, 878, 1056, 1593, 1671] as [UInt64])
  func shortBurstsOfNoiseAreAnalyzed(seed: UInt64) throws {
    var random = Random(seed: seed)
    var level: Float = 0
    let samples = (0..<Int((0.34 + 0.07 * random.uniform()) * 8000)).map { index in
      if index % 100 == 0 {
        let share = random.uniform()
        level = Float(share * share * share)
      }
      return level * Float(2 * random.uniform() - 1)
    }
    let found = try analyze(samples, sampleRate: 8000)
    #expect(found.frames == samples.count && found.tempo.confidence <= 1)
  }

  @Test(arguments: [1000, 1001, 8000, 22_050, 384_000, 768_000])
  func atAnyRate(sampleRate: Int) throws {
    let samples = Signal.music(frames: 50_000, channels: 2)
    let found = try analyze(samples, sampleRate: sampleRate, channels: 2)
    #expect(found.frames == 50_000 && found.truePeakDb != nil)
  }

  @Test func refusesUnsupportedInput() {
    for (rate, channels) in [(999, 1), (768_001, 2), (0, 1), (-5, 1), (48_000, 0), (48_000, 3)] {
      let error = failure { _ = try Analyzer(sampleRate: rate, channels: channels) }
      #expect(error?.code == .invalidArgument, "\(rate), \(channels)")
    }
  }

  @Test(arguments: [1, 63, 1023, 1024, 1025, 100_000])
  func sizesOfPiecesDoNotMatter(pieces: Int) throws {
    let samples = DrumPattern.all[0].rendered(bpm: 120, seconds: 5, sampleRate: 22_050)
    let one = try analyze(samples, sampleRate: 22_050, pieces: 4000)
    let other = try analyze(samples, sampleRate: 22_050, pieces: pieces)
    #expect(one.tempo == other.tempo && one.key == other.key && one.onsets == other.onsets)
    #expect(one.loops == other.loops && one.truePeakDb == other.truePeakDb)
    #expect(one.waveform.outline(0, count: 100) == other.waveform.outline(0, count: 100))
  }

  /// Hits half a second apart, after half a second of silence.
  @Test func onsetsAreWhereTheyAre() throws {
    var samples = [Float](repeating: 0, count: 44_100 * 10)
    let noise = Signal.noise(count: 2000)
    for hit in 1..<20 {
      for index in 0..<2000 {
        samples[hit * 22_050 + index] = noise[index] * Float(2000 - index) / 2000
      }
    }
    let onsets = try analyze(samples, sampleRate: 44_100).onsets
    #expect(onsets.count == 19)
    for (index, onset) in onsets.enumerated() {
      #expect(abs(onset.frame - (index + 1) * 22_050) < 441, "\(index): \(onset.frame)")
    }
  }

  @Test func noiseHasFewOnsets() throws {
    let found = try analyze(Signal.noise(count: 441_000), sampleRate: 44_100)
    #expect(found.onsetCount < 30, "\(found.onsetCount)")
  }

  @Test func silenceAtBothEndsIsMeasured() throws {
    var samples = [Float](repeating: 0, count: 100_000)
    for index in 20_000..<70_000 { samples[index] = 0.5 * (index % 100 < 50 ? 1 : -1) }
    // 70 dB below the rest.
    for index in 70_000..<80_000 { samples[index] = 0.00015 }
    let found = try analyze(samples, sampleRate: 44_100)
    #expect((19_968...20_000).contains(found.leadingSilence), "\(found.leadingSilence)")
    #expect((29_968...30_000).contains(found.trailingSilence), "\(found.trailingSilence)")
    let silent = try analyze([Float](repeating: 0, count: 5000), sampleRate: 44_100)
    #expect(silent.leadingSilence == 5000 && silent.trailingSilence == 0)
  }

  /// Memory does not grow with the length.
  @Test func memoryIsBounded() throws {
    var waveform = Waveform(channels: 1)
    var picker = OnsetPicker()
    for cell in 0..<1_000_000 {
      let bin = Waveform.Bin(lowest: -1, highest: Float(cell), power: 2)
      waveform.add(left: bin, right: bin, frames: Waveform.cell)
      picker.add(cell % 12 == 0 ? 5 : 0)
    }
    #expect(waveform.framesPerBin == 64 * Waveform.cell && waveform.frames == 32_000_000)
    let outline = waveform.outline(0, count: 3)
    #expect(outline.count == 3 && outline[2] == .init(lowest: -1, highest: 999_999, power: 2))
    #expect(picker.positions.count == OnsetPicker.maxOnsets && picker.total > 83_000)
  }
}
