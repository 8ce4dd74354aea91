import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Engines with more than two channels: buses on pairs of output channels.
struct OutputPairTests {
  static let noise = Signal.noise(count: 40_000)

  private func rig(channels: Int, _ adjust: (inout EngineSettings) -> Void = { _ in }) throws -> Rig
  {
    try Rig {
      $0.channels = channels
      adjust(&$0)
    }
  }

  private func channel(_ index: Int, of frames: [Float], count: Int) -> [Float] {
    stride(from: index, to: frames.count, by: count).map { frames[$0] }
  }

  @Test func aBusIsHeardOnItsPairAlone() throws {
    let rig = try rig(channels: 6)
    let bus = try rig.engine.makeBus(into: rig.master)
    try bus.setOutput(4)
    #expect(bus.output == 4)
    try rig.player(rig.sound(Self.noise), on: bus).start()
    let frames = rig.render(4096)
    for index in 0..<4 { #expect(channel(index, of: frames, count: 6).allSatisfy { $0 == 0 }) }
    #expect(channel(5, of: frames, count: 6) == channel(4, of: frames, count: 6))
    let stereo = try self.rig(channels: 2)
    try stereo.player(stereo.sound(Self.noise)).start()
    #expect(channel(4, of: frames, count: 6) == stereo.left(4096))
  }

  @Test func allPairsHaveTheLatencyOfNone() throws {
    let rig = try rig(channels: 4) { $0.hasLimiter = true }
    let effect = try rig.engine.makeEffect(.pitch)
    try rig.engine.locked {
      () throws(AhaError) in
      try rig.master.chain.insert(effect, at: 0, engine: rig.engine)
    }
    let cue = try rig.engine.makeBus(into: rig.master)
    try cue.setOutput(2)
    let sound = try rig.sound(Array(Self.noise.prefix(2000)))
    try rig.player(sound, on: cue).start()
    try rig.player(sound).start()
    let frames = rig.render(12_000)
    let main = channel(0, of: frames, count: 4)
    let second = channel(2, of: frames, count: 4)
    #expect(second[500..<2000] == Self.noise[500..<2000])
    func energy(_ samples: ArraySlice<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
    #expect(energy(main[0..<2000]) > 0.9 * energy(main[...]))
  }

  @Test func pairsDoNotDependOnBlockSizes() throws {
    func render(_ blocks: [Int]) throws -> [Float] {
      let rig = try rig(channels: 8) { $0.hasLimiter = true }
      var buses: [Bus] = []
      for pair in 0..<4 {
        let bus = try rig.engine.makeBus(into: rig.master)
        try bus.setOutput(2 * pair)
        try rig.player(rig.sound(Self.noise), on: bus).start(at: Int64(300 * pair))
        buses.append(bus)
      }
      var all = rig.render(5120, blocks: blocks)
      try buses[0].setOutput(6)
      try buses[3].setParent(buses[1])
      all += rig.render(5120, blocks: blocks)
      return all
    }
    let expected = try render([512])
    for blocks in [[64], [1, 7, 511], [4096]] { #expect(try render(blocks) == expected) }
  }

  @Test func aMoveToAnotherPairHasNoClick() throws {
    let rig = try rig(channels: 4) { $0.hasLimiter = true }
    let bus = try rig.engine.makeBus(into: rig.master)
    let tone = Signal.sine(frames: 40_000, frequency: 200, amplitude: 0.25)
    try rig.player(rig.sound(tone), on: bus).start()
    var frames = rig.render(8000)
    try bus.setOutput(2)
    frames += rig.render(8000)
    try bus.setParent(rig.master)
    frames += rig.render(8000)
    let bound = 1.5 * largestStep(Array(tone.prefix(1000))) + 0.5 / Float(Rig.ramp)
    for index in 0..<4 { #expect(largestStep(channel(index, of: frames, count: 4)) < bound) }
    let sum = zip(channel(0, of: frames, count: 4), channel(2, of: frames, count: 4)).map(+)
    // The crossfade has one place of the sound at each frame.
    let differences = zip(sum[1000...], tone[1000...]).map { abs($0 - $1) }
    #expect(differences.max()! < 1e-4)
  }

  @Test func theFirstPairHasTheBitsOfAnEngineOfTwoChannels() throws {
    func render(_ channels: Int) throws -> [Float] {
      let rig = try rig(channels: channels) { $0.hasLimiter = true }
      try rig.player(rig.sound(Self.noise)).start()
      return channel(0, of: rig.render(9000), count: channels)
    }
    #expect(try render(2) == render(32))
  }

  @Test func anUnknownPairIsRefused() throws {
    let rig = try rig(channels: 4)
    let bus = try rig.engine.makeBus(into: rig.master)
    for first in [1, 3, 4, 30, -2] {
      #expect(throws: AhaError.self) { try bus.setOutput(first) }
    }
    #expect(throws: AhaError.self) { try rig.master.setOutput(2) }
    #expect(bus.output == 0)
  }
}
