import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Rendering ahead, on one thread and on several, gives the samples of voices that are rendered
/// with their blocks.
@Suite("Render teams")
struct TeamTests {
  private static let kinds: [EffectKind] = [.pitch, .filter, .reverb]

  /// Ten players with effects on two buses. Some are streamed and looped; some are moved, stopped
  /// and seeked meanwhile. The result includes their positions.
  /// - Parameter threads: 0: nothing is rendered ahead.
  private func performance(threads: Int, blocks: [Int], nonfinite: Bool = false) throws -> [Float] {
    let rig = try Rig {
      $0.threads = max(1, threads)
      $0.rendersAhead = threads > 0
      $0.pieceNanoseconds = 0
      $0.maxPlayers = 16
    }
    let bus = try rig.engine.makeBus(into: rig.master)
    var effects: [Effect] = []
    let players = try (0..<10).map { number in
      var samples = Signal.music(frames: 30_000 + 997 * number, channels: 2, seed: UInt64(number))
      if nonfinite, number == 3 { samples[20_000] = 3e38 }
      let sound =
        try number % 3 == 1
        ? rig.streamed(samples, channels: 2) : rig.sound(samples, channels: 2)
      let player = try rig.player(sound, on: number % 2 == 0 ? bus : nil)
      if number == 4 { try player.setSpeed(1.4, over: 5000, at: 2500) }
      if number == 8 { try player.setReversed(true) }
      if number > 6 { try player.setLoop(begin: 5000, end: 9700, count: 1) }
      for kind in Self.kinds.prefix(1 + number % 3) {
        effects.append(try player.add(kind))
      }
      try player.start(at: Int64(300 * number))
      return player
    }
    try effects[0].set(0, value: 300, over: 100, at: 7000)
    try players[2].stop(at: 9000)
    var output: [Float] = []
    for (turn, block) in blocks.enumerated() {
      output += rig.render(block, blocks: [block])
      output += players.dropFirst(2).map { Float($0.position) }
      if turn == 2 { try players[5].seek(to: 1000) }
      if turn == 3 { try players[4].setGain(db: -6) }
      if turn == 4 { players[1].release() }
    }
    rig.engine.close()
    return output
  }

  @Test(arguments: [1, 2, 3, 5])
  func giveTheSameSamples(threads: Int) throws {
    let blocks = [4000, 64, 3000, 4096, 511, 9000, 20_000]
    let alone = try performance(threads: 0, blocks: blocks)
    let together = try performance(threads: threads, blocks: blocks)
    #expect(alone.contains { $0.magnitude > 0.1 })
    let isSame = alone == together
    #expect(isSame)
  }

  @Test func recoverFromNonfiniteSamples() throws {
    let blocks = [12_000, 12_000]
    let isSame =
      try performance(threads: 0, blocks: blocks, nonfinite: true)
      == performance(threads: 2, blocks: blocks, nonfinite: true)
    #expect(isSame)
  }

  /// Threads sleep between renders, wake for a render, and end with the engine.
  @Test func sleepBetweenRenders() throws {
    let rig = try Rig { $0.threads = 3 }
    for _ in 0..<3 {
      let player = try rig.player(rig.sound(Signal.noise(count: 40_000), channels: 1))
      try player.add(.reverb)
      try player.start()
    }
    for _ in 0..<10 {
      let isHeard = rig.render(1000).contains { $0 != 0 }
      #expect(isHeard)
      Instant.pause(milliseconds: 1)
    }
    rig.engine.close()
  }
}
