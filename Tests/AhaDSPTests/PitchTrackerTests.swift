import AhaDSP
import AhaTestSupport
import Glibc
import Testing

/// Voices with a known pitch, independent of the sample rate.
enum Voice {
  /// Partials up to 5 kHz or half the sample rate, with a saw's slope. Pitch in Hz by time in s.
  static func saw(
    seconds: Double, sampleRate: Int, amplitude: Double = 0.3, pitch: (Double) -> Double
  ) -> [Float] {
    sung(seconds: seconds, sampleRate: sampleRate, pitch: pitch) { _ in amplitude }
  }

  /// The same through three resonances, similar to a vocal tract.
  static func vowel(
    _ formants: [(hz: Double, width: Double)], seconds: Double, sampleRate: Int,
    pitch: (Double) -> Double
  ) -> [Float] {
    sung(seconds: seconds, sampleRate: sampleRate, pitch: pitch) { frequency in
      var gain = 0.1
      for formant in formants {
        let away = (frequency - formant.hz) / (0.5 * formant.width)
        gain += 1 / (1 + away * away).squareRoot()
      }
      return 0.2 * gain
    }
  }

  private static func sung(
    seconds: Double, sampleRate: Int, pitch: (Double) -> Double, gain: (Double) -> Double
  ) -> [Float] {
    var phase = 0.0
    var samples: [Float] = []
    var gains: [Double] = []
    for frame in 0..<Int(seconds * Double(sampleRate)) {
      let frequency = pitch(Double(frame) / Double(sampleRate))
      phase += frequency / Double(sampleRate)
      phase -= phase.rounded(.down)
      // The gains of the partials change slowly enough to be updated every 64 frames.
      if frame % 64 == 0 {
        let top = min(5000, 0.45 * Double(sampleRate))
        gains = (1...max(1, Int(top / frequency))).map { gain(frequency * Double($0)) / Double($0) }
      }
      samples.append(Float(sum(gains, phase: 2 * .pi * phase)))
    }
    return samples
  }

  /// Sum of sines at multiples of a phase, computed by rotation.
  private static func sum(_ gains: [Double], phase: Double) -> Double {
    let (c, s) = (cos(phase), sin(phase))
    var (x, y, total) = (c, s, 0.0)
    for gain in gains {
      total += gain * y
      (x, y) = (x * c - y * s, x * s + y * c)
    }
    return total
  }

  static let vowels: [[(hz: Double, width: Double)]] = [
    [(730, 90), (1090, 110), (2440, 170)],
    [(270, 60), (2290, 100), (3010, 120)],
    [(300, 60), (870, 100), (2240, 120)],
    [(530, 80), (1840, 100), (2480, 120)],
  ]

  static func cents(_ frequency: Double, over reference: Double) -> Double {
    1200 * log2(frequency / reference)
  }
}

/// An estimate and its time in seconds.
struct TimedEstimate {
  var time: Double
  var frequency: Double
  var clarity: Float
}

func track(
  _ samples: [Float], right: [Float]? = nil, sampleRate: Int, sizes: [Int] = [512]
) -> [TimedEstimate] {
  var tracker = try! PitchTracker(sampleRate: sampleRate)
  defer { tracker.free() }
  let signal = Samples(samples, right ?? samples)
  var estimates: [TimedEstimate] = []
  inBlocks(sizes, of: samples.count) { start, frames in
    var done = 0
    while done < frames {
      var isNew = false
      let source = signal.source.advanced(by: start + done)
      done += tracker.read(source, frames: frames - done, isNew: &isNew)
      guard isNew else { continue }
      let estimate = tracker.estimate
      estimates.append(
        TimedEstimate(
          time: (Double(start + done) - Double(estimate.age)) / Double(sampleRate),
          frequency: Double(estimate.frequency), clarity: estimate.clarity))
    }
  }
  return estimates
}

@Suite("Pitch tracker")
struct PitchTrackerTests {
  private static let tones: [Double] = [
    41.2, 61, 82.4, 110, 147.3, 220, 311.1, 440, 660, 880, 1046.5, 1190,
  ]

  @Test(arguments: [44100, 48000, 96000], tones)
  func findsSteadyTones(sampleRate: Int, frequency: Double) {
    let sine = Signal.sine(
      frames: sampleRate / 2, frequency: frequency, sampleRate: sampleRate, amplitude: 0.2)
    let saw = Voice.saw(seconds: 0.5, sampleRate: sampleRate) { _ in frequency }
    for samples in [sine, saw] {
      let estimates = track(samples, sampleRate: sampleRate).dropFirst(12)
      #expect(estimates.count > 60)
      let worst = estimates.map { abs(Voice.cents($0.frequency, over: frequency)) }.max()!
      #expect(worst <= (frequency < 60 ? 4 : 2), "\(worst) cents at \(frequency) Hz")
      #expect(estimates.allSatisfy { $0.clarity > 0.95 })
    }
  }

  @Test(arguments: [44100, 48000, 96000], 0..<Voice.vowels.count)
  func seldomErrsOnVowels(sampleRate: Int, vowel: Int) {
    var (wrong, all) = (0, 0)
    for frequency in stride(from: 75.0, through: 900, by: 55) {
      let clean = Voice.vowel(Voice.vowels[vowel], seconds: 0.4, sampleRate: sampleRate) { time in
        frequency * exp2(40 / 1200 * sin(2 * .pi * 5.5 * time))
      }
      let level = (Measure.energy(clean) / Double(clean.count)).squareRoot()
      // Uniform noise of this amplitude is 30 dB below the voice.
      let noise = Signal.noise(
        count: clean.count, seed: UInt64(frequency), amplitude: Float(level * 0.0316 * 1.732))
      let voice = zip(clean, noise).map { $0 + $1 }
      for estimate in track(voice, sampleRate: sampleRate).dropFirst(12) {
        let truth = frequency * exp2(40 / 1200 * sin(2 * .pi * 5.5 * estimate.time))
        all += 1
        if abs(Voice.cents(max(estimate.frequency, 1), over: truth)) > 50 { wrong += 1 }
      }
    }
    #expect(Double(wrong) < 0.02 * Double(all), "\(wrong) of \(all)")
  }

  /// The age gives the time: an error of the age would shift a glide by slope times error.
  @Test(arguments: [100.0, 300, 700])
  func tellsWhen(start: Double) {
    let glide = Voice.saw(seconds: 1, sampleRate: 48000) { start * exp2($0 * 600 / 1200) }
    for estimate in track(glide, sampleRate: 48000).dropFirst(12) {
      let truth = start * exp2(estimate.time * 600 / 1200)
      #expect(abs(Voice.cents(estimate.frequency, over: truth)) < 3)
    }
  }

  @Test(arguments: [44100, 96000])
  func followsVibrato(sampleRate: Int) {
    func pitch(_ time: Double) -> Double { 250 * exp2(60 / 1200 * sin(2 * .pi * 6 * time)) }
    let voice = Voice.saw(seconds: 1, sampleRate: sampleRate, pitch: pitch)
    for estimate in track(voice, sampleRate: sampleRate).dropFirst(12) {
      #expect(abs(Voice.cents(estimate.frequency, over: pitch(estimate.time))) < 8)
    }
  }

  @Test func silenceAndWhispersHaveNone() {
    let silence = [Float](repeating: 0, count: 24000)
    #expect(track(silence, sampleRate: 48000).allSatisfy { $0.frequency == 0 })
    let faint = Signal.sine(frames: 24000, frequency: 200, amplitude: 1e-4)
    #expect(track(faint, sampleRate: 48000).allSatisfy { $0.frequency == 0 })
    let direct = [Float](repeating: 0.8, count: 48000)
    #expect(track(direct, sampleRate: 48000).dropFirst(40).allSatisfy { $0.frequency == 0 })
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func noiseHasNone(seed: UInt64) {
    let estimates = track(Signal.noise(count: 96000, seed: seed), sampleRate: 48000)
    #expect(estimates.allSatisfy { $0.frequency == 0 })
  }

  @Test(arguments: [[220.0, 277.18, 329.63], [196, 246.94, 293.66], [233.08, 277.18, 349.23]])
  func aChordHasNone(tones: [Double]) {
    let voices = tones.map { tone in
      Voice.saw(seconds: 1, sampleRate: 48000, amplitude: 0.15) { _ in tone }
    }
    let chord = (0..<48000).map { voices[0][$0] + voices[1][$0] + voices[2][$0] }
    let found = track(chord, sampleRate: 48000).filter { $0.frequency > 0 }
    #expect(found.count <= 9, "\(found.count) of 180")
  }

  @Test func isSilentAgainAfterASound() {
    let tone = Signal.sine(frames: 24000, frequency: 200)
    let estimates = track(tone + [Float](repeating: 0, count: 24000), sampleRate: 48000)
    #expect(estimates.dropLast(98).dropFirst(12).allSatisfy { $0.frequency > 0 })
    #expect(estimates.suffix(75).allSatisfy { $0.frequency == 0 })
  }

  @Test func hearsTheMiddle() {
    let tone = Signal.sine(frames: 24000, frequency: 200)
    let against = track(tone, right: tone.map { -$0 }, sampleRate: 48000)
    #expect(against.allSatisfy { $0.frequency == 0 })
    let left = track(tone, right: tone.map { _ in 0 }, sampleRate: 48000)
    #expect(left.dropFirst(12).allSatisfy { abs($0.frequency - 200) < 0.2 })
  }

  @Test(arguments: blockSizes)
  func doesNotDependOnBlocks(sizes: [Int]) {
    let voice = Signal.music(frames: 20000, channels: 1)
    let whole = track(voice, sampleRate: 44100, sizes: [20000])
    let cut = track(voice, sampleRate: 44100, sizes: sizes)
    #expect(whole.map(\.frequency) == cut.map(\.frequency))
    #expect(whole.map(\.clarity) == cut.map(\.clarity) && whole.map(\.time) == cut.map(\.time))
  }

  @Test(arguments: [8000, 11025, 16000, 22050, 32000, 88200, 192000])
  func worksAtEveryRate(sampleRate: Int) {
    for frequency in [70.0, 330, 900] {
      let saw = Voice.saw(seconds: 0.3, sampleRate: sampleRate) { _ in frequency }
      for estimate in track(saw, sampleRate: sampleRate).dropFirst(12) {
        #expect(abs(Voice.cents(estimate.frequency, over: frequency)) < 3)
      }
    }
  }

  @Test func survivesAnything() throws {
    var tracker = try PitchTracker(sampleRate: 48000)
    defer { tracker.free() }
    let wild = Samples([1e30, -1e38, .infinity, .nan, 1, -1], [1e30, -1e38, 0, 0, 1, -1])
    var isNew = false
    _ = tracker.read(wild.source, frames: 6, isNew: &isNew)
    let tone = Signal.sine(frames: 24000, frequency: 200)
    let samples = Samples(tone, tone)
    var done = 0
    while done < 24000 {
      done += tracker.read(samples.source.advanced(by: done), frames: 24000 - done, isNew: &isNew)
    }
    #expect(abs(tracker.estimate.frequency - 200) < 0.2)
    tracker.reset()
    #expect(tracker.estimate.frequency == 0)
  }
}
