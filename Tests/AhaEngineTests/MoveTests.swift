import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Players and buses that move between buses whose effects have other latencies: one place of the
/// sound is heard at one frame, so nothing is heard twice and nothing is missing.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct MoveTests {
  /// Loud at its start, as a cosine.
  static let tone = Array(
    Signal.sine(frames: 200_060, frequency: 200, amplitude: 0.25).dropFirst(60))

  struct Case: Sendable, CustomTestStringConvertible {
    let kind: EffectKind
    var isNew = false
    var isStreamed = false
    var hasChain = false

    var testDescription: String {
      "\(kind)\(isNew ? ", new" : "")\(isStreamed ? ", streamed" : "")\(hasChain ? ", chain" : "")"
    }
  }

  static let cases: [Case] = [
    Case(kind: .pitch), Case(kind: .pitch, isNew: true), Case(kind: .limiter),
    Case(kind: .limiter, isNew: true),
    Case(kind: .pitch, isStreamed: true), Case(kind: .pitch, isNew: true, isStreamed: true),
    Case(kind: .pitch, hasChain: true), Case(kind: .filter),
  ]

  /// Steps and levels of a move that crossfades two equal signals.
  private func expectSteady(_ output: [Float], _ what: String) {
    let peak = output.reduce(0) { max($0, $1.magnitude) }
    #expect(peak < 0.25 * 1.122, "\(what)")
    let tone = largestStep(Array(Self.tone.prefix(1000)))
    #expect(largestStep(output) < 1.5 * tone + 0.5 / Float(Rig.ramp), "\(what)")
    var silent = 0
    var longest = 0
    for sample in output {
      silent = sample.magnitude < 1e-5 ? silent + 1 : 0
      longest = max(longest, silent)
    }
    #expect(longest < 48, "\(what)")
  }

  /// The new bus wakes, and its phaser begins, where the fade of a seek has ended.
  @Test(arguments: [false, true], [EffectKind.phaser, .limiter])
  func aMoveDoesNotDependOnBlocks(ofBus: Bool, kind: EffectKind) throws {
    let outputs = try [[512], [64], [1, 7, 300]].map { blocks in
      let rig = try Rig()
      let (from, into) = try (rig.bus(), rig.bus(into: nil, kind))
      let player = try rig.player(rig.sound(Self.tone), on: from)
      try player.start()
      let before = rig.render(2003, blocks: blocks)
      if ofBus {
        try from.setParent(into)
      } else {
        try player.seek(to: 100, over: 3000)
        try player.setBus(into)
      }
      return before + rig.render(9000, blocks: blocks)
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] == outputs[2])
  }

  @Test(arguments: cases)
  func aPlayerMovesToALateBusAndBack(move: Case) throws {
    let rig = try Rig()
    let samples = Self.tone.flatMap { [$0, $0] }
    let sound =
      try move.isStreamed
      ? rig.streamed(samples, channels: 2) : rig.sound(samples, channels: 2)
    let player = try rig.player(sound)
    if move.hasChain { try player.add(.limiter) }
    let bus = try move.isNew ? nil : rig.bus(into: nil, move.kind)
    try player.start()
    rig.render(20_111)
    let late = try bus ?? rig.bus(into: nil, move.kind)
    try player.setBus(late)
    expectSteady(rig.left(20_000), "into")
    #expect(rig.left(480).contains { $0 > 0.2 })
    try player.setBus(rig.master)
    expectSteady(rig.left(20_000), "out")
  }

  @Test(arguments: [EffectKind.pitch, .limiter], [false, true])
  func aBusMovesToALateOneAndBack(kind: EffectKind, hasSend: Bool) throws {
    let rig = try Rig()
    let (source, late) = (try rig.bus(), try rig.bus(into: nil, kind))
    if hasSend {
      let mute = try rig.bus()
      try mute.setMuted(true)
      _ = try source.makeSend(to: mute, point: .afterFader, gainDb: 0)
    }
    try rig.stereo(Self.tone, on: source).start()
    rig.render(20_111)
    for target in [late, rig.master, late] {
      try source.setParent(target)
      expectSteady(rig.left(20_000), "\(hasSend)")
    }
  }

  /// - Parameter silence: Frames rendered before the moves.
  @Test(arguments: [0, 700], [false, true])
  func aSoundAfterMovesOfItsSilentBusBeginsAtOnce(silence: Int, hasSend: Bool) throws {
    func perform(hasMoves: Bool) throws -> [Float] {
      let rig = try Rig()
      let (source, group, mute) = (try rig.bus(), try rig.bus(), try rig.bus())
      let player = try rig.stereo(Self.tone, on: source)
      try mute.setMuted(true)
      if hasSend { _ = try source.makeSend(to: mute, point: .afterFader, gainDb: 0) }
      rig.render(silence)
      for parent in hasMoves ? [group, rig.master, group] : [] {
        try source.setParent(parent)
        try player.setBus(parent)
        try player.setBus(source)
      }
      try player.start()
      return rig.left(1000)
    }
    #expect(try perform(hasMoves: true) == perform(hasMoves: false))
  }

  @Test(arguments: [false, true])
  func aBusThatHasFallenSilentMovesAtOnce(hasSend: Bool) throws {
    let rig = try Rig()
    let (source, late, mute) = (try rig.bus(), try rig.bus(into: nil, .limiter), try rig.bus())
    try mute.setMuted(true)
    if hasSend { _ = try source.makeSend(to: mute, point: .afterFader, gainDb: 0) }
    var heard: [[Float]] = []
    for target in [late, rig.master, late] {
      try rig.stereo(Array(Self.tone.prefix(1000)), on: source).start()
      heard.append(Array(rig.left(4000).prefix(900)))
      try source.setParent(target)
    }
    for round in heard {
      #expect(zip(round, heard[0]).map { abs($0 - $1) }.max()! < 1e-7)
    }
  }

  /// The second move begins when the first one has ended.
  @Test func movesFollowEachOther() throws {
    let rig = try Rig()
    let (first, second) = (try rig.bus(into: nil, .pitch), try rig.bus(into: nil, .limiter))
    let player = try rig.stereo(Self.tone, on: rig.master)
    try player.start()
    rig.render(20_000)
    for target in [first, second, rig.master, first, rig.master] {
      try player.setBus(target)
      expectSteady(rig.left(700), "\(target.index)")
    }
    expectSteady(rig.left(40_000), "after")
    let end = rig.left(240)
    #expect(zip(end, end.dropFirst()).contains { $0.magnitude > 0.2 && $1.magnitude > 0.2 })
    player.release()
    first.release()
    second.release()
    rig.render(80_000)
    #expect(rig.engine.stats.activePlayers == 0)
    #expect(rig.render(512).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [[1], [64], [511, 3]])
  func aMoveGivesTheSameBitsInAnyBlocks(blocks: [Int]) throws {
    func perform(_ blocks: [Int]) throws -> [Float] {
      let rig = try Rig()
      let player = try rig.stereo(Self.tone, on: rig.master)
      try player.start()
      rig.render(5000)
      let late = try rig.bus(into: nil, .pitch)
      try player.setBus(late)
      let into = rig.render(9000, blocks: blocks)
      try player.setBus(rig.master)
      return into + rig.render(9000, blocks: blocks)
    }
    let whole = try perform([512])
    #expect(try perform(blocks) == whole)
  }

  // MARK: First sends

  @Test(arguments: [false, true], [SendPoint.afterFader, .beforeFader])
  func theFirstSendOfAPlayerFadesIn(hasChain: Bool, point: SendPoint) throws {
    let rig = try Rig()
    let hall = try rig.bus()
    let player = try rig.stereo(SendTests.constant, on: rig.master)
    if hasChain { try player.add(.fader) }
    try player.start()
    var output = rig.left(4800)
    _ = try player.makeSend(to: hall, point: point, gainDb: 0)
    output += rig.left(4800)
    #expect(output.last == 0.5)
    #expect(largestStep(Array(output.dropFirst(Rig.ramp))) < 1.5 * 0.25 / Float(Rig.ramp))
  }

  @Test func theGainOfAFirstSendsPlayerIsRamped() throws {
    let rig = try Rig()
    let hall = try rig.bus()
    let player = try rig.stereo(SendTests.constant, on: rig.master)
    try player.start()
    rig.render(4800)
    let before = rig.left(1)
    _ = try player.makeSend(to: hall, point: .afterFader, gainDb: -.infinity)
    try player.setGain(db: -40)
    #expect(largestStep(before + rig.left(4800)) < 1.5 * 0.25 / Float(Rig.ramp))
  }
}
