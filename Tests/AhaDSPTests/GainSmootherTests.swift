import AhaBase
import Testing

@testable import AhaDSP

@Suite("Gain smoother")
struct GainSmootherTests {
  private static let frames = 8192
  private static let peakAt = 1024

  /// Gains, aligned with the frames they apply to, of a group with a peak of 4 and of one with a
  /// peak of 2 `later` groups after it.
  private func gains(rate: Int, group: Int, later: Int = 0) -> [Float] {
    var smoother = GainSmoother(sampleRate: rate)
    defer { smoother.free() }
    smoother.setRelease(milliseconds: 1)
    var gains = [Float](repeating: 0, count: GainSmootherTests.frames)
    for block in stride(from: 0, to: gains.count, by: 16) {
      var peaks = SIMD4<Float>(repeating: 0.5)
      for lane in 0..<4 {
        let distance = (block - GainSmootherTests.peakAt) / 4 + lane - group
        if distance == 0 { peaks[lane] = 4 } else if distance == later { peaks[lane] = 2 }
      }
      gains.withMutableBuffer {
        smoother.run(peaks, ceiling: 1, into: $0 + block)
      }
    }
    #expect(smoother.isOpen)
    return Array(gains[smoother.lookAhead...])
  }

  /// From the group's first frame to the frame after its last: the peak may lie between these two.
  @Test(arguments: [8000, 44_100, 192_000], 0...3)
  func isDownWhenThePeakComes(rate: Int, group: Int) {
    let gains = gains(rate: rate, group: group)
    let first = GainSmootherTests.peakAt + 4 * group
    #expect(gains[first...(first + 4)].allSatisfy { $0 <= 0.25 && $0 > 0.2499 })
  }

  /// Also while the gain releases from a higher peak.
  @Test(arguments: [8000, 44_100])
  func isDownForALowerPeakToo(rate: Int) {
    for later in 1...160 {
      let gains = gains(rate: rate, group: 2, later: later)
      let first = GainSmootherTests.peakAt + 4 * (2 + later)
      #expect(gains[first...(first + 4)].allSatisfy { $0 <= 0.5 })
    }
  }

  @Test(arguments: [8000, 44_100, 192_000])
  func goesThereAndBackWithoutAStep(rate: Int) {
    let gains = gains(rate: rate, group: 1)
    #expect(gains.first == 1 && gains.last == 1)
    let length = Float(max(rate / 2 / 950, 4))
    #expect(largestStep(gains) < 2 * 0.75 / length)
  }
}
