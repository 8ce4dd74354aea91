import AhaBase
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct PlayingTests {
  @Test func aQuietStartIsExact() throws {
    let rig = try Rig()
    let samples = Signal.sine(frames: 5000, channels: 2)
    let player = try rig.player(rig.sound(samples, channels: 2))
    try player.start()
    #expect(rig.render(5000) == samples)
  }

  @Test func aHardStartIsRamped() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 5000)))
    try player.start()
    let output = rig.left(5000)
    #expect(largestStep([0] + output) <= 0.5 / Float(Rig.ramp) * 1.01)
    #expect(abs(output[Rig.ramp] - 0.5) < 1e-6)
  }

  @Test func aHardEndIsSmoothed() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 2000)))
    try player.start()
    let output = rig.left(4000)
    #expect(largestStep(output) <= 0.5 / Float(Rig.ramp) * 1.01)
    #expect(output[2000 + Rig.ramp + 1] == 0)
    #expect(player.state == .ended)
    #expect(player.position == 0)
  }

  @Test func startsExactlyAtAFrame() throws {
    let rig = try Rig()
    let samples = Signal.sine(frames: 1000, channels: 2)
    let player = try rig.player(rig.sound(samples, channels: 2))
    try player.start(at: 1234)
    let output = rig.render(3000)
    #expect(output[..<(2 * 1234)].allSatisfy { $0 == 0 })
    #expect(Array(output[(2 * 1234)..<(2 * 2234)]) == samples)
    let started = rig.events().first { $0.kind == .playerStarted }
    #expect(started?.frame == 1234)
  }

  @Test func stopsExactlyAtAFrame() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 9000)))
    try player.start()
    try player.stop(at: 3000)
    let output = rig.left(6000)
    #expect(output[2999] == output[1000])
    #expect(output[3001] < output[2999])
    #expect(output[3000 + Rig.ramp] == 0)
    #expect(player.state == .stopped)
  }

  @Test func pauseKeepsThePositionForResume() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 90_000)))
    try player.start()
    rig.render(2000)
    try player.pause()
    let fading = rig.left(1000)
    #expect(fading.last == 0)
    #expect(player.state == .paused)
    let position = player.position
    #expect(position == 2000 + Int64(Rig.ramp))
    rig.render(1000)
    #expect(player.position == position)
    try player.resume()
    let resumed = rig.left(1000)
    #expect(largestStep(fading + resumed) <= 0.5 / Float(Rig.ramp) * 1.01)
    #expect(player.position == position + 1000)
  }

  @Test func seekCrossfades() throws {
    let rig = try Rig()
    // Two constants of the same level: a crossfade keeps the level, anything else dips.
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 90_000)))
    try player.start()
    rig.render(1000)
    try player.seek(to: 50_000)
    let output = rig.left(1000)
    #expect(output.allSatisfy { abs($0 - 0.5) < 1e-5 })
    #expect(player.position == 51_000)
  }

  @Test func gainChangesAreRamped() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 90_000)))
    try player.start()
    let before = rig.left(1000)
    try player.setGain(db: -60)
    let after = rig.left(1000)
    #expect(largestStep(Array(before.suffix(1)) + after) <= 0.5 / Float(Rig.ramp) * 1.01)
    #expect(abs(after.last! - 0.0005) < 1e-6)
  }

  @Test func manyPlayersAreSummed() throws {
    let rig = try Rig()
    let sounds = try (0..<8).map {
      try rig.sound(Signal.noise(count: 8000, seed: UInt64($0), amplitude: 0.1))
    }
    var expected = [Double](repeating: 0, count: 4000)
    for index in 0..<256 {
      let player = try rig.player(sounds[index % 8]) { $0.pan = -1 }
      try player.seek(to: Int64(index))
      try player.start()
      let samples = Signal.noise(count: 8000, seed: UInt64(index % 8), amplitude: 0.1)
      for frame in 0..<4000 { expected[frame] += Double(samples[index + frame]) }
    }
    let output = rig.left(4000)
    for frame in Rig.ramp..<4000 { #expect(abs(Double(output[frame]) - expected[frame]) < 1e-4) }
  }

  @Test func refusesMoreThanItsPlayers() throws {
    let rig = try Rig { $0.maxPlayers = 3 }
    let sound = try rig.sound([0.1, 0.2])
    let players = try (0..<3).map { _ in try rig.player(sound) }
    #expect(throws: AhaError.self) { try rig.player(sound) }
    players[1].release()
    rig.render(1)
    _ = try rig.player(sound)
  }

  @Test func monoOutputIsHalfTheSum() throws {
    let rig = try Rig { $0.channels = 1 }
    let player = try rig.player(rig.sound(Signal.sine(frames: 100, channels: 2), channels: 2))
    try player.start()
    let samples = Signal.sine(frames: 100, channels: 2)
    let expected: [Float] = (0..<100).map { (frame: Int) -> Float in
      0.5 * (samples[2 * frame] + samples[2 * frame + 1])
    }
    #expect(rig.render(100) == expected)
  }
}
