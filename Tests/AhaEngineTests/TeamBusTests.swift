import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// A bus moves to a parent with another latency, while the team may render its voices ahead.
@Suite("Render teams and moving buses")
struct TeamBusTests {
  /// Four players with filters, two of them on a bus that moves below a bus with a pitch shifter,
  /// two on a bus below it. Each player stops at a random frame.
  private func performance(threads: Int, seed: UInt64) throws -> [Float] {
    var random = Random(seed: seed)
    let rig = try Rig { ($0.threads, $0.pieceNanoseconds) = (threads, 0) }
    let late = try rig.engine.makeBus(into: rig.master)
    let pitch = try rig.engine.makeEffect(.pitch)
    try late.editChain { (chain) throws(AhaError) in
      try chain.insert(pitch, at: 0, engine: rig.engine)
    }
    let bus = try rig.engine.makeBus(into: rig.master)
    let inner = try rig.engine.makeBus(into: bus)
    for number in 0..<4 {
      let sound = try rig.sound(Signal.noise(count: 30_000), channels: 1)
      let player = try rig.player(sound, on: number % 2 == 0 ? bus : inner)
      try player.add(.filter)
      try player.start()
      try player.stop(at: Int64.random(in: 2000..<12_000, using: &random))
    }
    var output = rig.render(Int.random(in: 1..<3000, using: &random), blocks: [4096])
    try bus.setParent(late)
    while output.count < 40_000 {
      let frames = Int.random(in: 1..<5000, using: &random)
      output += rig.render(frames, blocks: [frames])
    }
    rig.engine.close()
    return output
  }

  @Test(arguments: 0..<8)
  func giveTheSameSamples(seed: UInt64) throws {
    let alone = try performance(threads: 1, seed: seed)
    let isSame = try performance(threads: 3, seed: seed) == alone
    #expect(isSame)
  }
}
