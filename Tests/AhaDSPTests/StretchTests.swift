import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

/// A stretcher's output for a sound pushed and pulled in pieces.
func stretched(
  _ input: StereoSignal, speed: Double, cents: Float = 0, formantCents: Float = 0,
  sampleRate: Int = 44_100, push: Int = 4096, pull: Int = 1000
) throws -> StereoSignal {
  var stretcher = try Stretcher(
    sampleRate: sampleRate, speed: speed, cents: cents, formantCents: formantCents)
  defer { stretcher.free() }
  let source = Samples(input.left, input.right)
  let piece = Samples(silence: pull)
  var output = StereoSignal([], [])
  var pushed = 0
  while !stretcher.isOver {
    if pushed < source.count {
      pushed += stretcher.push(
        source.source.advanced(by: pushed), frames: min(push, source.count - pushed))
    } else {
      stretcher.finish()
    }
    let count = stretcher.pull(piece.target, frames: pull)
    output.left += piece.left[..<count]
    output.right += piece.right[..<count]
  }
  return output
}

@Suite struct StretchTests {
  @Test(arguments: [0.5, 0.77, 1, 1.3, 2], [0, 1, 100, 50_001])
  func `the output is as long as the input divided by the speed`(speed: Double, count: Int) throws {
    let input = StereoSignal(Signal.music(frames: count, channels: 1))
    let output = try stretched(input, speed: speed)
    #expect(output.left.count == Int((Double(count) / speed).rounded()))
    #expect(output.left == output.right)
  }

  @Test(arguments: [0.5, 0.8, 1.25, 2], [0, 500, -700] as [Float])
  func `a sine keeps its pitch, or gets the one that was asked for`(
    speed: Double, cents: Float
  ) throws {
    let input = StereoSignal(tones([440], count: Int(3.5 * 44_100 * max(1, speed))))
    let output = try stretched(input, speed: speed, cents: cents)
    let expected = 440 * exp2(Double(cents) / 1200)
    let spectrum = try PowerSpectrum(output.left[44_100...])
    #expect(spectrum.purity([expected]) > 55)
    #expect(abs(1200 * log2(spectrum.frequency(near: expected) / expected)) < 1)
    let level = energy(output.left[44_100..<88_200]) / energy(input.left[44_100..<88_200])
    #expect(abs(10 * log10(level)) < 0.1)
  }

  @Test(arguments: [0.5, 0.6, 0.8, 1.25, 2])
  func `the tones of a chord stay apart`(speed: Double) throws {
    let chord = [220, 277.18, 329.63]
    let output = try stretched(
      StereoSignal(tones(chord, count: Int(3.5 * 44_100 * max(1, speed)))), speed: speed)
    let purity = try PowerSpectrum(output.left[44_100...]).purity(chord)
    #expect(purity > 44)
  }

  @Test(arguments: [0.5, 0.8, 1.25, 2])
  func `a click goes to its place`(speed: Double) throws {
    var click = [Float](repeating: 0, count: 100_000)
    click[40_000] = 0.9
    let output = try stretched(StereoSignal(click), speed: speed).left
    let place = Int((40_000 / speed).rounded())
    let near = output[(place - 220)...(place + 220)]
    #expect(energy(near) > 0.95 * energy(output))
    #expect(energy(near) > 0.5 * energy(click))
  }

  @Test func `at speed 1 without a shift the output is the input`() throws {
    let input = StereoSignal(Signal.noise(count: 40_000), Signal.noise(count: 40_000, seed: 4))
    let output = try stretched(input, speed: 1)
    #expect(output.left == input.left)
    #expect(output.right == input.right)
  }

  @Test func `the same samples however they are pushed and pulled`() throws {
    let input = StereoSignal(
      Signal.music(frames: 60_000, channels: 1), Signal.music(frames: 60_000, channels: 1, seed: 9))
    let whole = try stretched(input, speed: 0.7, cents: 300, push: 60_000, pull: 100_000)
    for (push, pull) in [(1, 7), (999, 64), (60_000, 1)] {
      let output = try stretched(input, speed: 0.7, cents: 300, push: push, pull: pull)
      #expect(output.left == whole.left)
      #expect(output.right == whole.right)
    }
  }

  @Test(arguments: [0.5, 1.6])
  func `music stays as loud from its first frame to its last`(speed: Double) throws {
    let input = StereoSignal(Signal.noise(count: 80_000))
    let output = try stretched(input, speed: speed).left
    let part = output.count / 8
    for index in 0..<8 {
      let level = energy(output[(index * part)..<((index + 1) * part)]) / Double(part) * 12
      #expect(level > 0.6 && level < 1.6)
    }
  }

  @Test(arguments: [0.49, 2.01, .nan, -1])
  func `speeds out of range are errors`(speed: Double) {
    #expect(throws: AhaError.self) { _ = try Stretcher(sampleRate: 44_100, speed: speed) }
  }
}
