import AhaDSP
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

  /// Speeds, ramps of the speed, loops and turns, at fixed frames.
  func variedPerformance(_ blocks: [Int]) throws -> [Float] {
    let rig = try Rig()
    let music = try rig.sound(Signal.music(frames: 20_000, channels: 2), channels: 2)
    let tone = try rig.sound(Signal.sine(frames: 7000, amplitude: 0.9))
    let stream = try rig.streamed(Signal.music(frames: 30_000, channels: 1))
    let players = try [
      rig.player(music) { $0.speed = 1.05 }, rig.player(tone) { $0.speed = 0.31 },
      rig.player(stream) { $0.speed = 2.7 }, rig.player(music) { $0.isReversed = true },
      rig.player(tone), rig.player(stream) { ($0.isReversed, $0.speed) = (true, 1.3) },
      rig.player(music) { ($0.quality, $0.speed) = (.fast, 9) },
    ]
    for (index, player) in players.enumerated() { try player.start(at: Int64(100 * index)) }
    try players[1].setLoop(begin: 500, end: 900, count: 9)
    try players[3].setLoop(begin: 17_000, end: 19_000, count: 2)
    try players[5].setLoop(begin: 26_000, end: 29_000, count: 2)
    try players[0].setSpeed(4, over: 3000, at: 777)
    try players[6].setSpeed(0.1, over: 900, at: 1301)
    var output = rig.render(3000, blocks: blocks)
    try players[4].setSpeed(1.7, over: 2345)
    try players[3].setReversed(false)
    try players[2].setSpeed(0.6)
    output += rig.render(3000, blocks: blocks)
    try players[0].seek(to: 1234)
    try players[1].setSpeed(1)
    try players[4].setReversed(true)
    output += rig.render(5000, blocks: blocks)
    return output
  }

  @Test(arguments: [[1], [7], [64], [511], [512], [3000], [1, 512, 17, 300]])
  func givesTheSameBitsAtAnySpeed(blocks: [Int]) throws {
    let reference = try variedPerformance([512])
    #expect(try variedPerformance(blocks) == reference)
  }

  @Test(arguments: [[1], [7], [64], [511], [512], [3000], [1, 512, 17, 300]])
  func givesTheSameBits(blocks: [Int]) throws {
    let reference = try performance([512])
    #expect(try performance(blocks) == reference)
  }
}
