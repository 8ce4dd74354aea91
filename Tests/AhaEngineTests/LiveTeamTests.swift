import AhaBase
import AhaDSP
import AhaTestSupport
import CShims
import Synchronization
import Testing

@testable import AhaEngine

/// Helper threads of an engine that a device pulls.
@Suite("Live render teams")
struct LiveTeamTests {
  private static let blocks = [128, 512, 37, 1024]

  private func rig(threads: Int, isOffline: Bool = false) throws -> Rig {
    try Rig {
      ($0.isOffline, $0.threads, $0.pieceNanoseconds) = (isOffline, threads, 0)
      $0.rendersAhead = threads > 0
      $0.threads = max(1, threads)
    }
  }

  /// Six players with effects on four buses with effects, of which one has sends.
  private func fill(_ rig: Rig) throws -> [Player] {
    let outer = try rig.bus()
    try rig.insert(.filter, into: outer)
    let kinds: [EffectKind] = [.reverb, .pitch, .compressor, .filter]
    let buses = try kinds.map { kind in
      let bus = try rig.bus(into: kind == .filter ? outer : nil)
      try rig.insert(kind, into: bus)
      return bus
    }
    _ = try buses[0].makeSend(to: outer, point: .afterFader, gainDb: -6)
    return try (0..<6).map { number in
      let sound = try rig.sound(
        Signal.music(frames: 40_000, channels: 2, seed: UInt64(number)), channels: 2)
      let player = try rig.player(sound, on: buses[number % 4])
      try player.add(number % 2 == 0 ? .pitch : .filter)
      try player.setLoop(begin: 3000, end: 33_000, count: .max)
      try player.start()
      return player
    }
  }

  private func performance(threads: Int, isOffline: Bool = false) throws -> [Float] {
    let rig = try rig(threads: threads, isOffline: isOffline)
    let players = try fill(rig)
    var output = rig.render(20_000, blocks: Self.blocks)
    try players[1].setGain(db: -9)
    players[2].release()
    output += rig.render(20_000, blocks: Self.blocks)
    rig.engine.close()
    return output
  }

  @Test(arguments: [1, 2, 3, 9])
  func giveTheSameSamples(threads: Int) throws {
    let alone = try performance(threads: 0, isOffline: true)
    #expect(alone.contains { $0.magnitude > 0.1 })
    let isSame = try performance(threads: threads) == alone
    #expect(isSame)
  }

  /// A helper that the kernel never runs.
  @Test func theRendererDoesTheWorkOfAbsentHelpers() throws {
    let rig = try rig(threads: 4)
    let state = try #require(rig.engine.team).state
    for number in 1..<4 {
      let isAbsent = state.value.enter(number, id: shim_thread_id())
      #expect(isAbsent)
    }
    _ = try fill(rig)
    let output = rig.render(20_000, blocks: Self.blocks)
    for number in 1..<4 { state.value.leave(number, id: shim_thread_id()) }
    let alone = try self.rig(threads: 0)
    _ = try fill(alone)
    let isSame = alone.render(20_000, blocks: Self.blocks) == output
    #expect(isSame)
  }

  /// The renderer waits longer than it spins.
  @Test func aRoundEndsAfterTheWorkOfItsHelpers() throws {
    var settings = EngineSettings()
    settings.threads = 2
    let team = try RenderTeam(settings)
    let state = team.state
    let isDone = Reference(holding: Atomic<Bool>(false))
    let hasClaimed = Reference(holding: Atomic<Bool>(false))
    let isFinishing = Reference(holding: Atomic<Bool>(false))
    state.value.begin(2, state: state)
    let thread = try Thread(name: "late") {
      let id = shim_thread_id()
      _ = state.value.enter(1, id: id)
      let piece = state.value.next(for: 1)
      hasClaimed.value.store(true, ordering: .releasing)
      // A renderer that arrives after the pause would not wait.
      while !isFinishing.value.load(ordering: .acquiring) { Instant.pause(milliseconds: 1) }
      Instant.pause(milliseconds: 100)
      isDone.value.store(piece == 1, ordering: .relaxed)
      state.value.finishPiece()
      state.value.leave(1, id: id)
    }
    while !hasClaimed.value.load(ordering: .acquiring) { Instant.pause(milliseconds: 1) }
    let pieces = [state.value.next(for: 0), state.value.next(for: 0)]
    #expect(pieces == [0, nil])
    state.value.finishPiece()
    isFinishing.value.store(true, ordering: .releasing)
    state.value.finish(2)
    // A helper that was this late may be starved.
    let isAlone = state.value.worksAlone()
    #expect(isAlone)
    let hasWaited = isDone.value.load(ordering: .relaxed)
    #expect(hasWaited)
    thread.join()
    let isFree = state.value.enter(1, id: shim_thread_id())
    #expect(isFree)
    isDone.deallocate()
    hasClaimed.deallocate()
    isFinishing.deallocate()
  }

  @Test func helpersSleepWhileNothingIsRendered() throws {
    let rig = try rig(threads: 3)
    _ = try fill(rig)
    rig.render(10_000)
    let state = try #require(rig.engine.team).state
    let sleepers = { state.value.sleepers.load(ordering: .sequentiallyConsistent) }
    let deadline = Instant.after(milliseconds: 60_000)
    while sleepers() < 2, Instant.now() < deadline { Instant.pause(milliseconds: 1) }
    #expect(sleepers() == 2)
    rig.render(10_000)
  }

  @Test func aRoundIsDividedIntoNeighborsOfEqualCost() throws {
    var settings = EngineSettings()
    (settings.threads, settings.isOffline) = (2, true)
    let memory = MemoryBlocks()
    var ahead = try Lookahead(settings, in: memory)
    func list() {
      ahead.begin(512)
      for voice in 0..<9 { ahead.add(AheadWork(index: voice, frames: 2000)) }
      ahead.divide()
    }
    // Unknown costs: one for each piece.
    list()
    #expect(ahead.pieces == 9)
    // Eight voices of 5 microseconds, and one of 50.
    for _ in 0..<20 {
      for voice in 0..<9 { ahead.learn(voice..<voice + 1, nanoseconds: voice == 4 ? 50_000 : 5000) }
    }
    list()
    #expect((0..<ahead.pieces).map { ahead.works(of: $0) } == [0..<4, 4..<5, 5..<9])
  }
}
