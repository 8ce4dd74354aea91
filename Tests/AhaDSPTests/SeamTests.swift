import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Seams")
struct SeamTests {
  private func step(_ tail: [Float], _ head: [Float]) -> Float {
    tail.withBuffer { tail in
      head.withBuffer { Seam.step(from: tail, to: $0) }
    }
  }

  private func sine(_ range: Range<Int>, period: Double, phase: Double = 0) -> [Float] {
    range.map { Float(0.5 * sin(2 * Double.pi * Double($0) / period + phase)) }
  }

  @Test(arguments: [20.0, 48, 100, 441, 1000])
  func aWholeNumberOfPeriodsIsNatural(period: Double) {
    let loop = sine(0..<Int(10 * period), period: period)
    #expect(step(loop, loop) == 0)
  }

  /// At any place of any signal, the signal's own continuation counts as natural.
  @Test(arguments: [1, 2, 63, 64, 65, 500, 4000, 9000, 9010])
  func everySignalFollowsItself(place: Int) {
    let music = Signal.music(frames: 12_000, channels: 1)
    #expect(step(Array(music[..<place]), Array(music[place...])) == 0)
  }

  @Test(arguments: [Double.pi, Double.pi / 2, 1, 0.3])
  func aJumpOfPhaseIsNot(phase: Double) {
    let tail = sine(0..<1013, period: 200)
    let head = sine(1013..<2000, period: 200, phase: phase)
    let heading = 2 * tail[1012] - tail[1011]
    let found = step(tail, head)
    #expect(found != 0)
    #expect(abs(found - (heading - head[0])) < 1e-6)
  }

  @Test func aJumpOfLevelIsNot() {
    let (low, high) = ([Float](repeating: -0.1, count: 100), [Float](repeating: 0.6, count: 100))
    #expect(abs(step(low, high) + 0.7) < 1e-6)
    #expect(abs(step(high, low) - 0.7) < 1e-6)
  }

  /// Adding the step to the first sample makes the seam natural: no correction remains.
  @Test func theCorrectionMendsTheSeam() {
    let tail = sine(0..<777, period: 150)
    let head = sine(0..<800, period: 150, phase: 4)
    let wanted = step(tail, head)
    #expect(wanted != 0 && step(tail, head.map { $0 + wanted }) == 0)
  }

  @Test func aDrumAfterSilenceIsNatural() {
    let silence = [Float](repeating: 0, count: 300)
    let hit = Signal.noise(count: 300, seed: 3, amplitude: 0.9).enumerated().map {
      $0.element * Float(exp(-Double($0.offset) / 60))
    }
    #expect(step(silence, hit) == 0)
    let click = [Float(0.8), -0.7, 0.5, -0.3, 0.1] + [Float](repeating: 0, count: 100)
    #expect(step(silence, click) == 0)
  }

  @Test func noiseIsNatural() {
    for seed in UInt64(1)...50 {
      let noise = Signal.noise(count: 256, seed: seed)
      #expect(step(Array(noise[..<128]), Array(noise[128...])) == 0)
      #expect(step(noise, noise) == 0)
    }
  }

  @Test func inaudibleStepsAreNatural() {
    let flat = [Float](repeating: 0.25, count: 100)
    #expect(step(flat, flat.map { $0 + 0.9e-4 }) == 0)
    #expect(step(flat, flat.map { $0 + 1.1e-4 }) != 0)
  }

  /// A bend outside the search range does not excuse a step.
  @Test func onlyNearbyBendsCount() {
    let flat = [Float](repeating: 0, count: 64)
    let noise = Signal.noise(count: 500)
    let high = [Float](repeating: 0.3, count: 64)
    #expect(step(noise + flat, high + noise) != 0)
    #expect(step(noise + flat.dropLast(8), high) == 0)
  }

  @Test func shortPiecesAreLookedAtToo() {
    #expect(step([0.5], [0.5]) == 0)
    #expect(step([0.5], [0]) == 0.5)
    #expect(step([0.1, 0.2], [0.3]).magnitude < 1e-6)
    let one: [Float] = [1]
    #expect(step([], one) == 0 && step(one, []) == 0)
  }
}
