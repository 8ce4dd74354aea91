import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// One-shots above the limit of heard ones.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct VirtualVoiceTests {
  /// Each sample tells its frame.
  private let ramp = (0..<48_000).map { Float($0) / 48_000 }

  @Test(arguments: [1.0, 0.75, 2.5], [0, 7])
  func returnsAtItsExactPosition(speed: Double, loops: UInt32) throws {
    func output(_ limit: Int) throws -> [Float] {
      let rig = try Rig { $0.maxHeard = limit }
      let sound = try rig.sound(ramp)
      let loud = try rig.sound([Float](repeating: 0, count: 6000))
      try rig.play(sound) { ($0.pan, $0.speed, $0.loopCount) = (-1, speed, loops) }
      // Silent, but louder by its gain.
      try rig.play(loud) { ($0.start, $0.gainDb) = (5000, 6) }
      return rig.left(18_000)
    }
    let alone = try output(2)
    let found = try output(1)
    #expect(found[..<5000] == alone[..<5000])
    #expect(found[(5000 + Rig.ramp)..<11_264].allSatisfy { $0 == 0 })
    // Frame 11 264 is the first multiple of 512 after the end of the loud one.
    #expect(found[(11_264 + Rig.ramp)...] == alone[(11_264 + Rig.ramp)...])
    #expect(alone[11_600] > 0)
    #expect(largestStep(Array(found[4990..<11_700])) < 0.01)
  }

  @Test func thePriorityDecidesBeforeTheGain() throws {
    let rig = try Rig { $0.maxHeard = 2 }
    func play(_ level: Float, _ gain: Float, _ priority: UInt8) throws {
      try rig.play(rig.sound([Float](repeating: level, count: 20_000))) {
        ($0.pan, $0.gainDb, $0.priority) = (-1, gain, priority)
      }
    }
    try play(0.001, 0, 9)
    try play(0.01, 0, 3)
    try play(0.1, 6, 3)
    try play(0.5, 24, 2)
    let found = rig.left(1024)[1000]
    #expect(abs(found - 0.001 - 0.1 * 1.9953) < 1e-4)
    #expect(rig.heard == 2)
    #expect(rig.virtual == 2)
  }

  @Test func theNewestOfEqualOnesIsHeard() throws {
    let rig = try Rig { $0.maxHeard = 1 }
    for level in [Float(0.1), 0.2, 0.4] {
      try rig.play(rig.sound([Float](repeating: level, count: 20_000))) { $0.pan = -1 }
    }
    #expect(abs(rig.left(1024)[1000] - 0.4) < 1e-5)
  }

  @Test func aVirtualOneEndsAtItsTime() throws {
    let rig = try Rig { ($0.maxHeard, $0.maxOneShots) = (1, 2) }
    let short = try rig.sound([Float](repeating: 0.5, count: 1000))
    let long = try rig.sound([Float](repeating: 0.1, count: 9000))
    try rig.play(short)
    try rig.play(long) { ($0.pan, $0.priority) = (-1, 1) }
    let output = rig.left(2048)
    #expect(rig.heard == 1)
    #expect(rig.virtual == 0)
    #expect(output[400...].allSatisfy { abs($0 - 0.1) < 1e-6 })
    try rig.play(short)
  }

  private func addLatency(to bus: Bus) throws {
    let pitch = try bus.engine.makeEffect(.pitch)
    try bus.editChain { (chain) throws(AhaError) in
      try chain.insert(pitch, at: 0, engine: bus.engine)
    }
    try pitch.setBypassed(true)
  }

  /// 300 starts of all kinds at their frames, on three buses, of which one has latency.
  private func performance(_ blocks: [Int], threads: Int = 1) throws -> [Float] {
    let rig = try Rig { ($0.maxHeard, $0.threads, $0.hasLimiter) = (6, threads, true) }
    let buses = try [rig.master] + (0..<2).map { _ in try rig.engine.makeBus(into: rig.master) }
    try addLatency(to: buses[1])
    let sounds = try [700, 3000, 6001].map {
      try rig.sound(Signal.music(frames: $0, channels: 2, seed: UInt64($0)), channels: 2)
    }
    func play(_ number: Int) throws {
      try rig.play(sounds[number % 3], on: buses[number % 7 % 3]) {
        $0.start = Int64(number * 97)
        $0.gainDb = -Float(number * 31 % 40)
        $0.priority = UInt8(number % 4)
        $0.loopCount = UInt32(number % 5)
        if number % 3 == 1 { $0.speed = 0.5 + Double(number % 11) / 4 }
      }
    }
    for number in 0..<150 { try play(number) }
    var output = rig.render(7777, blocks: blocks)
    let more = try rig.player(sounds[2])
    try more.add(.pitch)
    try more.start()
    for number in 150..<300 { try play(number) }
    output += rig.render(30_000, blocks: blocks)
    #expect(rig.heard == 6)
    return output + rig.render(30_000, blocks: blocks)
  }

  @Test(arguments: [[1], [7], [64], [511], [3000], [1, 512, 17, 300]])
  func blockSizesDoNotMatter(blocks: [Int]) throws {
    let reference = try performance([512])
    #expect(reference.contains { $0.magnitude > 0.1 })
    let isSame = try performance(blocks) == reference
    #expect(isSame)
  }

  @Test func threadsDoNotMatter() throws {
    let isSame = try performance([512], threads: 3) == performance([512])
    #expect(isSame)
  }

  @Test func aScheduledStartIsExactOnABusWithLatency() throws {
    let rig = try Rig { $0.hasLimiter = true }
    let bus = try rig.engine.makeBus(into: rig.master)
    try rig.play(rig.sound([0, 0.5, 0, 0]), on: bus) { ($0.pan, $0.start) = (-1, 5000) }
    try addLatency(to: bus)
    try rig.play(rig.sound([0, 0.25, 0, 0]), on: bus) { ($0.pan, $0.start) = (-1, 5700) }
    let output = rig.left(6000)
    #expect(abs(output[5001] - 0.5) < 1e-3)
    #expect(abs(output[5701] - 0.25) < 1e-3)
  }

  @Test func tenThousandStartsInOneBlockKeepTheirOrder() throws {
    let rig = try Rig { ($0.maxHeard, $0.maxOneShots) = (64, 10_000) }
    let sound = try rig.sound([Float](repeating: 0.01, count: 40_000))
    for number in 0..<10_000 {
      try rig.play(sound) { ($0.pan, $0.priority) = (-1, UInt8(number % 251)) }
    }
    #expect(abs(rig.left(1024)[1000] - 0.64) < 1e-4)
    #expect((rig.heard, rig.virtual) == (64, 9936))
    rig.render(42_000)
    #expect((rig.heard, rig.virtual) == (0, 0))
    for _ in 0..<10_000 { try rig.play(sound) }
  }
}
