import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@Suite struct PitchLifeTests {
  static let music = StereoSignal(
    Signal.music(frames: 40_000, channels: 1), Signal.music(frames: 40_000, channels: 1, seed: 3))

  /// The sides differ from just before the end of a hop, while the last step of a grain with equal
  /// sides is pending.
  @Test(arguments: blockSizes)
  func `the same samples however they are cut where the sides part`(blocks: [Int]) throws {
    var music = PitchLifeTests.music
    let part = 11 * 882 - 5
    music.right.replaceSubrange(..<part, with: music.left[..<part])
    let whole = try shifted(music, cents: 500, blocks: [512, 370])
    let cut = try shifted(music, cents: 500, blocks: blocks)
    #expect(cut.left == whole.left)
    #expect(cut.right == whole.right)
    #expect(whole.left[..<4_000] == whole.right[..<4_000])
  }

  @Test(arguments: blockSizes)
  func `the same formants however the samples are cut`(blocks: [Int]) throws {
    let music = PitchLifeTests.music
    let whole = try shifted(music, cents: -300, formant: 1, formantCents: 200, blocks: [512, 370])
    let cut = try shifted(music, cents: -300, formant: 1, formantCents: 200, blocks: blocks)
    #expect(cut.left == whole.left)
    #expect(cut.right == whole.right)
  }

  @Test(arguments: [-3600, -50, 500, 3600] as [Float], [8000, 44_100, 192_000])
  func `anything stays finite and dies away`(cents: Float, sampleRate: Int) throws {
    let count = sampleRate / 2
    let square = (0..<count).map { $0 / 50 % 2 == 0 ? Float(1) : -1 }
    let large = Signal.noise(count: count, amplitude: 1e30)
    for input in [square, large, [Float](repeating: 1, count: count)] {
      for (formant, formantCents): (Float, Float) in [(0, 0), (1, 0), (1, -1200), (0, 1200)] {
        let output = try shifted(
          StereoSignal(input, input.reversed()), cents: cents, formant: formant,
          formantCents: formantCents, sampleRate: sampleRate, after: sampleRate / 2)
        #expect(output.left.allSatisfy { $0.isFinite })
        #expect(output.right.allSatisfy { $0.isFinite })
        let rest = output.left[(count + sampleRate / 10)...]
        #expect(rest.allSatisfy { abs($0) < 1e-5 })
      }
    }
  }

  @Test func `too large for its squares, and clean again after a reset`() throws {
    var kernel = try PitchKernel(sampleRate: 44_100)
    defer { kernel.free() }
    aim(&kernel, 500, 0, over: 0)
    let first = run(&kernel, PitchLifeTests.music)
    kernel.reset()
    _ = run(&kernel, StereoSignal(Signal.noise(count: 20_000, amplitude: 3e38)))
    kernel.reset()
    #expect(run(&kernel, PitchLifeTests.music).left == first.left)
  }

  @Test(arguments: [-1200, -500, 500, 1200] as [Float])
  func `music stays as loud`(cents: Float) throws {
    let output = try shifted(PitchLifeTests.music, cents: cents)
    let ratio = energy(output.left) / energy(PitchLifeTests.music.left)
    #expect(ratio > 0.7 && ratio < 1.4)
  }
}
