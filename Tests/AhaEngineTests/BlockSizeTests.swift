import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct BlockSizeTests {
  /// Moves every parameter at fixed frames.
  func performance(_ blocks: [Int]) throws -> [Float] {
    let rig = try Rig()
    let music = try rig.sound(Signal.music(frames: 20_000, channels: 2), channels: 2)
    let tone = try rig.sound(Signal.sine(frames: 7000, amplitude: 0.9))
    let stream = try rig.streamed(Signal.music(frames: 30_000, channels: 1))
    let bus = try rig.engine.makeBus(into: rig.master)
    let players = try [
      rig.player(music), rig.player(tone, on: bus), rig.player(stream), rig.player(music, on: bus),
      rig.player(tone), rig.player(music), rig.player(tone, on: bus),
    ]
    for (index, player) in players.enumerated() { try player.start(at: Int64(100 * index)) }
    try players[1].setLoop(begin: 500, end: 6500, count: 9)
    try players[3].stop(at: 7000)
    var output = rig.render(3000, blocks: blocks)
    try players[0].seek(to: 12_345)
    try players[1].setGain(db: -9)
    try bus.setPan(0.3)
    output += rig.render(2000, blocks: blocks)
    try players[4].pause()
    try players[5].setBus(bus)
    try bus.setGain(db: -3)
    output += rig.render(3000, blocks: blocks)
    try players[4].resume()
    try bus.setMuted(true)
    output += rig.render(5000, blocks: blocks)
    return output
  }

  @Test(arguments: [[1], [7], [64], [511], [512], [3000], [1, 512, 17, 300]])
  func givesTheSameBits(blocks: [Int]) throws {
    let reference = try performance([512])
    #expect(try performance(blocks) == reference)
  }
}
