import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Paused buses.
@Suite struct BusPauseTests {
  private static let pause: Int64 = 5000
  private static let resume: Int64 = 9000
  private static let away = Int(resume - pause)

  /// A group with a player, a streamed player, a child bus with effects, one-shots and a send.
  private func scene(_ rig: Rig) throws -> Bus {
    let group = try rig.bus()
    let child = try rig.bus(into: group, .delay, .limiter)
    let hall = try rig.bus()
    _ = try child.makeSend(to: hall, point: .beforeFader, gainDb: -6)
    let music = Signal.music(frames: 40_000, channels: 2)
    try rig.player(rig.sound(music, channels: 2), on: group).start()
    let streamed = try rig.player(rig.streamed(music, channels: 2), on: child)
    try streamed.start(at: 1000)
    let pitched = try rig.player(rig.sound(music, channels: 2), on: child)
    try pitched.add(.pitch)
    try pitched.start(at: 6000)
    try pitched.stop(at: 12_000)
    let tone = try rig.sound(Signal.sine(frames: 3000, amplitude: 0.3))
    for start in [2000, 4500, 5500, 8000, 10_000] as [Int64] {
      var options = OneShot.Options()
      options.start = start
      options.stop = start + 2000
      try rig.engine.playOneShot(tone, on: child, options)
    }
    return group
  }

  private func output(
    pausing: Bool, blocks: [Int] = [512], _ change: ((Rig, Bus) throws -> Void)? = nil
  ) throws -> [Float] {
    let rig = try Rig()
    let group = try scene(rig)
    if pausing {
      try group.pause(at: Self.pause)
      try group.resume(at: Self.resume)
    }
    try change?(rig, group)
    return rig.left(24_000, blocks: blocks)
  }

  @Test func everythingOnAPausedBusStandsStill() throws {
    let straight = try output(pausing: false)
    let paused = try output(pausing: true)
    // The fade-out ends after the ramp; the time of the group stops there.
    let still = Int(Self.pause) + Rig.ramp
    #expect(paused[..<Int(Self.pause)] == straight[..<Int(Self.pause)])
    #expect(paused[(still + 1)..<Int(Self.resume)].allSatisfy { $0 == 0 })
    let stop = Int(Self.resume) - still
    for frame in Int(Self.resume) + Rig.ramp + 1..<24_000 {
      #expect(abs(paused[frame] - straight[frame - stop]) < 1e-5)
      if abs(paused[frame] - straight[frame - stop]) >= 1e-5 { return }
    }
  }

  @Test(arguments: [[1000], [64, 511, 7], [1, 300]])
  func aPauseDoesNotDependOnBlocks(blocks: [Int]) throws {
    #expect(try output(pausing: true, blocks: blocks) == output(pausing: true))
  }

  @Test(arguments: FadeShape.allCases)
  func aPauseFadesOnItsCurve(shape: FadeShape) throws {
    let rig = try Rig()
    let group = try rig.bus()
    try rig.stereo([Float](repeating: 0.5, count: 90_000), on: group).start()
    rig.render(1000)
    try group.pause(over: Fade(4000, shape: shape), at: 2000)
    try group.resume(over: Fade(4000, shape: shape), at: 10_000)
    let output = rig.left(20_000, blocks: [64, 511, 7])
    #expect(largestStep(output) < 0.002)
    #expect(output[999] == 0.5)
    #expect(output[6000..<8999].allSatisfy { $0 == 0 })
    #expect(output[13_100] == 0.5)
  }

  @Test func aPausedGroupHoldsItsPositions() throws {
    let rig = try Rig()
    let group = try rig.bus()
    let player = try rig.stereo([Float](repeating: 0.5, count: 90_000), on: group)
    try player.start()
    rig.render(1000)
    try group.pause()
    rig.render(2000)
    let position = player.position
    rig.render(5000)
    #expect(player.position == position)
    #expect(group.isPaused)
    try group.resume()
    rig.render(1000)
    #expect(player.position == position + 1000)
  }

  @Test func whatStartsOnAPausedBusWaits() throws {
    let rig = try Rig()
    let group = try rig.bus()
    try group.pause()
    rig.render(1000)
    let samples = [Float](repeating: 0.5, count: 90_000)
    try rig.stereo(samples, on: group).start()
    try rig.stereo(samples, on: group).start(at: 3000)
    try rig.engine.playOneShot(rig.sound(samples, channels: 1), on: group, OneShot.Options())
    #expect(rig.left(9000).allSatisfy { $0 == 0 })
    try group.resume()
    let output = rig.left(4000)
    let one: Float = 1
    #expect(abs(output[1500] - one) < 1e-5)
    // The second player waits as long as before the resume: 2000 frames.
    #expect(abs(output[1990] - one) < 1e-5)
    #expect(abs(output[2300] - one - 0.5) < 1e-5)
  }

  @Test func aBusInAPausedBusStaysPausedItself() throws {
    let rig = try Rig()
    let group = try rig.bus()
    let child = try rig.bus(into: group)
    try rig.stereo([Float](repeating: 0.5, count: 90_000), on: child).start()
    try child.pause()
    try group.pause()
    rig.render(2000)
    try group.resume()
    #expect(rig.left(2000).allSatisfy { $0 == 0 })
    try child.resume()
    #expect(rig.left(2000).last == 0.5)
  }

  @Test func otherBusesPlayOn() throws {
    let rig = try Rig { $0.maxHeard = 4 }
    let group = try rig.bus()
    let sound = try rig.sound([Float](repeating: 0.1, count: 50_000))
    for _ in 0..<4 { try rig.engine.playOneShot(sound, on: group, OneShot.Options()) }
    rig.render(1000)
    try group.pause()
    rig.render(1000)
    try rig.engine.playOneShot(sound, on: rig.master, OneShot.Options())
    #expect(abs(rig.left(2000).last! - 0.1) < 1e-6)
    try group.resume()
    #expect(abs(rig.left(4000).last! - 0.4) < 1e-6)
  }

  @Test func allPlayersOfAGroupStopInOneCall() throws {
    let rig = try Rig()
    let group = try rig.bus()
    let child = try rig.bus(into: group)
    let samples = [Float](repeating: 0.1, count: 90_000)
    let players = try [rig.stereo(samples, on: group), rig.stereo(samples, on: child)]
    let other = try rig.stereo(samples, on: rig.master)
    for player in players + [other] { try player.start() }
    let sound = try rig.sound(samples)
    try rig.engine.playOneShot(sound, on: child, OneShot.Options())
    var later = OneShot.Options()
    later.start = 20_000
    try rig.engine.playOneShot(sound, on: group, later)
    rig.render(1000)
    try group.stopPlayers(over: 2000, at: 4000)
    let output = rig.left(30_000)
    #expect(output[2999] > 0.3)
    #expect(output[4000] > 0.15)
    #expect(output[5001...].allSatisfy { $0 == 0.1 })
    #expect(players.allSatisfy { $0.state == .stopped })
    #expect(rig.engine.stats.heardOneShots == 0)
  }

  @Test func aOneShotThatIsPlayedAfterTheStopOfItsGroupPlays() throws {
    let rig = try Rig()
    let group = try rig.bus()
    let sound = try rig.sound([Float](repeating: 0.1, count: 3000))
    try rig.engine.playOneShot(sound, on: group, OneShot.Options())
    rig.render(9000)  // its number is free
    try group.stopPlayers(over: nil, at: 0)
    try rig.engine.playOneShot(sound, on: group, OneShot.Options())
    #expect(rig.engine.stats.heardOneShots == 0)
    #expect(rig.left(2000).last! > 0.05)
    #expect(rig.engine.stats.heardOneShots == 1)
  }

  @Test func playersOfAPausedBusEndAtOnce() throws {
    let rig = try Rig { ($0.maxPlayers, $0.maxBuses) = (1, 3) }
    for _ in 0..<5 {
      let group = try rig.bus()
      let player = try rig.stereo([Float](repeating: 0.5, count: 9000), on: group)
      try player.add(.delay)
      try player.start()
      rig.render(2000)
      try group.pause()
      rig.render(2000)
      player.release()
      group.release()
      rig.render(9000)
    }
  }

  @Test func aRenderToTheEndDoesNotWaitForAPausedBus() throws {
    let rig = try Rig()
    let group = try rig.bus()
    try rig.stereo([Float](repeating: 0.5, count: 90_000), on: group).start()
    try rig.stereo([Float](repeating: 0.5, count: 9000), on: rig.master).start()
    rig.render(1000)
    try group.pause()
    var frames = 0
    try rig.engine.renderOffline(frames: nil) { _, count in frames += count }
    #expect(frames < 10_000)
  }

  @Test(arguments: [[512], [64, 511, 7], [3000]])
  func aFadeOfAPauseLastsItsFramesAfterTheSound(blocks: [Int]) throws {
    let rig = try Rig()
    let group = try rig.bus()
    try rig.stereo([Float](repeating: 0.5, count: 3000), on: group).start()
    try group.pause(over: Fade(4000, shape: .smooth), at: 1000)
    let later = try rig.stereo([Float](repeating: 0.5, count: 9000), on: group)
    try later.start(at: 4990)
    try group.resume(at: 10_000)
    let output = rig.left(20_000, blocks: blocks)
    // 10 frames of the second sound have passed before the pause.
    #expect(output[5000..<10_000].allSatisfy { $0 == 0 })
    #expect(later.state == .ended)
    #expect(output[18_980] == 0.5)
    #expect(output[19_300...].allSatisfy { $0 == 0 })
  }

  @Test func aMasterPauseStopsTheWholeEngine() throws {
    let rig = try Rig { $0.hasLimiter = true }
    let player = try rig.stereo([Float](repeating: 0.5, count: 90_000), on: rig.bus())
    try player.start()
    rig.render(1000)
    try rig.master.pause()
    rig.render(1000)
    #expect(rig.left(1000).allSatisfy { $0 == 0 })
    try rig.master.resume()
    #expect(abs(rig.left(2000).last! - 0.5) < 1e-4)
  }
}
