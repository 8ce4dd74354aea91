import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaEngine

/// One-shots in space, the reports of their ends, and one-shots of files.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct OneShotSpaceTests {
  private func space(_ x: Double, _ z: Double, doppler: Double = 0) -> Space {
    var space = Space()
    space.position = Vector(x: x, y: 0, z: z)
    space.velocity = Vector(x: 30, y: 0, z: 0)
    space.doppler = doppler
    return space
  }

  private func listener(_ x: Double) -> Listener {
    var listener = Listener()
    listener.position = Vector(x: x, y: 0, z: 0)
    return listener
  }

  private func ends(_ rig: Rig) -> [HostEvent] { rig.events().filter { $0.kind == .oneShotEnded } }

  @Test(arguments: [0.0, 1.0])
  func aOneShotInSpaceHasTheSamplesOfAPlayer(doppler: Double) throws {
    func output(_ start: (Rig, Sound) throws -> Void) throws -> [Float] {
      let rig = try Rig()
      let sound = try rig.sound(Signal.music(frames: 30_000, channels: 1))
      try rig.engine.setListener(listener(-1))
      try start(rig, sound)
      let before = rig.render(3000)
      // The player's speed would follow: only its gain and pan are compared.
      if doppler == 0 { try rig.engine.setListener(listener(5), over: nil, at: 5000) }
      return before + rig.render(20_000, blocks: [1, 511, 64])
    }
    let expected = try output { rig, sound in
      let player = try rig.player(sound) { ($0.gainDb, $0.pan) = (-3, 0.2) }
      try player.setSpace(space(3, -2, doppler: doppler))
      try player.start(at: 100)
    }
    let found = try output { rig, sound in
      try rig.play(sound) {
        ($0.gainDb, $0.pan, $0.start) = (-3, 0.2, 100)
        $0.space = space(3, -2, doppler: doppler)
      }
    }
    #expect(expected.contains { $0.magnitude > 0.05 })
    #expect(zip(expected, found).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func aMoveForALaterFrameDoesNotReachTheNextOneShot() throws {
    let rig = try Rig { $0.maxOneShots = 1 }
    try rig.play(rig.sound([Float](repeating: 0.5, count: 100))) { $0.space = space(0, -1) }
    try rig.engine.setListener(listener(500), over: nil, at: 3000)
    rig.render(1000)
    try rig.engine.setListener(Listener())
    try rig.play(rig.sound([Float](repeating: 0.5, count: 9000))) {
      ($0.pan, $0.space) = (-1, space(0, -1))
    }
    let output = rig.left(6000)
    #expect(abs(output[5000] - output[1000]) < 1e-6)
  }

  @Test func anEndIsReportedWithTheNumberOfTheHost() throws {
    let rig = try Rig { $0.maxHeard = 1 }
    let sound = try rig.sound([Float](repeating: 0.5, count: 4000))
    try rig.play(sound) { ($0.number, $0.start) = (7, 500) }
    try rig.play(sound) { ($0.number, $0.stop, $0.priority) = (-8, 1000, 1) }
    try rig.play(sound) { ($0.number, $0.chokeGroup) = (9, 1) }
    try rig.play(sound) { ($0.start, $0.chokeGroup) = (2000, 1) }
    rig.render(9000, blocks: [333])
    let ends = ends(rig).sorted { $0.frame < $1.frame }
    #expect(ends.map(\.value) == [-8, 9, 7])
    #expect(ends[0].frame == 1000 + Int64(Rig.ramp))
    #expect(ends[2].frame == 4500)
    #expect(ends.allSatisfy { $0.source == 0 })
  }

  @Test func anEarCannotBeDelayed() throws {
    let rig = try Rig()
    let sound = try rig.sound([1, 1])
    var place = space(1, 1)
    place.delaysEars = true
    #expect(throws: AhaError.self) { try rig.play(sound) { $0.space = place } }
  }

  @Test func aStreamedFileHasTheSamplesOfAPlayerAndEnds() throws {
    let samples = Signal.music(frames: 20_000, channels: 1)
    func output(_ start: (Rig) throws -> Void) throws -> (Rig, [Float]) {
      let rig = try Rig { $0.maxPlayers = 1 }
      try start(rig)
      return (rig, rig.render(40_000))
    }
    let expected = try output { rig in
      let player = try rig.player(rig.streamed(samples)) { ($0.pan, $0.speed) = (0.5, 1.5) }
      try player.start(at: 300, velocity: 0.5)
    }.1
    let (rig, found) = try output { rig in
      var options = OneShot.Options()
      (options.pan, options.speed, options.start, options.velocity) = (0.5, 1.5, 300, 0.5)
      options.number = 3
      try rig.engine.playStreamed(rig.streamed(samples), on: rig.master, options)
    }
    let isSame = found == expected
    #expect(isSame)
    // Its player, the only one, is free again.
    _ = try rig.player(rig.sound([1]))
    let events = rig.events()
    #expect(events.map(\.kind) == [.oneShotEnded])
    #expect(events.first?.value == 3)
  }

  @Test func aFileInMemoryIsAOneShot() throws {
    let rig = try Rig()
    let bytes = try encode([Float](repeating: 0.5, count: 2000), Kind(.wav, .float32), channels: 1)
    var options = OneShot.Options()
    options.pan = -1
    try rig.engine.playFile(
      bytes.withUnsafeBytes { try MemoryStream(copying: $0) }, on: rig.master, options)
    #expect(abs(rig.left(2000)[1000] - 0.5) < 1e-5)
    #expect(rig.engine.stats.activePlayers == 0)
  }
}
