import AhaDSP
import AhaTestSupport
import Testing

@Suite("Mixing with moving parameters")
struct RampedMixTests {
  private func add(
    _ mix: inout RampedMix, _ source: Samples, to target: Samples, _ sizes: [Int],
    from begin: Int = 0, to end: Int? = nil
  ) {
    inBlocks(sizes, of: (end ?? source.count) - begin) { start, frames in
      var done = 0
      while done < frames {
        let piece = mix.segment(frames - done)
        let place = begin + start + done
        mix.add(
          source.source.advanced(by: place), to: target.target.advanced(by: place), frames: piece)
        done += piece
      }
    }
  }

  private func constant(_ value: Float, _ count: Int) -> Samples {
    let samples = [Float](repeating: value, count: count)
    return Samples(samples, samples)
  }

  /// All parameters move at once and end at different frames.
  private var busy: RampedMix {
    var mix = RampedMix(gain: StereoGain(left: 0.2, right: 1), envelope: 0)
    mix.gain.left.go(to: 0.9, over: 500)
    mix.gain.right.go(to: 0, over: 777)
    mix.envelope.go(to: 1, over: 240)
    mix.smooth(left: 0.4, right: -0.3, over: 333)
    return mix
  }

  @Test(arguments: blockSizes)
  func doesNotDependOnBlocks(sizes: [Int]) {
    let source = Samples(Signal.noise(count: 2000, seed: 1), Signal.noise(count: 2000, seed: 2))
    let (whole, cut) = (constant(0.1, 2000), constant(0.1, 2000))
    var (one, other) = (busy, busy)
    add(&one, source, to: whole, [2000])
    add(&other, source, to: cut, sizes)
    #expect(whole.bits == cut.bits && cut.guardsHold)
    #expect(one.gain.value == other.gain.value && one.smoothing.value == other.smoothing.value)
  }

  @Test func followsItsFormula() {
    let source = Samples(Signal.noise(count: 300, seed: 1), Signal.noise(count: 300, seed: 2))
    let target = Samples(silence: 300)
    var mix = RampedMix(gain: StereoGain(left: 0, right: 1), envelope: 1)
    mix.gain.go(to: StereoGain(left: 0.8, right: 0.6), over: 100)
    mix.envelope.go(to: 0.5, over: 200)
    mix.smooth(left: 0.25, right: -0.5, over: 50)
    add(&mix, source, to: target, [300])
    func moved(_ from: Float, _ to: Float, _ frame: Int, _ length: Int) -> Float {
      from + (to - from) * min(1, Float(frame + 1) / Float(length))
    }
    for frame in 0..<300 {
      let open = moved(1, 0.5, frame, 200)
      let smooth = moved(1, 0, frame, 50)
      let left = (source.left[frame] + 0.25 * smooth) * moved(0, 0.8, frame, 100) * open
      let right = (source.right[frame] - 0.5 * smooth) * moved(1, 0.6, frame, 100) * open
      #expect(abs(target.left[frame] - left) < 1e-5 && abs(target.right[frame] - right) < 1e-5)
    }
  }

  /// After all movement has ended, the output equals the plain mixer's.
  @Test func endsAsPlainMixing() {
    let source = Samples(Signal.noise(count: 1000, seed: 1), Signal.noise(count: 1000, seed: 2))
    let (ramped, plain) = (Samples(silence: 1000), Samples(silence: 1000))
    var mix = busy
    add(&mix, source, to: ramped, [64], to: 777)
    #expect(mix.isSteady)
    add(&mix, source, to: ramped, [64], from: 777)
    Mix.add(source.source, gain: StereoGain(left: 0.9, right: 0), to: plain.target, frames: 1000)
    #expect(ramped.left[777...] == plain.left[777...])
    #expect(ramped.right[777...] == plain.right[777...])
  }

  @Test(arguments: [10, 240, 4800])
  func aGainNeverSteps(length: Int) {
    let source = constant(1, length + 200)
    let target = Samples(silence: length + 200)
    var mix = RampedMix(gain: StereoGain(left: 0, right: 0), envelope: 1)
    add(&mix, source, to: target, [64], to: 100)
    mix.gain.go(to: .unity, over: length)
    add(&mix, source, to: target, [64], from: 100)
    #expect(largestStep(target.left) <= 1.001 / Float(length))
    #expect(target.left[99] == 0 && target.left[100] > 0)
    #expect(target.left[length + 99] == 1 || abs(target.left[length + 99] - 1) < 1e-4)
    #expect(target.left[length + 100] == 1)
  }

  /// A jump of the source becomes a slope.
  @Test func aSmoothedStepHasNoJump() {
    let length = 240
    let before = [Float](repeating: 0.5, count: 100)
    let jump = before + [Float](repeating: -0.4, count: 500)
    let source = Samples(jump, jump)
    let target = Samples(silence: 600)
    var mix = RampedMix(gain: .unity, envelope: 1)
    add(&mix, source, to: target, [64], to: 100)
    mix.smooth(left: 0.9, right: 0.9, over: length)
    #expect(!mix.isSteady)
    add(&mix, source, to: target, [64], from: 100)
    #expect(largestStep(target.left) <= 0.9 / Float(length) * 1.001)
    #expect(Array(target.left[(100 + length)...]) == Array(jump[(100 + length)...]))
    #expect(target.left == target.right)
  }

  /// A second jump while the first is still smoothed: the sum of both corrections ends without a
  /// step.
  @Test func aStepOnTopOfAnotherIsSmoothed() {
    let length = 200
    let jumps =
      [Float](repeating: 0.5, count: 50) + [Float](repeating: -0.3, count: 100)
      + [Float](repeating: 0.4, count: 400)
    let source = Samples(jumps, jumps)
    let target = Samples(silence: 550)
    var mix = RampedMix(gain: .unity, envelope: 1)
    add(&mix, source, to: target, [64], to: 50)
    mix.smooth(left: 0.8, right: 0.8, over: length)
    add(&mix, source, to: target, [64], from: 50, to: 150)
    mix.smooth(left: -0.7, right: -0.7, over: length)
    add(&mix, source, to: target, [64], from: 150)
    #expect(largestStep(target.left) <= 0.8 / Float(length) * 1.001)
    #expect(target.left[500] == 0.4)
  }
}
