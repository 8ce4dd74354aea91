import AhaBase
import AhaDSP
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaEngine

@Suite struct NextSoundTests {
  static let sine = Signal.sine(frames: 24_000, frequency: 441)

  /// Where the samples of the first and of the second sound are.
  enum Kind: CaseIterable { case resident, streamed, mixed, mixedBack }

  private func sounds(_ rig: Rig, _ kind: Kind, cutAt cut: Int = 10_007) throws -> [Sound] {
    let (one, two) = (Array(Self.sine[..<cut]), Array(Self.sine[cut...]))
    let first = try [.resident, .mixed].contains(kind) ? rig.sound(one) : rig.streamed(one)
    let second = try [.resident, .mixedBack].contains(kind) ? rig.sound(two) : rig.streamed(two)
    return [first, second]
  }

  /// A sine cut in two is whole: the same samples.
  @Test(arguments: Kind.allCases, [[512], [1, 7, 64, 511]])
  func aSoundCutInTwoIsWhole(kind: Kind, blocks: [Int]) throws {
    let rig = try Rig()
    let sounds = try sounds(rig, kind)
    let player = try rig.player(sounds[0]) { $0.pan = -1 }
    try player.setNext(sounds[1])
    try player.start()
    let output = rig.left(24_000, blocks: blocks)
    #expect(output == Self.sine)
    rig.render(1000)
    #expect(player.state == .ended)
    #expect(player.length == 24_000 - 10_007)
    player.tag.store(7, ordering: .relaxed)
    let events = rig.events()
    #expect(events.map { $0.kind } == [.playerStarted, .playerContinued, .playerEnded])
    #expect(events.allSatisfy { $0.source == 7 })
  }

  /// The tail of a seek still sounds when the present sound ends, and is longer than the next one.
  @Test(arguments: [1.0, 1.3])
  func aCrossfadeOfASeekEndsInItsOwnSound(speed: Double) throws {
    let rig = try Rig()
    let sounds = try [2000, 100].map { try rig.sound([Float](repeating: 0.25, count: $0)) }
    let player = try rig.player(sounds[0]) { ($0.pan, $0.speed) = (-1, speed) }
    try player.setNext(sounds[1])
    try player.start()
    rig.render(700)
    try player.seek(to: 1950, over: Fade(480))
    let output = rig.left(300)
    #expect(output[..<100].allSatisfy { abs($0 - 0.25) < 1e-3 })
    #expect(output.allSatisfy { $0.isFinite && abs($0) < 0.3 })
  }

  /// The filter of a speed reads across the join.
  @Test(arguments: Kind.allCases, [0.6, 1.7])
  func atAnotherSpeedItIsWholeToo(kind: Kind, speed: Double) throws {
    func rendered(_ kind: Kind?) throws -> [Float] {
      let rig = try Rig()
      let all = try kind.map { try sounds(rig, $0) } ?? [rig.sound(Self.sine)]
      let player = try rig.player(all[0]) { ($0.pan, $0.speed) = (-1, speed) }
      if all.count > 1 { try player.setNext(all[1]) }
      try player.start()
      return rig.left(Int(22_000 / speed), blocks: [511, 64])
    }
    #expect(try Measure.largestDifference(rendered(kind), rendered(nil)) < 1e-6)
  }

  @Test(arguments: Kind.allCases)
  func inReverseTheNextSoundBeginsAtItsEnd(kind: Kind) throws {
    let rig = try Rig()
    let sounds = try sounds(rig, kind)
    let player = try rig.player(sounds[1]) { $0.pan = -1 }
    try player.setNext(sounds[0])
    try player.setReversed(true)
    try player.start()
    let output = rig.left(24_000)
    let expected = Array(Self.sine.reversed())
    #expect(output[Rig.ramp...] == expected[Rig.ramp...])
  }

  @Test(arguments: Kind.allCases, [[512], [1, 7, 64, 511]])
  func aCrossfadeSumsBothSounds(kind: Kind, blocks: [Int]) throws {
    let rig = try Rig()
    let ones = [Float](repeating: 0.5, count: 12_000)
    let first = try [.resident, .mixed].contains(kind) ? rig.sound(ones) : rig.streamed(ones)
    let second = try [.resident, .mixedBack].contains(kind) ? rig.sound(ones) : rig.streamed(ones)
    let player = try rig.player(first) { $0.pan = -1 }
    try player.setNext(second, over: Fade(4000))
    try player.start()
    let output = rig.left(22_000, blocks: blocks)
    // Linear fades of equal sounds: the sum is steady, and lasts 4000 frames less than both.
    #expect(output[300..<19_900].allSatisfy { abs($0 - 0.5) < 1e-5 })
    #expect(output[20_300...].allSatisfy { $0 == 0 })
    #expect(rig.events().first { $0.kind == .playerContinued }?.frame == 8000)
  }

  @Test func loopsComeFirstAndTheNextSoundHasNone() throws {
    let rig = try Rig()
    let sounds = try sounds(rig, .resident, cutAt: 4800)
    let player = try rig.player(sounds[0]) { ($0.pan, $0.loopCount) = (-1, 2) }
    try player.setNext(sounds[1])
    try player.start()
    let output = rig.left(3 * 4800 + 19_200)
    #expect(Measure.largestDifference(output[(3 * 4800)...], Self.sine[4800...]) < 1e-6)
    rig.render(1000)
    #expect(player.state == .ended)
    // A start plays the present sound.
    try player.start()
    #expect(Measure.largestDifference(rig.left(4000)[300...], Self.sine[5100..<8800]) < 1e-6)
  }

  @Test func anotherNextSoundReplacesAndNoneEnds() throws {
    let rig = try Rig()
    let sounds = try sounds(rig, .streamed)
    let player = try rig.player(sounds[0])
    try player.setNext(sounds[0])
    try player.setNext(sounds[1])
    try player.start()
    rig.render(1000)
    #expect(try rig.engine.locked { () throws(AhaError) in player.sounds.count } == 2)
    try player.setNext(nil)
    rig.render(12_000)
    #expect(player.state == .ended)
    #expect(try rig.engine.locked { () throws(AhaError) in player.sounds.count } == 1)
  }

  @Test func aListOfSoundsKeepsOnlyThePresentAndTheNext() throws {
    let rig = try Rig()
    let parts = stride(from: 0, to: 24_000, by: 3000).map {
      Array(Self.sine[$0..<($0 + 3000)])
    }
    let player = try rig.player(rig.sound(parts[0])) { $0.pan = -1 }
    try player.start()
    var output: [Float] = []
    for (index, part) in parts.enumerated().dropFirst() {
      try player.setNext(index % 2 == 0 ? rig.sound(part) : rig.streamed(part))
      while !rig.events().contains(where: { $0.kind == .playerContinued }) {
        output += rig.left(400)
      }
      #expect(try rig.engine.locked { () throws(AhaError) in player.sounds.count } <= 2)
    }
    output += rig.left(24_000 - output.count)
    #expect(output == Self.sine)
  }

  @Test func aStopDuringACrossfadeEndsBoth() throws {
    let rig = try Rig()
    let ones = try rig.sound([Float](repeating: 0.5, count: 48_000))
    let player = try rig.player(ones)
    try player.setNext(ones, over: Fade(24_000))
    try player.start()
    rig.render(36_000)
    try player.stop()
    let output = rig.left(2000)
    #expect(output[(Rig.ramp + 2)...].allSatisfy { $0 == 0 })
    #expect(largestStep(output) < 0.01)
    #expect(player.state == .stopped)
  }

  @Test func aFadeOfTheGainDuringACrossfadeFadesBoth() throws {
    let rig = try Rig()
    let halves = try rig.sound([Float](repeating: 0.5, count: 48_000))
    let player = try rig.player(halves) { $0.pan = -1 }
    try player.setNext(halves, over: Fade(40_000))
    try player.start()
    rig.render(10_000)
    try player.setGain(db: -.infinity, over: Fade(10_000))
    let output = rig.left(10_001)
    // The crossfade of equal sounds is steady, so the fade alone is heard.
    #expect((0...10).allSatisfy { abs(output[$0 * 1000] - 0.5 * (1 - Float($0) / 10)) < 1e-3 })
  }

  @Test func soundsOfOtherRatesAndEnginesAreRefused() throws {
    let (rig, other) = (try Rig(), try Rig())
    let player = try rig.player(rig.sound(Self.sine))
    #expect(throws: AhaError.self) { try player.setNext(other.sound(Self.sine)) }
  }
}
