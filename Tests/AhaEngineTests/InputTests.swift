import AhaBase
import AhaDSP
import AhaDevice
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite("Live inputs")
struct InputTests {
  /// A rig with a bus and a capture ring that the test fills.
  private final class Live {
    let rig: Rig
    let bus: Bus
    let capture: Capture
    let input: LiveInput

    init(channels: Int = 1, _ adjust: (inout LiveInput.Options) -> Void) throws {
      rig = try Rig()
      bus = try rig.engine.makeBus(into: rig.master)
      capture = try Capture(channels: channels, frames: 48_000)
      var options = LiveInput.Options(sampleRate: Rig.rate)
      options.hasOwnClock = false
      adjust(&options)
      input = try rig.engine.makeInput(of: capture, into: bus, options: options)
    }

    /// Stamped as if it arrived when it is read, so that delays of the test are inaudible.
    func write(_ samples: [Float]) {
      samples.withBuffer {
        capture.ring.write(
          $0, count: samples.count / capture.ring.channels, engineFrame: 0,
          moment: .max)
      }
    }
  }

  private let noise = Signal.noise(count: 20_000, amplitude: 0.5)

  /// Writes and renders alternately. Returns the left side of the output.
  private func perform(_ live: Live, _ samples: [Float], block: Int) -> [Float] {
    var output: [Float] = []
    for start in stride(from: 0, to: samples.count - block + 1, by: block) {
      live.write(Array(samples[start..<start + block]))
      output += live.rig.left(block)
    }
    return output
  }

  @Test(arguments: [0, 64, 1000])
  func oneClockIsHeardToTheBit(latency: Int) throws {
    let live = try Live { $0.latency = latency }
    let output = perform(live, noise, block: 256)
    // Output begins in the block that completes the latency.
    let start = (latency + 255) / 256 * 256 + Rig.ramp
    let isSame =
      Array(output[(start + 256)..<19_000])
      == Array(noise[(start + 256 - latency)..<(19_000 - latency)])
    #expect(isSame)
    #expect(live.input.stats.underruns == 0)
  }

  /// Mutes the bus, so that its send alone is heard.
  @Test func aSendBeforeTheFaderFadesWithTheMonitor() throws {
    let live = try Live { $0.latency = 0 }
    try live.bus.setMuted(true)
    let hall = try live.rig.bus()
    _ = try live.bus.makeSend(to: hall, point: .beforeFader, gainDb: 0)
    let constant = [Float](repeating: 0.25, count: 4096)
    var output = perform(live, constant, block: 256)
    for isMonitored in [false, true, false, true] {
      try live.input.setMonitored(isMonitored)
      output += perform(live, constant, block: 256)
    }
    #expect(output.last == 0.25 && output.max() == 0.25)
    #expect(largestStep(output) < 0.3 / Float(Rig.ramp))
  }

  @Test func bothSidesOfAStereoCaptureAreHeard() throws {
    let live = try Live(channels: 2) { $0.latency = 0 }
    let samples = (0..<9600).map { $0 % 2 == 0 ? Float(0.25) : -0.5 }
    live.write(samples)
    let output = live.rig.render(512)
    #expect(output[1022] == 0.25 && output[1023] == -0.5)
  }

  @Test func theBusMeasuresUnmonitoredInput() throws {
    let live = try Live { $0.latency = 0 }
    try live.input.setMonitored(false)
    live.rig.render(512)
    let output = perform(live, noise, block: 512)
    #expect(output.allSatisfy { $0 == 0 })
    #expect(live.bus.meter().peak.left > 0.4)
    try live.input.setMonitored(true)
    let heard = perform(live, noise, block: 512)
    #expect(heard[2000...].contains { $0.magnitude > 0.4 })
    #expect(largestStep(Array(heard[..<40])) < 0.2)
  }

  @Test func aLackIsSilenceWithoutAStep() throws {
    let live = try Live { $0.latency = 0 }
    let tone = Signal.sine(frames: 4800, frequency: 200, sampleRate: Rig.rate, amplitude: 0.8)
    var output = perform(live, tone, block: 480)
    output += live.rig.left(2000, blocks: [480])
    #expect(live.input.stats.underruns == 1)
    #expect(largestStep(output) < 0.03)
    #expect(output[6000...].allSatisfy { $0 == 0 })
    output = perform(live, tone, block: 480)
    #expect(output[4000...].contains { $0.magnitude > 0.7 })
  }

  @Test func aStallIsSkipped() throws {
    let live = try Live { $0.latency = 0 }
    live.write(Array(noise[..<1000]))
    live.rig.render(512)
    // 30 s without a render: the ring wraps around many times.
    for _ in 0..<100 { live.write(noise) }
    live.rig.render(1024)
    let output = perform(live, noise, block: 512)
    #expect(output[4000...].contains { $0.magnitude > 0.4 })
    #expect(output.allSatisfy { $0.magnitude <= 0.5 })
  }

  @Test func anotherRateIsConverted() throws {
    let live = try Live {
      $0.sampleRate = 44_100
      $0.latency = 3000
    }
    let tone = Signal.sine(frames: 88_200, frequency: 1000, sampleRate: 44_100, amplitude: 0.5)
    var output: [Float] = []
    for block in 0..<180 {
      live.write(Array(tone[(block * 441)..<(block + 1) * 441]))
      output += live.rig.left(480)
    }
    let steady = Array(output[20_000..<68_000])
    #expect(Measure.sineSNR(steady, frequency: 1000, sampleRate: Rig.rate) > 45)
    #expect(live.input.stats.underruns == 0)
  }

  @Test func goesWithItsBus() throws {
    let live = try Live { $0.latency = 0 }
    #expect(throws: AhaError.self) {
      try live.rig.engine.makeInput(
        of: live.capture, into: live.bus, options: .init(sampleRate: 48_000))
    }
    live.write(Array(noise[..<2000]))
    live.rig.render(512)
    live.bus.release()
    live.input.release()
    live.input.release()
    for _ in 0..<3 {
      live.rig.render(4096)
      _ = try live.rig.engine.master()
    }
    #expect(live.rig.engine.inputs.isEmpty && live.rig.engine.buses[1] == nil)
    #expect(throws: AhaError.self) { try live.input.setMonitored(true) }
  }

  @Test func refusesInvalidCalls() throws {
    let rig = try Rig()
    let capture = try Capture(channels: 1, frames: 4800)
    for rate in [0, 3999, 96_001] {
      #expect(throws: AhaError.self) {
        try rig.engine.makeInput(of: capture, into: rig.master, options: .init(sampleRate: rate))
      }
    }
    for latency in [-1, 8193] {
      var options = LiveInput.Options(sampleRate: 48_000)
      options.latency = latency
      #expect(throws: AhaError.self) {
        try rig.engine.makeInput(of: capture, into: rig.master, options: options)
      }
    }
  }
}
