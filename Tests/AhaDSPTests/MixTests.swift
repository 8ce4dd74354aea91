import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@Suite("Mixing")
struct MixTests {
  private func noise(_ count: Int, _ seed: UInt64, shift: Int = 0) -> Samples {
    Samples(
      Signal.noise(count: count, seed: 2 * seed, amplitude: 1),
      Signal.noise(count: count, seed: 2 * seed + 1, amplitude: 1), shift: shift)
  }

  /// Expected result, computed one sample at a time in the order of the sources.
  private func reference(
    _ target: Samples, _ sources: [Samples], _ gains: [StereoGain]
  ) -> [UInt32] {
    var (left, right) = (target.left, target.right)
    for (source, gain) in zip(sources, gains) {
      for index in 0..<target.count {
        left[index] += source.left[index] * gain.left
        right[index] += source.right[index] * gain.right
      }
    }
    return (left + right).map(\.bitPattern)
  }

  private let gains = [
    StereoGain(left: 0.3, right: 0.7), StereoGain(left: -1.1, right: 1.0 / 3),
    StereoGain(left: 15.8, right: 0), StereoGain(left: 1, right: 1e-5),
  ]

  private func addFour(
    _ sources: [Samples], _ gains: [StereoGain], to target: Samples, at start: Int, _ frames: Int
  ) {
    sources.map { $0.source.advanced(by: start) }.withBuffer { sources in
      gains.withBuffer {
        Mix.addFour(
          sources, gains: $0, to: target.target.advanced(by: start), frames: frames)
      }
    }
  }

  /// Writing equals adding to silence.
  @Test(arguments: [(0, 0), (1, 0), (0, 3), (2, 5), (15, 15)], [true, false])
  func addsAndWritesAsTheReference(shifts: (Int, Int), adds: Bool) {
    for count in 0...130 {
      let target = noise(count, 1, shift: shifts.0)
      let source = noise(count, 2, shift: shifts.1)
      let expected = reference(adds ? target : Samples(silence: count), [source], gains)
      let mix = adds ? Mix.add : Mix.put
      mix(source.source, gains[0], target.target, count)
      #expect(target.bits == expected && target.guardsHold, "\(count) frames")
    }
  }

  @Test(arguments: [(0, 0), (1, 0), (0, 3), (2, 5), (15, 15)])
  func addsFourAsOneAfterTheOther(shifts: (Int, Int)) {
    for count in 0...130 {
      let sources = (2...5).map { noise(count, $0, shift: shifts.1 + Int($0) % 3) }
      let (one, other) = (noise(count, 1, shift: shifts.0), noise(count, 1))
      let expected = reference(one, sources, gains)
      addFour(sources, gains, to: one, at: 0, count)
      for (source, gain) in zip(sources, gains) {
        Mix.add(source.source, gain: gain, to: other.target, frames: count)
      }
      #expect(one.bits == expected && other.bits == expected, "\(count) frames")
      #expect(one.guardsHold && other.guardsHold)
    }
  }

  @Test(arguments: blockSizes)
  func doesNotDependOnBlocks(sizes: [Int]) {
    let sources = (2...5).map { noise(2000, $0) }
    let (whole, cut) = (noise(2000, 1), noise(2000, 1))
    addFour(sources, gains, to: whole, at: 0, 2000)
    inBlocks(sizes, of: 2000) { start, frames in
      addFour(sources, gains, to: cut, at: start, frames)
    }
    #expect(whole.bits == cut.bits)
  }

  @Test func playsMonoOnBothSides() {
    let mono = noise(50, 3)
    let target = Samples(silence: 50)
    let source = StereoSource(left: mono.source.left, right: mono.source.left)
    Mix.add(source, gain: .unity, to: target.target, frames: 50)
    #expect(target.left == mono.left && target.right == mono.left)
  }

  @Test func atUnityIsTheSourceItself() {
    let source = noise(99, 4)
    let target = Samples(silence: 99)
    Mix.add(source.source, gain: .unity, to: target.target, frames: 99)
    #expect(target.bits == source.bits)
  }
}
