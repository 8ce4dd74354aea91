import AhaBase
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct ReverseTests {
  @Test(arguments: [false, true])
  func reverseIsTheReversedBuffer(isStreamed: Bool) throws {
    let rig = try Rig()
    let frames = 30_000
    let music = Signal.noise(count: 2 * frames).enumerated().map { index, value in
      value * Float(min(index / 2, frames - 1 - index / 2)) / Float(frames)
    }
    let sound =
      try isStreamed
      ? rig.streamed(music, channels: 2) : rig.sound(music, channels: 2)
    let player = try rig.player(sound)
    try player.setReversed(true)
    try player.start()
    let output = rig.render(frames)
    let expected = (0..<frames).reversed().flatMap { [music[2 * $0], music[2 * $0 + 1]] }
    let isSame = output == expected
    #expect(isSame)
    rig.render(600)
    #expect(player.state == .ended)
    #expect(rig.events().first { $0.kind == .playerEnded }?.frame == Int64(frames))
  }

  @Test(arguments: [false, true])
  func turnsAroundWithoutAClick(isStreamed: Bool) throws {
    let rig = try Rig()
    let sine = Signal.sine(frames: 48_000, frequency: 100)
    let player = try rig.player(isStreamed ? rig.streamed(sine) : rig.sound(sine)) {
      $0.pan = -1
    }
    try player.start()
    var output = rig.left(10_000)
    try player.setReversed(true)
    output += rig.left(4000)
    #expect(player.position < 7000)
    #expect(player.position > 5000)
    try player.setReversed(false)
    output += rig.left(4000)
    #expect(player.position > 9000)
    // The sine's own step, and a crossfade of its peaks.
    #expect(largestStep(output) < 0.0066 + 1 / Float(Rig.ramp))
  }

  @Test func startsAtTheEndAgain() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 4800))) { $0.isReversed = true }
    #expect(player.position == 4800)
    try player.start()
    rig.render(1000)
    #expect(player.position == 3800)
    try player.stop()
    rig.render(1000)
    #expect(player.position == 4800)
    try player.setReversed(false)
    rig.render(10)
    #expect(player.position == 0)
  }

  @Test func aPausedPositionStays() throws {
    let rig = try Rig()
    let player = try rig.player(rig.streamed(Signal.sine(frames: 48_000)))
    try player.start()
    rig.render(5000)
    try player.pause()
    rig.render(1000)
    let position = player.position
    try player.setReversed(true)
    rig.render(10)
    #expect(player.position == position)
    try player.resume()
    rig.render(1000)
    #expect(player.position == position - 1000)
  }

  /// A reversed clip begins with the end of its sound, at the position of the timeline.
  @Test func aClipIsReversed() throws {
    let rig = try Rig()
    let ramp = (0..<9000).map { Float($0) / 9000 }
    let player = try rig.player(rig.sound(ramp)) {
      $0.isReversed = true
      $0.speed = 2
      $0.pan = -1
    }
    let timeline = try rig.engine.timeline()
    try timeline.setClip(of: player, start: 1000)
    try timeline.start()
    let output = rig.left(3000)
    for frame in 1300..<3000 {
      #expect(abs(output[frame] - ramp[8999 - 2 * (frame - 1000)]) < 1e-4)
    }
  }
}
