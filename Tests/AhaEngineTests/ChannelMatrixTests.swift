import AhaBase
import AhaCodec
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite("Sounds that keep their channels")
struct ChannelMatrixTests {
  private static let frames = 20_000
  /// Six channels of noise, interleaved.
  private static let six = Signal.noise(count: 6 * frames)

  private func kept(
    _ rig: Rig, _ samples: [Float] = six, channels: Int = 6, isStreamed: Bool = false
  ) throws -> Sound {
    let bytes = try encode(samples, Kind(.wav, .float32), channels: channels)
    let stream = try bytes.withUnsafeBytes { try MemoryStream(copying: $0) }
    var options = Sound.Options()
    (options.mode, options.keepsChannels) = (isStreamed ? .streamed : .resident, true)
    return try rig.engine.loadSound(stream, options)
  }

  private static func channel(_ number: Int) -> [Float] {
    stride(from: number, to: six.count, by: 6).map { six[$0] }
  }

  /// Gains that play two channels alone.
  private static func pair(_ left: Int, _ right: Int, of channels: Int = 6) -> [Float] {
    (0..<channels).flatMap { [$0 == left ? 1 : 0, $0 == right ? 1 : 0] }
  }

  private func error(_ body: () throws -> Void) -> ResultCode? {
    do { try body() } catch { return (error as? AhaError)?.code }
    return nil
  }

  @Test(arguments: [false, true])
  func withoutMatrixTheDownmixIsPlayed(isStreamed: Bool) throws {
    let rig = try Rig()
    let other = try Rig()
    try rig.player(kept(rig, isStreamed: isStreamed)).start()
    let down =
      isStreamed
      ? try other.streamed(Self.six, channels: 6) : try other.sound(Self.six, channels: 6)
    try other.player(down).start()
    #expect(rig.render(9000) == other.render(9000))
  }

  @Test(arguments: [false, true])
  func aPairOfChannelsIsPlayedBitForBit(isStreamed: Bool) throws {
    let rig = try Rig()
    let sound = try kept(rig, isStreamed: isStreamed)
    #expect(sound.channels == 6)
    let player = try rig.player(sound)
    try player.setChannelMatrix(Self.pair(4, 2))
    try player.start()
    let both = rig.render(9000)
    for (side, channel) in [4, 2].enumerated() {
      let heard = stride(from: side, to: both.count, by: 2).map { both[$0] }
      #expect(heard[Rig.ramp...] == Self.channel(channel)[Rig.ramp..<9000])
    }
  }

  /// Three players of one sound, each on its pair, are the file.
  @Test func threePlayersFillSixOutputs() throws {
    let rig = try Rig { $0.channels = 6 }
    let sound = try kept(rig)
    for pair in 0..<3 {
      let bus = try rig.engine.makeBus(into: rig.master)
      try bus.setOutput(2 * pair)
      let player = try rig.player(sound, on: bus)
      try player.setChannelMatrix(Self.pair(2 * pair, 2 * pair + 1))
      try player.start(at: 512)
    }
    let output = rig.render(6000)
    let first = 512 + Rig.ramp
    #expect(
      Array(output[6 * first..<6 * 6000])
        == Array(Self.six[6 * Rig.ramp..<6 * (6000 - 512)]))
  }

  @Test func gainsAreMixed() throws {
    let rig = try Rig()
    let player = try rig.player(kept(rig))
    try player.setChannelMatrix([0.5, 0, 0, 0, -1, 2, 0, 0, 0, 0, 0.25, 0])
    try player.start()
    let both = rig.render(3000)
    let worst = (Rig.ramp..<3000).map { frame -> Float in
      let six = Array(Self.six[6 * frame..<6 * frame + 6])
      let left = 0.5 * six[0] - six[2] + 0.25 * six[5]
      return max(abs(both[2 * frame] - left), abs(both[2 * frame + 1] - 2 * six[2]))
    }
    #expect(worst.max()! < 1e-6)
  }

  /// A new matrix has no step, and plays on at the same place.
  @Test(arguments: [1, 0.7], [false, true])
  func aNewMatrixCrossfades(speed: Double, isStreamed: Bool) throws {
    let sine = Signal.sine(frames: 30_000, frequency: 200, amplitude: 0.5)
    let rig = try Rig()
    let samples = sine.flatMap { [$0, -$0, 0.5 * $0] }
    let sound = try kept(rig, samples, channels: 3, isStreamed: isStreamed)
    let player = try rig.player(sound) { $0.speed = speed }
    try player.setChannelMatrix(Self.pair(0, 0, of: 3))
    try player.start()
    var left = rig.left(5000)
    try player.setChannelMatrix(Self.pair(1, 1, of: 3), over: Fade(1000))
    left += rig.left(3000)
    // While the last one still fades.
    try player.setChannelMatrix(Self.pair(2, 2, of: 3), over: Fade(4000))
    left += rig.left(1000)
    try player.setChannelMatrix(Self.pair(0, 0, of: 3))
    left += rig.left(9000)
    #expect(largestStep(left) < 0.03)
    let other = try Rig()
    let plain = try other.player(kept(other, samples, channels: 3)) { $0.speed = speed }
    try plain.setChannelMatrix(Self.pair(0, 0, of: 3))
    try plain.start()
    let expected = other.left(18_000)
    if !isStreamed {
      #expect((14_000..<18_000).map { abs(left[$0] - expected[$0]) }.max()! < 1e-6)
    }
    let peak = left[14_000...].map(abs).max()!
    #expect(abs(peak - 0.5) < 0.01)
  }

  /// The renderer gives up each former mix: nothing of it stays in memory.
  @Test func formerMixesAreFreed() throws {
    let rig = try Rig()
    let player = try rig.player(kept(rig)) { $0.loopCount = Loop.forever }
    for round in 0..<50 {
      if round == 10 { try player.start() }
      if round == 30 { try player.pause() }
      if round == 40 { try player.stop() }
      try player.setChannelMatrix([Float](repeating: Float(round) / 100, count: 12))
      rig.render(round % 3 == 0 ? 50 : 600)
    }
    rig.render(2000)
    rig.engine.lock.locked { rig.engine.collect() }
    #expect(player.sounds.count == 1)
  }

  @Test func blockSizesChangeNoBit() throws {
    func output(_ blocks: [Int]) throws -> [Float] {
      let rig = try Rig()
      let player = try rig.player(kept(rig)) { ($0.loopCount, $0.endFrame) = (5, 3000) }
      try player.add(.filter)
      try player.setChannelMatrix(Self.pair(1, 5))
      try player.start(at: 100)
      var all = rig.render(4096, blocks: blocks)
      try player.setChannelMatrix([Float](repeating: 0.3, count: 12), over: Fade(900))
      all += rig.render(8192, blocks: blocks)
      return all
    }
    let expected = try output([512])
    for blocks in [[64], [1, 7, 512, 511], [4096]] { #expect(try output(blocks) == expected) }
  }

  @Test func loopJumpOfAMixHasNoStep() throws {
    let rig = try Rig()
    let saw: [Float] = (0..<4800).flatMap { frame -> [Float] in [0, Float(frame) / 4800 - 0.5, 0] }
    let player = try rig.player(kept(rig, saw, channels: 3)) { $0.loopCount = 3 }
    try player.setChannelMatrix(Self.pair(1, 0, of: 3))
    try player.start()
    #expect(largestStep(Array(rig.left(12_000))) < 0.01)
  }

  @Test func theNextSoundHasTheSameMatrix() throws {
    let rig = try Rig()
    let player = try rig.player(kept(rig)) { $0.endFrame = 2000 }
    try player.setChannelMatrix(Self.pair(3, 3))
    try player.setNext(kept(rig))
    try player.start()
    let left = rig.left(6000)
    #expect(Array(left[2000..<6000]) == Array(Self.channel(3)[0..<4000]))
  }

  @Test func readAndSamplesHaveAllChannels() throws {
    let rig = try Rig()
    for isStreamed in [false, true] {
      let sound = try kept(rig, isStreamed: isStreamed)
      var all = [Float](repeating: 0, count: 6 * Self.frames)
      let count = try all.withMutableBuffer {
        try sound.read(from: 0, into: $0, count: Self.frames)
      }
      #expect(count == Self.frames)
      #expect(all == Self.six)
      #expect((sound.samples(of: 5) == nil) == isStreamed)
      #expect(sound.samples(of: 6) == nil)
    }
  }

  @Test func badMatricesAreRefused() throws {
    let rig = try Rig()
    let player = try rig.player(kept(rig))
    #expect(error { try player.setChannelMatrix([1, 0]) } == .invalidArgument)
    for bad in [Float.nan, .infinity, 17] {
      let gains = [Float](repeating: bad, count: 12)
      #expect(error { try player.setChannelMatrix(gains) } == .invalidArgument)
    }
    let plain = try rig.player(rig.sound(Self.six, channels: 6))
    #expect(error { try plain.setChannelMatrix(Self.pair(0, 1)) } == .state)
    let many = [Float](repeating: 0, count: 33 * 10)
    #expect(error { _ = try kept(rig, many, channels: 33) } == .unsupported)
  }
}
