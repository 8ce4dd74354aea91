import AhaBase
import AhaTestSupport
import CShims
import Testing

@testable import AhaDSP

@Suite(.enabled(if: TestLane.hasArithmetic)) struct SpeedTableTests {
  static let speeds = [0.5, 0.94, 1, 1.05, 1.1, 1.22, 1.45, 2, 4, 16]

  /// Sines up to 0.4 of the output's rate come out alone; those that the output cannot hold do not
  /// come out at all.
  @Test(arguments: speeds)
  func aliasesAndImagesOfASweepAreBelow90Db(speed: Double) throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let reader = SpeedReading(tables, speed: speed)
    var worst = -200.0
    for step in 1..<120 {
      let frequency = 0.5 * (Double(step) - 0.5) / 120
      let heard = frequency * max(1, speed)
      if heard > 0.4, heard < 0.6 { continue }
      let output = reader.sine(frequency)
      let wanted = heard < 0.4 ? frequency * speed : nil
      worst = max(worst, SpeedReading.residual(output, without: wanted))
    }
    print("speed \(speed): other components at \(worst.rounded()) dB")
    #expect(worst < -90)
  }

  /// Up to 0.7 times the Nyquist frequency: the limit of a table can be a whole tone below it.
  @Test(arguments: speeds)
  func levelsInThePassbandStayWithinATenthOfADb(speed: Double) throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let reader = SpeedReading(tables, speed: speed)
    for step in 1...16 {
      let heard = 0.35 / 16 * Double(step) * min(1, speed)
      let level = 10 * log10(Measure.energy(reader.sine(heard / speed)) / 1000)
      #expect(abs(level) < 0.1, "\(heard)")
    }
  }

  @Test func speed1IsTheSignal() throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let noise = Signal.noise(count: 600)
    let output = SpeedReading(tables, speed: 1).read(noise, frames: 400)
    #expect(output == Array(noise[15..<415]))
  }

  @Test(arguments: [0.05, 0.7, 1, 1.3, 3, 16])
  func aConstantStaysTheSame(speed: Double) throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let constant = [Float](repeating: 0.5, count: 7000)
    let output = SpeedReading(tables, speed: speed).read(constant, frames: 400)
    #expect(output.allSatisfy { abs($0 - 0.5) < 1e-6 })
  }

  @Test func monoAndStereoAreTheSame() throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let noise = Signal.noise(count: 2000)
    let reading = SpeedReading(tables, speed: 1.3)
    #expect(reading.read(noise, frames: 700) == reading.read(noise, frames: 700, isStereo: true))
  }

  @Test(arguments: [1, 7, 8, 9, 700])
  func blocksDoNotChangeTheBits(frames: Int) throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let noise = Signal.noise(count: 2000)
    let reading = SpeedReading(tables, speed: 1.3)
    let sinc = reading.read(noise, frames: 700)
    #expect(reading.read(noise, frames: frames) == Array(sinc.prefix(frames)))
    let cubic = SpeedReading.hermite(noise, speed: 1.3, frames: 700)
    let part = SpeedReading.hermite(noise, speed: 1.3, frames: frames)
    #expect(part == Array(cubic.prefix(frames)))
  }

  @Test func hermiteFollowsAParabola() {
    let parabola = (0..<900).map { Float($0 * $0) * 1e-6 }
    let output = SpeedReading.hermite(parabola, speed: 0.77, frames: 1000)
    for (frame, value) in output.enumerated() {
      let x = 1 + Double(frame) * 0.77
      #expect(abs(Double(value) - x * x * 1e-6) < 1e-5)
    }
  }
}

/// Reads signals at a constant speed.
struct SpeedReading {
  let table: SpeedTable
  let run: SpeedRun

  init(_ tables: SpeedTables, speed: Double) {
    run = Self.run(speed)
    table = tables.tables[SpeedTable.index(for: run.step, in: tables.tables)]
  }

  static func run(_ speed: Double) -> SpeedRun {
    SpeedRun(position: 0, step: Int64((speed * 0x1p32).rounded()), slope: 0)
  }

  func read(_ input: [Float], frames: Int, isStereo: Bool = false) -> [Float] {
    let other = input
    return input.withBuffer { left in
      other.withBuffer { right in
        let second = isStereo ? right : left
        let source = StereoSource(left: left, right: second)
        return Self.output(frames) { table.read(source, run: run, to: $0, frames: frames) }
      }
    }
  }

  static func hermite(_ input: [Float], speed: Double, frames: Int) -> [Float] {
    input.withBuffer { samples in
      let source = StereoSource(left: samples, right: samples)
      return output(frames) { HermiteReader.read(source, run: run(speed), to: $0, frames: frames) }
    }
  }

  /// Writes both sides; returns the right one.
  private static func output(_ frames: Int, _ write: (StereoTarget) -> Void) -> [Float] {
    var left = [Float](repeating: .nan, count: frames)
    var right = left
    left.withMutableBuffer { first in
      right.withMutableBuffer { second in
        write(StereoTarget(left: first, right: second))
      }
    }
    return right
  }

  /// A full-scale sine, read at the speed.
  func sine(_ frequency: Double) -> [Float] {
    let frames = 2000
    let length = Int(Double(frames) * Double(run.step) * 0x1p-32) + table.taps + 1
    let input = (0..<length).map { Float(sin(2 * .pi * frequency * Double($0))) }
    return read(input, frames: frames)
  }

  /// Level beside the sine of a frequency, in dB; nil: beside nothing, below a full-scale sine.
  static func residual(_ samples: [Float], without frequency: Double?) -> Double {
    if let frequency { return -Measure.sineSNR(samples, frequency: frequency, sampleRate: 1) }
    let silence = Double(samples.count) * 0.5e-20
    return 10 * log10((Measure.energy(samples) + silence) / (Double(samples.count) / 2))
  }
}
