import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct TimelineTests {
  static let music = Signal.music(frames: 30_000, channels: 2)

  /// All features at once, with different latencies: six tracks on two buses, lanes of all curves,
  /// a loop region, commands at frames and between renders.
  func performance(_ blocks: [Int]) throws -> [Float] {
    let t = try TimelineRig { $0.hasLimiter = true }
    let outer = try t.engine.makeBus(into: t.rig.master)
    let inner = try t.engine.makeBus(into: outer)
    let room = try t.add(.reverb, to: outer)
    _ = try t.add(.pitch, to: inner)
    let music = try t.rig.sound(TimelineTests.music, channels: 2)
    let tone = try t.rig.sound(Signal.sine(frames: 7000, amplitude: 0.9))
    let plain = try t.clip(music, at: 300)
    let high = try t.clip(music, at: 2000, on: inner, [.pitch, .filter])
    let loud = try t.clip(tone, at: 1111, on: inner, [.fader])
    let far = try t.clip(tone, at: 5000, on: outer, [.delay, .reverb, .fader])
    let late = try t.clip(music, at: 21_000, on: inner, [.limiter, .filter])
    let bare = try t.clip(tone, at: 9000, on: outer)
    try loud.player.setLoop(begin: 500, end: 2500, count: 3)
    try bare.player.setLoop(begin: 100, end: 4000, count: Loop.forever)
    let wah: Points = [(0, 300, .exponential), (7000, 9000, .smooth), (15_000, 500, .step)]
    try t.timeline.setLane(of: high.effects[1], 2, wah + [(20_000, 4000, .linear)])
    try t.timeline.setLane(of: high.effects[0], 0, [(0, 0, .linear), (9000, 700, .linear)])
    try t.timeline.setLane(of: high.effects[1], 0, [(3000, 1, .step), (8000, 0, .step)])
    try t.timeline.setLane(of: loud.effects[0], 0, [(1500, -40, .smooth), (4000, 0, .linear)])
    try t.timeline.setLane(
      of: far.effects[2], 1, [(0, -1, .linear), (6000, 1, .linear), (6000, -1, .linear)])
    try t.timeline.setLane(
      of: late.effects[1], 2, (0..<900).map { (Int64(20_000 + 3 * $0), Float(300 + $0), .linear) })
    try t.timeline.setLane(of: room, 5, [(0, 0, .linear), (20_000, 1, .linear)])
    try t.timeline.start(from: 0, at: 777)
    try t.timeline.seek(to: 20_500, at: 14_003)
    var output = t.rig.render(9000, blocks: blocks)
    try t.timeline.setLoop(begin: 2000, end: 22_000)
    output += t.rig.render(18_000, blocks: blocks)
    try t.timeline.setLane(of: high.effects[1], 2, wah)
    try plain.player.setGain(db: -3)
    try t.timeline.seek(to: 19_000)
    output += t.rig.render(9000, blocks: blocks)
    try t.timeline.stop()
    try t.timeline.start(from: 4000, at: 60_000)
    output += t.rig.render(40_000, blocks: blocks)
    try t.timeline.stop(at: 80_000)
    return output + t.rig.render(20_000, blocks: blocks)
  }

  @Test(arguments: [[512], [1], [7], [64], [511], [4096], [1, 512, 17, 300]])
  func givesTheSameBits(blocks: [Int]) throws {
    let reference = try performance([512])
    let cut = try performance(blocks)
    let first = zip(reference, cut).enumerated().first { $1.0 != $1.1 }.map { $0.offset / 2 }
    #expect(first == nil, "differs from frame \(first ?? 0) on")
    #expect(Measure.energy(reference.suffix(60_000)) > 1)
  }

  /// Effects ring out, then another sound follows.
  @Test(arguments: [[1], [7], [511], [4096], [1, 512, 17, 300]])
  func ringingOutDoesNotDependOnBlocks(blocks: [Int]) throws {
    func perform(_ blocks: [Int]) throws -> [Float] {
      let t = try TimelineRig { $0.hasLimiter = true }
      let bus = try t.engine.makeBus(into: t.rig.master)
      let sound = try t.rig.sound(Array(TimelineTests.music.prefix(6000)), channels: 2)
      let room = try t.add(.reverb, to: bus)
      try room.set(1, value: 0.1, over: 0)
      for start in [100, 4001, 7333] as [Int64] {
        let clip = try t.clip(sound, at: start, on: bus, [.reverb, .pitch])
        try clip.effects[0].set(1, value: 0.1, over: 0)
        _ = try t.clip(sound, at: start + 777, on: bus)
      }
      try t.timeline.setLoop(begin: 0, end: 90_000)
      try t.timeline.start()
      return t.rig.render(130_000, blocks: blocks)
    }
    let reference = try perform([512])
    let cut = try perform(blocks)
    let first = zip(reference, cut).enumerated().first { $1.0 != $1.1 }.map { $0.offset / 2 }
    #expect(first == nil, "differs from frame \(first ?? 0) on")
    #expect(reference[160_000..<179_000].allSatisfy { $0 == 0 })
    #expect(Measure.energy(reference.suffix(70_000)) > 1)
  }

  // MARK: Transport

  @Test func ordersAreHeardAtTheirFrames() throws {
    let t = try TimelineRig()
    _ = try t.clip(t.rig.sound(TimelineRig.counter(30_000), channels: 2), at: 0)
    try t.timeline.start(from: 0, at: 1001)
    try t.timeline.seek(to: 20_000, at: 5003)
    try t.timeline.stop(at: 6000)
    let output = t.left(8000, blocks: [512, 3, 100])
    #expect(output[1001] == 0 && output[1002] == 1 / Float(65_536))
    #expect(output[4000] == 2999 / Float(65_536))
    #expect(output[5500] == 20_497 / Float(65_536))
    #expect(output[6300] == 0)
    let kinds = t.rig.events().map { ($0.kind, $0.frame) }.filter { $0.0.number >= 60 }
    #expect(kinds.map(\.0) == [.timelineStarted, .timelineStopped])
    #expect(kinds.map(\.1) == [1001, 6000])
    #expect(t.timeline.position == 20_997 && !t.timeline.isRunning)
  }

  @Test func positionAndStateAreTheAudibleOnes() throws {
    let t = try TimelineRig()
    try t.timeline.seek(to: 500)
    t.rig.render(1)
    #expect(t.timeline.position == 500 && !t.timeline.isRunning)
    try t.timeline.start()
    t.rig.render(100)
    #expect(t.timeline.position == 600 && t.timeline.isRunning)
    try t.timeline.stop()
    t.rig.render(100)
    #expect(t.timeline.position == 600 && !t.timeline.isRunning)
    try t.timeline.start(from: 10)
    try t.timeline.start()
    t.rig.render(7)
    #expect(t.timeline.position == 17)
  }

  @Test func aLoopRepeatsExactly() throws {
    let t = try TimelineRig()
    let sound = try t.rig.sound(TimelineTests.music, channels: 2)
    _ = try t.clip(sound, at: 0)
    _ = try t.clip(sound, at: 4000, [.pitch])
    try t.timeline.setLoop(begin: 3000, end: 9000)
    try t.timeline.start()
    t.rig.render(9000, blocks: [100])
    let first = t.rig.render(6000, blocks: [512, 77])
    let second = t.rig.render(6000, blocks: [300])
    #expect(Array(first.dropFirst(5000)) == Array(second.dropFirst(5000)))
    #expect(Measure.largestDifference(first, second) < 1e-6)
    let loops = t.rig.events().filter { $0.kind == .timelineLooped }
    #expect(loops.map(\.frame) == [9000, 15_000] || loops.map(\.frame) == [9000, 15_000, 21_000])
    #expect(loops.first?.value == 3000)
    try t.timeline.clearLoop()
    t.rig.render(7000)
    #expect(t.timeline.position == 10_000)
  }

  /// A scheduled loop jump can still be revoked.
  @Test func scheduledJumpsCanStillChange() throws {
    func perform(_ blocks: [Int]) throws -> [Float] {
      let t = try TimelineRig()
      let sound = try t.rig.sound(TimelineRig.counter(30_000), channels: 2)
      _ = try t.clip(sound, at: 0, [.pitch])
      try t.timeline.setLoop(begin: 0, end: 5000)
      try t.timeline.start(from: 0)
      try t.timeline.stop(at: 4990)
      var output = t.rig.render(1500, blocks: blocks)
      try t.timeline.clearLoop()
      try t.timeline.start(from: 0, at: 4995)
      output += t.rig.render(8000, blocks: blocks)
      return output
    }
    let whole = try perform([512])
    #expect(try perform([1]) == whole)
    #expect(try perform([4096]) == whole)
  }

  @Test func aSeekLeadsToTheSameSound() throws {
    func perform(_ seeks: Bool) throws -> [Float] {
      let t = try TimelineRig()
      let sound = try t.rig.sound(TimelineTests.music, channels: 2)
      let clip = try t.clip(sound, at: 1000, [.fader])
      _ = try t.clip(sound, at: 15_000)
      try t.timeline.setLane(
        of: clip.effects[0], 0, [(0, 0, .linear), (9000, -20, .smooth), (29_000, 3, .linear)])
      try t.timeline.start(from: seeks ? 16_000 : 0)
      if !seeks { t.rig.render(16_000) }
      return t.rig.render(9000)
    }
    let (sought, played) = (try perform(true), try perform(false))
    #expect(Measure.largestDifference(sought.dropFirst(1200), played.dropFirst(1200)) < 1e-4)
  }

  // MARK: Misuse

  @Test func refusesInvalidCalls() throws {
    let t = try TimelineRig()
    let stranger = try TimelineRig()
    #expect(throws: AhaError.self) { try t.timeline.seek(to: -1) }
    #expect(throws: AhaError.self) { try t.timeline.start(from: Timeline.end) }
    #expect(throws: AhaError.self) { try t.timeline.stop(at: -5) }
    #expect(throws: AhaError.self) { try t.timeline.setLoop(begin: 100, end: 4899) }
    #expect(throws: AhaError.self) { try t.timeline.setLoop(begin: 100, end: 0) }
    let player = try t.rig.player(t.rig.sound([0.5, 0.5]))
    #expect(throws: AhaError.self) { try stranger.timeline.setClip(of: player, start: 0) }
    #expect(throws: AhaError.self) { try t.timeline.setClip(of: player, start: -1) }
    let loose = try t.engine.makeEffect(.filter)
    let point: Points = [(0, 500, .linear)]
    #expect(throws: AhaError.self) { try t.timeline.setLane(of: loose, 2, point) }
    let filter = try t.add(.filter, to: player)
    try t.timeline.setLane(of: filter, 2, point)
    for bad in [[(0, 5, .linear)], [(0, .nan, .linear)], [(9, 500, .linear), (8, 500, .linear)]]
      as [Points]
    {
      #expect(throws: AhaError.self) { try t.timeline.setLane(of: filter, 2, bad) }
    }
    #expect(throws: AhaError.self) { try t.timeline.setLane(of: filter, 9, point) }
    #expect(throws: AhaError.self) { try t.timeline.setLane(of: filter, 0, [(0, 0.5, .step)]) }
    #expect(throws: AhaError.self) { try t.timeline.release(loose, parameter: 2) }
    for frame in 0..<64 { try t.timeline.stop(at: Int64(100_000 + frame)) }
    #expect(throws: AhaError.self) { try t.timeline.stop(at: 200_000) }
    t.rig.render(101_000)
    try t.timeline.stop(at: 200_000)
    player.release()
    #expect(throws: AhaError.self) { try t.timeline.setClip(of: player, start: 0) }
    t.engine.close()
    #expect(throws: AhaError.self) { try t.timeline.start() }
  }
}
