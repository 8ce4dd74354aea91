import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Frames that the host sends through the chain of a bus.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct HostFramesTests {
  let music = Signal.music(frames: 20_000, channels: 2)

  func add(_ kind: EffectKind, to bus: Bus) throws -> Effect {
    let effect = try bus.engine.makeEffect(kind)
    try bus.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: chain.count, engine: bus.engine)
    }
    return effect
  }

  /// Sends interleaved samples through the master's chain in blocks, then silence.
  func pass(
    _ samples: [Float], through rig: Rig, channels: Int = 2, blocks: [Int] = [512], rest: Int = 0
  ) -> [Float] {
    var input = samples
    let frames = samples.count / channels
    var output = [Float](repeating: .nan, count: samples.count + rest * channels)
    var (done, came, next) = (0, 0, 0)
    input.withMutableBuffer { input in
      output.withMutableBuffer { output in
        while done < frames {
          let count = min(blocks[next % blocks.count], frames - done)
          let made = rig.engine.render(
            input + done * channels, frames: count, channels: channels,
            throughChainOf: rig.master, to: output + came * channels)
          came += made!.count
          done += count
          next += 1
        }
        if rest > 0 {
          came +=
            rig.engine.render(
              nil, frames: rest, channels: channels, throughChainOf: rig.master,
              to: output + came * channels)!.count
        }
      }
    }
    return Array(output[..<(came * channels)])
  }

  @Test func anEmptyChainCopiesTheFrames() throws {
    #expect(pass(music, through: try Rig(), blocks: [1, 700]) == music)
  }

  @Test func oneChannelStaysWhatItIs() throws {
    let rig = try Rig()
    _ = try add(.pitch, to: rig.master)
    let mono = Signal.music(frames: 9000, channels: 1)
    #expect(pass(mono, through: rig, channels: 1, rest: 9000) == mono)
  }

  @Test func theLatencyIsKeptBackUntilThereIsNoInput() throws {
    let rig = try Rig()
    let effect = try add(.pitch, to: rig.master)
    let latency = effect.latency
    #expect(latency > 512)
    let begin = pass(music, through: rig)
    #expect(begin.count == music.count - 2 * latency)
    #expect(begin == Array(music[..<begin.count]))
    #expect(pass([], through: rig, rest: latency) == Array(music[begin.count...]))
  }

  @Test func framesAreThoseOfABus() throws {
    func rig() throws -> Rig {
      let rig = try Rig()
      _ = try add(.reverb, to: rig.master)
      try add(.filter, to: rig.master).set(2, value: 700)
      return rig
    }
    // The player fades in during the silence.
    let sound = [Float](repeating: 0, count: 2000) + music
    let played = try rig()
    try played.player(played.sound(sound, channels: 2)).start()
    let passed = pass(sound, through: try rig(), blocks: [512, 7, 2000])
    #expect(Measure.largestDifference(played.render(21_000), passed) < 1e-6)
  }

  @Test func resetEqualsNew() throws {
    let rig = try Rig()
    let delay = try add(.delay, to: rig.master)
    let first = pass(music, through: rig)
    try delay.set(0, value: 300)
    try ChainOwner.bus(rig.master).reset()
    try delay.set(0, value: delay.specs[0].standard)
    try ChainOwner.bus(rig.master).reset()
    #expect(pass(music, through: rig) == first)
  }

  @Test func theTailEnds() throws {
    let rig = try Rig()
    let reverb = try add(.reverb, to: rig.master)
    try reverb.set(1, value: 0.5)
    _ = pass(music, through: rig)
    let tail = pass([], through: rig, rest: 10 * Rig.rate)
    #expect(tail.count > Rig.rate / 2)
    #expect(tail.count < 4 * Rig.rate)
    #expect(pass([], through: rig, rest: 100).isEmpty)
  }

  @Test func aRenderOfTheEngineForgetsTheFrames() throws {
    let rig = try Rig()
    _ = try add(.pitch, to: rig.master)
    _ = try add(.reverb, to: rig.master)
    _ = pass(music, through: rig)
    let player = try rig.player(rig.sound(music, channels: 2))
    #expect(rig.render(4000).allSatisfy { $0 == 0 })
    try player.start()
    let after = rig.render(9000)
    let fresh = try Rig()
    _ = try add(.pitch, to: fresh.master)
    _ = try add(.reverb, to: fresh.master)
    let other = try fresh.player(fresh.sound(music, channels: 2))
    _ = fresh.render(4000)
    try other.start()
    #expect(Measure.largestDifference(after, fresh.render(9000)) < 1e-6)
  }
}
