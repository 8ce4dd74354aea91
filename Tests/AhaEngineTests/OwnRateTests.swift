import AhaBase
import AhaCodec
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Sounds that keep the sample rate of their file.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct OwnRateTests {
  private func load(
    _ rig: Rig, _ samples: [Float], rate: Int, channels: Int = 1, mode: Sound.Mode = .auto
  ) throws -> Sound {
    let bytes = try encode(samples, Kind(.wav, .float32), channels: channels, sampleRate: rate)
    let stream = try bytes.withUnsafeBytes { try MemoryStream(copying: $0) }
    var options = Sound.Options()
    options.mode = mode
    options.keepsRate = true
    return try rig.engine.loadSound(stream, options)
  }

  @Test(
    arguments: [8000, 22_050, 44_100, 88_200, 96_000, 192_000], [Sound.Mode.resident, .streamed])
  func aSineStaysASine(rate: Int, mode: Sound.Mode) throws {
    let rig = try Rig()
    let frequency = Double(min(rate, 48_000)) * 0.3
    let sine = Signal.sine(frames: rate, frequency: frequency, sampleRate: rate)
    let sound = try load(rig, sine, rate: rate, mode: mode)
    #expect(sound.length == Int64(rate))
    #expect(try sound.sampleRate() == rate)
    let player = try rig.player(sound)
    try player.start()
    let output = Array(rig.left(40_000, blocks: [512, 33]).dropFirst(1000))
    let noise = Measure.sineSNR(output, frequency: frequency, sampleRate: Rig.rate)
    #expect(noise > 90, "\(noise) dB")
    #expect(player.speed == 1)
  }

  @Test(arguments: [Sound.Mode.resident, .streamed])
  func positionsAndLoopsAreFramesOfTheSound(mode: Sound.Mode) throws {
    let rig = try Rig()
    let sound = try load(rig, Signal.sine(frames: 24_000), rate: 24_000, mode: mode)
    let player = try rig.player(sound)
    try player.seek(to: 6000)
    try player.setLoop(begin: 10_000, end: 12_000, count: 1)
    try player.start()
    rig.render(2000)
    #expect(player.position == 7000)
    try player.setSpeed(2)
    rig.render(5000 + 4000 + 14_000 + 1000)
    let events = rig.events()
    #expect(events.first { $0.kind == .playerLooped } != nil)
    #expect(player.state == .ended)
    #expect(player.speed == 2)
  }

  @Test(arguments: [Sound.Mode.resident, .streamed])
  func theEndIsAtItsTime(mode: Sound.Mode) throws {
    let rig = try Rig()
    let player = try rig.player(load(rig, Signal.sine(frames: 44_100), rate: 44_100, mode: mode))
    try player.start()
    rig.render(49_000)
    #expect(rig.events().first { $0.kind == .playerEnded }?.frame == 48_000)
  }

  @Test func aOneShotConvertsIt() throws {
    let rig = try Rig()
    let sound = try load(
      rig, Signal.sine(frames: 24_000, frequency: 1000, sampleRate: 24_000), rate: 24_000)
    try rig.engine.playOneShot(sound, on: rig.master, OneShot.Options())
    let output = Array(rig.left(40_000).dropFirst(1000))
    #expect(Measure.sineSNR(output, frequency: 1000, sampleRate: Rig.rate) > 90)
  }

  @Test func aStreamPlaysTheFramesOfAResidentSound() throws {
    let rig = try Rig()
    let music = Signal.music(frames: 30_000, channels: 2)
    func play(_ mode: Sound.Mode) throws -> [Float] {
      let player = try rig.player(load(rig, music, rate: 44_100, channels: 2, mode: mode))
      try player.start()
      return rig.render(35_000, blocks: [512, 77])
    }
    #expect(try play(.streamed) == play(.resident))
  }

  /// No speed of a player reaches the ratio.
  @Test func aFarRateIsConverted() throws {
    let rig = try Rig { $0.sampleRate = 8000 }
    let sound = try load(rig, Signal.sine(frames: 192_000, sampleRate: 192_000), rate: 192_000)
    #expect(try sound.sampleRate() == 8000)
  }

  @Test func theEnginesRateIsPlain() throws {
    let rig = try Rig()
    let music = Signal.music(frames: 5000, channels: 2)
    func play(_ sound: Sound) throws -> [Float] {
      let player = try rig.player(sound)
      try player.start()
      return rig.render(6000)
    }
    let own = try play(load(rig, music, rate: 48_000, channels: 2))
    #expect(try play(rig.sound(music, channels: 2)) == own)
  }

  @Test func aLaneAndAModulationKeepTheRate() throws {
    let rig = try Rig()
    let sound = try load(rig, Signal.sine(frames: 24_000), rate: 24_000)
    let player = try rig.player(sound)
    try player.set([(0, 2, .step)])
    try player.start()
    rig.render(1000)
    #expect(player.position == 1000)
    try player.set([])
    try player.setSpeed(1)
    rig.render(Rig.ramp)
    let before = player.position
    rig.render(1000)
    #expect(player.position - before == 500)
  }

  @Test func otherReadersKnowTheRate() throws {
    let rig = try Rig()
    let sound = try load(rig, Signal.sine(frames: 24_000, sampleRate: 24_000), rate: 24_000)
    var frames = [Float](repeating: 0, count: 30_000)
    let got = try frames.withMutableBuffer { try sound.read(from: 0, into: $0, count: 30_000) }
    #expect(got == 24_000)
    let convolution = try rig.engine.makeEffect(.convolution)
    #expect(failure { try convolution.setImpulse(sound, isNormalized: true) }?.code == .unsupported)
    var done: Job?
    let copy = try sound.startStretch(StretchOptions()) { done = $0 }
    _ = done?.wait(milliseconds: 60_000)
    #expect(copy.length == 24_000)
    #expect(try copy.sampleRate() == 24_000)
  }
}
