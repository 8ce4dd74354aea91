import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDSP

@Suite("Interleaving")
struct InterleaveTests {
  private func pair(_ count: Int, shift: Int) -> Samples {
    Samples(
      Signal.noise(count: count, seed: 1), Signal.noise(count: count, seed: 2), shift: shift)
  }

  /// The output, and whether the memory around it is unchanged.
  private func output(
    _ count: Int, shift: Int, _ body: (Floats) -> Void
  ) -> (samples: [Float], isClean: Bool) {
    var output = [Float](repeating: 77, count: count + shift + 9)
    output.withMutableBuffer { body($0 + shift) }
    let rest = output[..<shift] + output[(shift + count)...]
    return (Array(output[shift..<(shift + count)]), rest.allSatisfy { $0 == 77 })
  }

  @Test(arguments: 0..<40, [0, 1, 3])
  func takesTurns(count: Int, shift: Int) {
    let source = pair(count, shift: shift)
    let (samples, isClean) = output(2 * count, shift: shift) {
      Interleave.stereo(source.source, to: $0, frames: count)
    }
    #expect(samples == zip(source.left, source.right).flatMap { [$0, $1] } && isClean)
  }

  @Test(arguments: 0..<40, [0, 1])
  func monoIsHalfTheSum(count: Int, shift: Int) {
    let source = pair(count, shift: shift)
    let (samples, isClean) = output(count, shift: shift) {
      Interleave.mono(source.source, to: $0, frames: count)
    }
    #expect(samples == zip(source.left, source.right).map { 0.5 * ($0 + $1) } && isClean)
  }

  @Test func monoOfTheLargestSamplesIsFinite() {
    let largest = [Float](repeating: .greatestFiniteMagnitude, count: 9)
    let source = Samples(largest, largest, shift: 0)
    let (samples, _) = output(9, shift: 0) {
      Interleave.mono(source.source, to: $0, frames: 9)
    }
    #expect(samples == largest)
  }

  @Test(arguments: 0..<20)
  func separatesBothChannels(count: Int) {
    let source = Signal.noise(count: 2 * count + 1, seed: 3)
    let target = pair(count, shift: 1)
    source.withBuffer { Interleave.separate($0, to: target.target, frames: count) }
    let places = (0..<count).map { 2 * $0 }
    let isRight =
      target.left == places.map { source[$0] }
      && target.right == places.map { source[$0 + 1] }
    #expect(isRight && target.guardsHold)
  }
}
