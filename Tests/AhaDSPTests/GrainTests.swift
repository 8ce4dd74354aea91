import AhaBase
import Testing

@testable import AhaDSP

@Suite struct GrainTests {
  /// In every division into blocks, each block does at most slightly more than its share of a
  /// grain's work.
  @Test(arguments: [8000, 44_100, 48_000, 96_000, 192_000])
  func `the steps are spread over the hop`(sampleRate: Int) throws {
    let grain = try Grain(
      GrainShape(sampleRate: sampleRate, hop: GrainShape.shortHop(sampleRate)))
    defer { grain.free() }
    let hop = grain.shape.hop
    let starts = (0..<grain.stepCount).map { grain.steps[$0].start }
    let gaps = zip(starts, starts.dropFirst() + [hop]).map { $1 - $0 }
    #expect(starts.first == 0)
    #expect(gaps.allSatisfy { $0 >= 0 && $0 <= hop / 35 + 1 }, "\(gaps) of \(hop)")
    #expect((starts.last ?? hop) < hop)
  }

  @Test(arguments: [8000, 11_025, 16_000, 32_000, 44_100, 48_000, 96_000, 192_000])
  func `a long hop costs no larger transform`(sampleRate: Int) throws {
    let hop = GrainShape.longHop(sampleRate)
    let long = try GrainShape(sampleRate: sampleRate, hop: hop)
    defer { long.free() }
    let short = try GrainShape(sampleRate: sampleRate, hop: GrainShape.shortHop(sampleRate))
    defer { short.free() }
    let longer = try GrainShape(sampleRate: sampleRate, hop: hop + 2)
    defer { longer.free() }
    #expect(long.size == short.size && longer.size > long.size)
    #expect(hop >= short.hop && hop <= sampleRate / 42)
  }

  @Test func `every part of every work has its turn`() throws {
    let grain = try Grain(GrainShape(sampleRate: 44_100, hop: 882))
    defer { grain.free() }
    var parts = 0
    for step in (0..<grain.stepCount).map({ grain.steps[$0] }) {
      #expect(step.part == parts)
      parts = parts + 1 == step.parts ? 0 : parts + 1
    }
    #expect(parts == 0)
    #expect(grain.steps[0].work == .window && grain.steps[grain.stepCount - 1].work == .overlap)
  }
}
