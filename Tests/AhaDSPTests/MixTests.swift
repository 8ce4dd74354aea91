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

  private let gains = (0..<Mix.batch).map { index in
    StereoGain(left: 1.1 - 0.37 * Float(index % 7), right: index % 5 == 0 ? 0 : 1 / Float(index))
  }

  /// Adds the sources in one batch.
  private func add(_ sources: [Samples], to target: Samples, at start: Int, _ frames: Int) {
    let from = sources.map { $0.source.advanced(by: start) }
    let fill = Array(repeating: from[0], count: Mix.batch - from.count)
    let planes: [UnsafePointer<Float>?] =
      (from + fill).map { UnsafePointer($0.left.base) }
      + from.map { UnsafePointer($0.right.base) }
    planes.withBuffer { planes in
      (gains.map(\.left) + gains.map(\.right)).withBuffer {
        Mix.add(
          planes, gains: $0, count: from.count, to: target.target.advanced(by: start),
          frames: frames)
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

  @Test(arguments: [(0, 0), (1, 0), (0, 3), (2, 5), (15, 15)], [1, 2, 4, 7, 8, 13, 21, Mix.batch])
  func addsABatchAsOneAfterTheOther(shifts: (Int, Int), size: Int) {
    for count in [0, 1, 2, 3, 15, 16, 17, 33, 70] {
      let sources = (2..<2 + UInt64(size)).map { noise(count, $0, shift: shifts.1 + Int($0) % 3) }
      let target = noise(count, 1, shift: shifts.0)
      let expected = reference(target, sources, gains)
      add(sources, to: target, at: 0, count)
      #expect(target.bits == expected && target.guardsHold, "\(count) frames")
    }
  }

  @Test(arguments: blockSizes)
  func doesNotDependOnBlocks(sizes: [Int]) {
    let sources = (2..<2 + UInt64(Mix.batch)).map { noise(2000, $0) }
    let (whole, cut) = (noise(2000, 1), noise(2000, 1))
    add(sources, to: whole, at: 0, 2000)
    inBlocks(sizes, of: 2000) { start, frames in add(sources, to: cut, at: start, frames) }
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
