import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct MetronomeTests {
  private func starts(_ rig: Rig) -> [Int64] {
    rig.events().filter { $0.kind == .playerStarted }.map(\.frame)
  }

  @Test func itClicksOnEachBeatAndHigherOnEachBar() throws {
    let rig = try Rig()
    var options = MetronomeOptions()
    options.beatsPerBar = 3
    let metronome = try rig.engine.makeMetronome(into: rig.master, options)
    try metronome.start()
    let output = rig.left(7 * 24_000)
    #expect(starts(rig) == (0..<7).map { $0 * 24_000 })
    let clicks = (0..<7).map { Array(output[$0 * 24_000..<$0 * 24_000 + 1900]) }
    #expect(clicks[0] == clicks[3] && clicks[3] == clicks[6] && clicks[1] == clicks[2])
    let crossings = clicks.map { zip($0, $0.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count }
    #expect(crossings[0] > crossings[1] * 5 / 4)
  }

  @Test func theClicksFollowARampOfTheTempo() throws {
    let rig = try Rig()
    let metronome = try rig.engine.makeMetronome(into: rig.master)
    try metronome.start()
    try rig.engine.setTempo(240, over: Fade(), at: 36_000)
    rig.render(80_000, blocks: [77])
    #expect(starts(rig) == [0, 24_000, 42_000, 54_000, 66_000, 78_000])
  }

  @Test func aStopEndsTheClicksWithTheOneOnItsFrame() throws {
    let rig = try Rig()
    let metronome = try rig.engine.makeMetronome(into: rig.master)
    try metronome.start()
    try metronome.stop(at: 48_000)
    rig.render(200_000)
    #expect(starts(rig) == [0, 24_000])
    try metronome.start()
    rig.render(60_000)
    #expect(starts(rig) == [216_000, 240_000])
  }

  @Test func aCountInBeginsWithABarAndEndsWithOne() throws {
    let rig = try Rig()
    let metronome = try rig.engine.makeMetronome(into: rig.master)
    rig.render(100_000)
    let frame = try metronome.countIn(bars: 2)
    #expect(frame == 192_000 + 2 * 96_000)
    try metronome.stop(at: frame)
    rig.render(400_000)
    #expect(starts(rig) == (8..<16).map { $0 * 24_000 })
  }

  @Test func onlyAMetronomeCountsIn() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0, 0]))
    #expect(throws: AhaError.self) { try player.countIn(bars: 1) }
  }
}
