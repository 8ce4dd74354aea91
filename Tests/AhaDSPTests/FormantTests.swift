import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite struct FormantTests {
  static let vowels = [
    Vowel(pitch: 98, formants: [660, 1720, 2410, 3450]),
    Vowel(pitch: 131, formants: [640, 1190, 2390, 3350]),
    Vowel(pitch: 223, formants: [855, 1275, 2855, 3980]),
  ]

  @Test(arguments: vowels, [-400, -200, 400, 700] as [Float])
  func `the formants of a vowel stay where they are`(vowel: Vowel, cents: Float) throws {
    let output = try shifted(vowel.sound, cents: cents, formant: 1)
    #expect(abs(try vowel.movement(of: output, pitch: cents)) < 40)
  }

  @Test(
    arguments: vowels,
    [(0, 0, 300), (0, 1, -400), (500, 1, 300), (-300, 0, -200)] as [(Float, Float, Float)])
  func `formants move as they are asked to`(vowel: Vowel, values: (Float, Float, Float)) throws {
    let (cents, formant, formantCents) = values
    let output = try shifted(
      vowel.sound, cents: cents, formant: formant, formantCents: formantCents)
    let wanted = formantCents + (formant == 1 ? 0 : cents)
    #expect(abs(try vowel.movement(of: output, pitch: cents) - Double(wanted)) < 100)
  }

  @Test(arguments: vowels, [-1200, -300, 400, 1200] as [Float])
  func `moved formants keep the level`(vowel: Vowel, cents: Float) throws {
    for (pitch, own) in [(cents, 0), (0, cents)] as [(Float, Float)] {
      let output = try shifted(vowel.sound, cents: pitch, formant: 1, formantCents: own)
      let change = energy(output.left[44_100..<88_200]) / energy(vowel.sound.left[44_100..<88_200])
      #expect(abs(10 * log10(change)) < 1)
    }
  }

  @Test func `the output is the input again after the formants moved`() throws {
    let input = FormantTests.vowels[0].sound
    let output = try shifted(input, cents: 0, formantCents: 300, moves: [20_000: 0])
    #expect(output.left[..<20_000] != input.left[..<20_000])
    #expect(output.left[40_000...] == input.left[40_000...])
  }

  @Test func `a stretcher moves formants without the pitch`() throws {
    let vowel = FormantTests.vowels[1]
    let output = try stretched(vowel.sound, speed: 1, formantCents: 400)
    #expect(abs(try vowel.movement(of: output, pitch: 0) - 400) < 60)
  }
}

/// A steady vowel: harmonics under resonances.
struct Vowel: Sendable {
  let pitch: Double
  let formants: [Double]

  var sound: StereoSignal {
    let count = 3 * 44_100
    var samples = [Double](repeating: 0, count: count)
    for harmonic in 1...Int(10_000 / pitch) {
      let hz = Double(harmonic) * pitch
      let size = 0.02 * pow(10, level(hz) / 20)
      let phase = 0.1 * Double(harmonic * harmonic)
      for frame in 0..<count {
        samples[frame] += size * sin(2 * .pi * hz * Double(frame) / 44_100 + phase)
      }
    }
    return StereoSignal(samples.map { Float($0) })
  }

  /// The resonances at a frequency, in dB.
  private func level(_ hz: Double) -> Double {
    formants.enumerated().reduce(-9 * log2(hz / 100)) { sum, formant in
      let (center, half) = (formant.element, 35 + 25 * Double(formant.offset))
      let (below, above) = (hz - center, hz + center)
      let size = (below * below + half * half) * (above * above + half * half)
      return sum + 20 * log10((center * center + half * half) / size.squareRoot())
    }
  }

  /// How far the resonances of a sound are from those of the vowel, in cents: the best fit to the
  /// levels of its harmonics.
  func movement(of sound: StereoSignal, pitch cents: Float) throws -> Double {
    let spectrum = try PowerSpectrum(sound.left[44_100...])
    let shifted = pitch * exp2(Double(cents) / 1200)
    let heard = (1...Int(4500 / shifted)).map { harmonic in
      let hz = Double(harmonic) * shifted
      return (hz: hz, level: spectrum.level((hz - 15)...(hz + 15)))
    }
    let loudest = heard.map(\.level).max()!
    let weights = heard.map { min(max(($0.level - loudest + 50) / 30, 0.05), 1) }
    func error(_ moved: Double) -> Double {
      let off = heard.map { $0.level - level($0.hz * exp2(-moved / 1200)) }
      let mean = zip(off, weights).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
      return zip(off, weights).reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) }
    }
    return stride(from: -1500.0, through: 1500, by: 5).min { error($0) < error($1) }!
  }
}
