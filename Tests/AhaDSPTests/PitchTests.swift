import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite struct PitchTests {
  static let second = 44_100
  static let shifts: [Float] = [30, 500, -500, 1200, -1200, 2400, -2400, 3600]

  @Test(arguments: shifts, [97.1, 440, 1000.3])
  func `a sine stays one, at the new pitch, as loud`(cents: Float, tone: Double) throws {
    let ratio = exp2(Double(cents) / 1200)
    let input = StereoSignal(tones([tone], count: 3 * PitchTests.second))
    let output = try shifted(input, cents: cents).left[PitchTests.second...]
    let spectrum = try PowerSpectrum(output)
    #expect(spectrum.purity([tone * ratio]) > 62)
    #expect(abs(1200 * log2(spectrum.frequency(near: tone * ratio) / (tone * ratio))) < 1)
    let level = energy(output) / energy(input.left[PitchTests.second...])
    #expect(abs(10 * log10(level)) < 0.1)
  }

  @Test(arguments: [-1130, -900, -655, -430, -195, 45, 260, 505, 730, 965, 1190] as [Float])
  func `twenty tones of all heights stay pure`(cents: Float) throws {
    for index in 0..<20 {
      let tone = 55.7 * pow(11_300 / 55.7, Double(index) / 19)
      let shifted = tone * exp2(Double(cents) / 1200)
      guard shifted < 21_500 else { continue }
      let input = StereoSignal(tones([tone], count: 2 * 65_536))
      let output = try AhaDSPTests.shifted(input, cents: cents).left[44_100...]
      #expect(try PowerSpectrum(output).purity([shifted]) > 60, "at \(tone) Hz")
    }
  }

  @Test func `a shift by half a bin does not flutter`() throws {
    let (tone, shifted) = (55.0, 55 * exp2(-195.0 / 1200))
    let input = StereoSignal(tones([tone], count: 130_000, sampleRate: 48_000))
    let output = try AhaDSPTests.shifted(input, cents: -195, sampleRate: 48_000).left[48_000...]
    #expect(try PowerSpectrum(output, sampleRate: 48_000).purity([shifted]) > 60)
  }

  @Test(arguments: shifts)
  func `the tones of a chord stay apart`(cents: Float) throws {
    let chord = [220, 277.18, 329.63]
    let input = StereoSignal(tones(chord, count: 3 * PitchTests.second))
    let output = try shifted(input, cents: cents).left[PitchTests.second...]
    let ratio = exp2(Double(cents) / 1200)
    let purity = try PowerSpectrum(output).purity(chord.map { $0 * ratio })
    #expect(purity > 42)
  }

  @Test(arguments: [-2400, -700, 500, 1200, 2400] as [Float], [44_100, 48_000, 8000, 192_000])
  func `a click stays in its place`(cents: Float, sampleRate: Int) throws {
    var click = [Float](repeating: 0, count: 2 * sampleRate)
    click[sampleRate] = 0.9
    let output = try shifted(StereoSignal(click), cents: cents, sampleRate: sampleRate).left
    let near = output[(sampleRate - sampleRate / 200)...(sampleRate + sampleRate / 200)]
    #expect(energy(near) > 0.95 * energy(output))
    #expect(energy(near) > 0)
  }

  @Test(arguments: [-1200, -500, 500, 1200] as [Float])
  func `a drum is not heard before it is hit`(cents: Float) throws {
    let noise = Signal.noise(count: 60_000)
    let drums = (0..<60_000).map { frame in
      let sinceHit = Double(frame % 20_000)
      return noise[frame] * Float(0.005 + (frame < 20_000 ? 0 : exp(-sinceHit / 1500)))
    }
    let output = try shifted(StereoSignal(drums), cents: cents).left
    let before = energy(output[38_236..<39_868]) / 1632
    let after = energy(output[40_000..<40_400]) / 400
    #expect(10 * log10(before / after) < -28)
    // Shifted up by an octave, half of the noise is above half the sample rate.
    #expect(after > 0.25 * energy(drums[40_000..<40_400]) / 400)
  }

  @Test func `the latency is a tenth of a second at limit`() throws {
    for sampleRate in [8000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000] {
      let kernel = try PitchKernel(sampleRate: sampleRate)
      #expect(kernel.latency * 10 <= sampleRate)
      kernel.free()
    }
  }

  @Test(arguments: [0, 1] as [Float], [8000, 44_100, 192_000])
  func `without a shift the output is the input`(formant: Float, sampleRate: Int) throws {
    let input = StereoSignal(Signal.noise(count: 30_000), Signal.noise(count: 30_000, seed: 2))
    let output = try shifted(input, cents: 0, formant: formant, sampleRate: sampleRate)
    #expect(output.left == input.left)
    #expect(output.right == input.right)
  }

  @Test func `the output is the input again after a shift, and nothing clicks`() throws {
    let input = StereoSignal(tones([440], count: 4 * PitchTests.second, amplitude: 0.5))
    let moves: [Int: Float] = [44_128: 500, 88_256: 0, 130_000: -700, 140_000: 0]
    let output = try shifted(input, cents: 0, moves: moves)
    #expect(output.left[..<44_128] == input.left[..<44_128])
    #expect(output.left[100_000..<130_000] == input.left[100_000..<130_000])
    #expect(output.left[150_000...] == input.left[150_000...])
    // Steepest slope of the tone at either pitch, with a margin for the fade.
    let steepest = 0.5 * 2 * Double.pi * 440 * 1.335 / 44_100
    #expect(Double(largestStep(output.left)) < steepest * 1.1)
    let shifted = try PowerSpectrum(output.left[52_000..<84_000])
    #expect(abs(shifted.frequency(near: 587.33) - 587.33) < 0.5)
  }

  @Test func `jumps of the pitch do not click`() throws {
    let input = StereoSignal(tones([300], count: 2 * PitchTests.second, amplitude: 0.5))
    var moves: [Int: Float] = [:]
    for index in 1..<60 { moves[index * 1024] = [-1200, 1200, 0, 300][index % 4] }
    let output = try shifted(input, cents: 100, moves: moves)
    let steepest = 0.5 * 2 * Double.pi * 600 / 44_100
    #expect(Double(largestStep(output.left)) < steepest * 1.25)
  }

  @Test func `a tone whose pitch is swept stays as loud`() throws {
    let input = StereoSignal(tones([3000], count: 2 * PitchTests.second, amplitude: 0.5))
    var moves: [Int: Float] = [:]
    for step in 1..<2000 { moves[step * 32] = 100 + 0.2 * Float(step) }
    let output = try shifted(input, cents: 100, moves: moves).left
    for start in stride(from: 4410, to: 60_000, by: 441) {
      let level = energy(output[start..<(start + 441)]) / (441 * 0.125)
      #expect(level > 0.75 && level < 1.25)
    }
  }

  @Test(arguments: [500, -900] as [Float])
  func `sides that are alike stay alike`(cents: Float) throws {
    let input = StereoSignal(Signal.music(frames: 60_000, channels: 1))
    let output = try shifted(input, cents: cents)
    #expect(output.left == output.right)
  }

  @Test(arguments: [500, -900] as [Float])
  func `the phase between the sides is kept`(cents: Float) throws {
    let count = 3 * PitchTests.second
    let input = StereoSignal(
      tones([440], count: count), tones([440], count: count, phase: 0.5 * .pi))
    let output = try shifted(input, cents: cents)
    let middle = PitchTests.second..<(2 * PitchTests.second)
    let product = zip(output.left[middle], output.right[middle])
      .reduce(0.0) { $0 + Double($1.0 * $1.1) }
    #expect(abs(product) < 1e-3 * energy(output.left[middle]))
  }

  @Test func `formants stay when asked to`() throws {
    // A pulse train with all its energy around 1 kHz.
    let partials = (4...8).map { 150.0 * Double($0) }
    let input = StereoSignal(tones(partials, count: 3 * PitchTests.second, amplitude: 0.1))
    let kept = try PowerSpectrum(shifted(input, cents: 900, formant: 1).left[44_100...])
    let moved = try PowerSpectrum(shifted(input, cents: 900).left[44_100...])
    let ratio = exp2(0.75)
    #expect(moved.level(1900...2200) - moved.level(900...1200) > -3)
    #expect(kept.level(1900...2200) - kept.level(900...1200) < -12)
    #expect(abs(kept.frequency(near: 600 * ratio) - 600 * ratio) < 0.5)
  }

  /// Partials lie farther apart, so each must carry more of the envelope's energy.
  @Test(arguments: [700, 1200, 1900] as [Float])
  func `formants keep their level upward`(cents: Float) throws {
    let partials = (1...60).map { 110.0 * Double($0) }
    let input = StereoSignal(tones(partials, count: 2 * PitchTests.second, amplitude: 0.02))
    let output = try shifted(input, cents: cents, formant: 1)
    let middle = PitchTests.second / 2..<(3 * PitchTests.second / 2)
    let change = energy(output.left[middle]) / energy(input.left[middle])
    #expect(abs(10 * log10(change)) < 1)
  }

  @Test func `sounds begin at the new pitch, and at once`() throws {
    let input = StereoSignal(tones([440], count: 30_000, amplitude: 0.5))
    let output = try shifted(input, cents: 500).left
    for start in stride(from: 0, to: 10_000, by: 441) {
      let level = energy(output[start..<(start + 441)]) / (441 * 0.125)
      #expect(level > 0.5 && level < 2)
    }
    let crossings = zip(output[..<2205], output[1..<2206]).count { $0.0 < 0 && $0.1 >= 0 }
    #expect((28...31).contains(crossings))
  }
}
