import AhaDSP
import AhaTestSupport
import Glibc
import Testing

/// A tuner's values by name.
struct Tuning {
  var scale: Float = 4095
  var root: Float = 0
  var speedMs: Float = 0
  var amount: Float = 1
  var reference: Float = 440

  var values: [Float] { [scale, root, speedMs, amount, reference] }

  static let major: Float = 0b1010_1011_0101
}

/// A tuner's output for a mono signal, of equal length and aligned.
func tuned(
  _ samples: [Float], _ tuning: Tuning, sampleRate: Int = 48000, sizes: [Int] = [512]
) -> [Float] {
  var kernel = try! TunerKernel(sampleRate: sampleRate)
  defer { kernel.free() }
  kernel.aim(tuning.values, over: 0)
  return run(&kernel, samples, sizes: sizes)
}

func run(_ kernel: inout TunerKernel, _ samples: [Float], sizes: [Int] = [512]) -> [Float] {
  let latency = kernel.latency
  let padded = samples + [Float](repeating: 0, count: latency)
  let signal = Samples(padded, padded)
  inBlocks(sizes, of: latency) { start, frames in
    kernel.absorb(signal.source.advanced(by: start), frames: frames)
  }
  inBlocks(sizes, of: samples.count) { start, frames in
    kernel.process(signal.target.advanced(by: latency + start), frames: frames)
  }
  return Array(signal.left.dropFirst(latency))
}

/// Pitch of a voice relative to A3, in cents, by time. Unvoiced times have none.
func cents(_ samples: [Float], from: Double, to: Double, sampleRate: Int = 48000) -> [Double] {
  track(samples, sampleRate: sampleRate)
    .filter { $0.time >= from && $0.time < to && $0.frequency > 0 }
    .map { Voice.cents($0.frequency, over: 220) }
}

func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

func flatSaw(_ flat: Double, seconds: Double = 1.2, sampleRate: Int = 48000) -> [Float] {
  Voice.saw(seconds: seconds, sampleRate: sampleRate) { _ in 220 * exp2(flat / 1200) }
}

/// Compares without the long report of a failed array comparison.
func isSame(_ one: some Sequence<Float>, _ other: some Sequence<Float>) -> Bool {
  one.elementsEqual(other)
}

@Suite("Tuner")
struct TunerTests {
  @Test(arguments: [44100, 48000, 96000], [-45.0, -30, -5, 20, 40])
  func correctsASteadyVoice(sampleRate: Int, away: Double) {
    let voice = flatSaw(away, sampleRate: sampleRate)
    let output = tuned(voice, Tuning(speedMs: 50), sampleRate: sampleRate)
    let heard = cents(output, from: 0.5, to: 1.1, sampleRate: sampleRate)
    #expect(heard.count > 80)
    #expect(heard.allSatisfy { abs($0) < 5 }, "\(heard.min() ?? 0) to \(heard.max() ?? 0)")
  }

  /// The lowest string of a bass, the lowest male voice, a flute and a whistle.
  @Test(arguments: [41.2, 61.7, 1318.5, 1975.5])
  func correctsTheEndsOfItsRange(hertz: Double) {
    let voice = Voice.saw(seconds: 1.2, sampleRate: 48000) { _ in hertz * exp2(-25 / 1200) }
    let output = tuned(voice, Tuning(speedMs: 50))
    // The correction of the whole signal is that of its fundamental.
    let expected = Voice.saw(seconds: 1.2, sampleRate: 48000) { _ in hertz }
    func power(_ samples: [Float]) -> Double {
      let (from, to) = (24_000, 52_800)
      let turn = 2 * Double.pi * hertz / 48000
      let (real, imaginary) = (from..<to).reduce((0.0, 0.0)) { sum, index in
        (
          sum.0 + Double(samples[index]) * cos(turn * Double(index)),
          sum.1 + Double(samples[index]) * sin(turn * Double(index))
        )
      }
      return real * real + imaginary * imaginary
    }
    #expect(Measure.decibels(power(output), power(expected)) > -1)
  }

  /// Two notes below and above the range.
  @Test(arguments: [34.6, 2500])
  func aVoiceOutsideOfItsRangePassesUnchanged(hertz: Double) {
    let voice = Voice.saw(seconds: 1, sampleRate: 48000) { _ in hertz * exp2(-25 / 1200) }
    #expect(isSame(tuned(voice, Tuning()).suffix(24_000), voice.suffix(24_000)))
  }

  @Test func vibratoStaysAtTheDefaultSpeed() {
    let voice = Voice.saw(seconds: 3, sampleRate: 48000) { time in
      220 * exp2((-20 + 30 * sin(2 * .pi * 5.5 * time)) / 1200)
    }
    let heard = cents(tuned(voice, Tuning(speedMs: 50)), from: 1, to: 2.5)
    #expect(abs(mean(heard)) < 4)
    #expect(heard.max()! > 20 && heard.min()! < -20)
  }

  @Test(arguments: 0..<Voice.vowels.count)
  func correctsVowels(vowel: Int) {
    let voice = Voice.vowel(Voice.vowels[vowel], seconds: 1.2, sampleRate: 48000) { _ in
      220 * exp2(-30 / 1200)
    }
    let heard = cents(tuned(voice, Tuning(speedMs: 20)), from: 0.5, to: 1.1)
    #expect(heard.count > 80 && heard.allSatisfy { abs($0) < 5 })
  }

  /// Half a second for each note of a tone that glides through the notes or has vibrato around
  /// each.
  @Test(arguments: [true, false])
  func staysOnTheNotesOfAMovingVoice(glides: Bool) {
    let notes = [0.0, 1, 2, 3, 4, 5, 6, 7]
    let voice = Voice.saw(seconds: 4, sampleRate: 48000) { time in
      let cents =
        glides
        ? 200 * time - 50
        : 100 * notes[Int(min(time * 2, 7))] + 40 * sin(2 * .pi * 5.5 * time)
      return 220 * exp2(cents / 1200)
    }
    let output = tuned(voice, Tuning())
    for (place, note) in notes.enumerated().dropLast() {
      let begin = 0.5 * Double(place)
      // The measurement at the end includes the next note.
      let heard = cents(output, from: begin + 0.1, to: begin + 0.45).map { $0 - 100 * note }
      #expect(heard.count > 50)
      #expect(heard.allSatisfy { abs($0) < 5 }, "\(heard.min() ?? 0) to \(heard.max() ?? 0)")
    }
  }

  @Test(arguments: [Float(0.25), 0.5, 0.75])
  func correctsByTheAmount(amount: Float) {
    let output = tuned(flatSaw(-30), Tuning(amount: amount))
    let heard = mean(cents(output, from: 0.5, to: 1.1))
    #expect(abs(heard + 30 * (1 - Double(amount))) < 3, "\(heard)")
  }

  @Test func goesToTheNearestNoteOfTheScale() {
    // C#4 and 20 cents is nearer to D4 than to C4, and C# is not in C major.
    let voice = Voice.saw(seconds: 1.2, sampleRate: 48000) { _ in 277.18 * exp2(20 / 1200) }
    let major = mean(cents(tuned(voice, Tuning(scale: Tuning.major)), from: 0.5, to: 1.1))
    #expect(abs(major - 500) < 5, "\(major)")
    let sharp = Tuning(scale: Tuning.major, root: 1)
    #expect(abs(mean(cents(tuned(voice, sharp), from: 0.5, to: 1.1)) - 400) < 5)
    let single = Tuning(scale: 1, root: 9)
    #expect(abs(mean(cents(tuned(voice, single), from: 0.5, to: 1.1))) < 5)
  }

  @Test func followsTheReference() {
    let output = tuned(flatSaw(0), Tuning(reference: 443))
    let wanted = Voice.cents(443, over: 440)
    #expect(abs(mean(cents(output, from: 0.5, to: 1.1)) - wanted) < 3)
  }

  /// The voice steps from its note to 40 cents below; the error must fall to 1/e.
  @Test(arguments: [Float(100), 200, 400])
  func takesTheTimeAskedFor(speedMs: Float) {
    let voice = Voice.saw(seconds: 2, sampleRate: 48000) { time in
      220 * exp2((time < 1 ? 0 : -40) / 1200)
    }
    let output = tuned(voice, Tuning(speedMs: speedMs))
    let heard = track(output, sampleRate: 48000).filter { $0.time > 1.02 }
    let first = heard.first { Voice.cents($0.frequency, over: 220) > -40 * exp(-1) }
    let reached = 1000 * (first!.time - 1)
    #expect(abs(reached / Double(speedMs) - 1) < 0.2, "\(reached) ms")
  }

  /// Both sides of a step snap to the same note, so the correction must step together with the
  /// voice. Earlier or later, it would sound as a wrong note.
  @Test func correctionIsAlignedWithTheVoice() {
    let voice = Voice.saw(seconds: 2, sampleRate: 48000) { time in
      220 * exp2((time < 1 ? -40 : 40) / 1200)
    }
    let heard = track(tuned(voice, Tuning()), sampleRate: 48000)
      .filter { $0.time > 0.5 && $0.time < 1.5 }
    let wrong = heard.filter { abs(Voice.cents($0.frequency, over: 220)) > 8 }.map(\.time)
    #expect(wrong.allSatisfy { abs($0 - 1) < 0.022 }, "\(wrong)")
  }

  @Test func keepsOrFlattensVibrato() {
    let voice = Voice.saw(seconds: 3, sampleRate: 48000) { time in
      220 * exp2(30 / 1200 * sin(2 * .pi * 5.5 * time))
    }
    func width(_ speedMs: Float) -> Double {
      let heard = cents(tuned(voice, Tuning(speedMs: speedMs)), from: 1.5, to: 2.9)
      return heard.max()! - heard.min()!
    }
    let (slow, hard) = (width(400), width(0))
    #expect(slow > 48, "\(slow) of 60 cents")
    #expect(hard < 14, "\(hard) of 60 cents")
  }

  @Test func leavesSilenceAndNoiseAlone() {
    let silence = [Float](repeating: 0, count: 24000)
    #expect(isSame(tuned(silence, Tuning()), silence))
    let noise = Signal.noise(count: 48000)
    #expect(isSame(tuned(noise, Tuning()), noise))
  }

  /// Fifths, major triads and a fourth, which repeat as exactly as a low voice.
  @Test(arguments: [
    [130.8, 196], [261.6, 391.9], [82.4, 123.5, 164.8], [261.6, 329.6, 392], [392, 493.9, 587.3],
    [220, 293.7],
  ])
  func leavesChordsThatRepeatAlone(notes: [Double]) {
    let tones = notes.map { note in
      Voice.saw(seconds: 1, sampleRate: 48000, amplitude: 0.1) { _ in note * exp2(-30 / 1200) }
    }
    let chord = (0..<48000).map { frame in tones.reduce(Float(0)) { $0 + $1[frame] } }
    #expect(isSame(tuned(chord, Tuning()).suffix(24_000), chord.suffix(24_000)))
  }

  @Test func leavesTheLevelOfAChord() {
    let tones = [220.0, 277.18, 329.63].map { tone in
      Voice.saw(seconds: 1, sampleRate: 48000, amplitude: 0.1) { _ in tone * 1.01 }
    }
    let chord = (0..<48000).map { tones[0][$0] + tones[1][$0] + tones[2][$0] }
    let output = tuned(chord, Tuning())
    let change = Measure.decibels(Measure.energy(output), Measure.energy(chord))
    #expect(abs(change) < 0.5, "\(change) dB")
  }

  @Test func glidesWithoutClicks() {
    var phase = 0.0
    let voice = (0..<96000).map { frame -> Float in
      phase += 220 * exp2(Double(frame) / 96000) / 48000
      return Float(0.3 * sin(2 * .pi * phase))
    }
    let output = tuned(voice, Tuning(scale: Tuning.major))
    // Bound from a sine of the highest note, with a margin.
    let bound = Float(0.3 * 2 * .pi * 466 / 48000) * 1.4
    #expect(largestStep(Array(output[4800..<91200])) < bound)
  }

  /// After a voice ends, the output equals the input again.
  @Test func letsGoWhenThePitchEnds() {
    let noise = Signal.noise(count: 48000, amplitude: 0.05)
    let input = flatSaw(-30, seconds: 1) + noise
    let output = tuned(input, Tuning(speedMs: 50))
    #expect(isSame(output[76800..<96000], input[76800..<96000]))
  }

  @Test func isExactWithoutAnAmount() throws {
    let input = Signal.music(frames: 48000, channels: 1)
    #expect(isSame(tuned(input, Tuning(amount: 0)), input))
    var kernel = try TunerKernel(sampleRate: 48000)
    defer { kernel.free() }
    kernel.aim(Tuning(amount: 0).values, over: 0)
    #expect(kernel.isNeutral && kernel.latency > 0)
    kernel.aim(Tuning(amount: 0.1).values, over: 32)
    #expect(!kernel.isNeutral)
  }
}

@Suite("Scale snap")
struct ScaleSnapTests {
  private static let scales: [(flags: UInt32, degrees: Set<Int>)] = [
    (0b1010_1011_0101, [0, 2, 4, 5, 7, 9, 11]), (0b0101_1010_1101, [0, 2, 3, 5, 7, 8, 10]),
    (0b1111_1111_1111, Set(0..<12)), (1, [0]),
  ]

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func nonfiniteInputHasNoNote(cents: Float) {
    #expect(ScaleSnap.nearest(cents, scale: 4095, root: 0) == -1)
  }

  @Test(arguments: 0..<scales.count, 0..<12)
  func findsTheNearestNote(scale: Int, root: Int) {
    let (flags, degrees) = Self.scales[scale]
    let notes = (0...140).filter { degrees.contains(($0 + 12 - root) % 12) }
    for cents in stride(from: Float(3513), through: 8613, by: 25) {
      let wanted = notes.min { abs(Float($0) * 100 - cents) < abs(Float($1) * 100 - cents) }
      #expect(ScaleSnap.nearest(cents, scale: flags, root: root) == wanted)
      var snap = ScaleSnap()
      #expect(snap.snap(cents, scale: flags, root: root) == Float(wanted!) * 100)
    }
  }

  @Test func holdsOnPastTheMiddle() {
    var snap = ScaleSnap()
    #expect(snap.snap(6030, scale: 4095, root: 0) == 6000)
    for cents in [Float(6055), 6045, 6059, 6041] {
      #expect(snap.snap(cents, scale: 4095, root: 0) == 6000)
    }
    #expect(snap.snap(6061, scale: 4095, root: 0) == 6100)
    #expect(snap.snap(6041, scale: 4095, root: 0) == 6100)
    #expect(snap.snap(6039, scale: 4095, root: 0) == 6000)
  }

  @Test func letsGoOfANoteThatIsNotInTheScaleAnyMore() {
    var snap = ScaleSnap()
    #expect(snap.snap(6110, scale: 4095, root: 0) == 6100)
    #expect(snap.snap(6110, scale: UInt32(Tuning.major), root: 0) == 6200)
  }

  @Test func anEmptyScaleChangesNothing() {
    var snap = ScaleSnap()
    #expect(snap.snap(6123, scale: 0, root: 5) == 6123)
  }
}
