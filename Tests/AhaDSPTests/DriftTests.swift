import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDSP

@Suite("Drift")
struct DriftTests {
  /// A writer and a reader with different block sizes. The reader's clock is slower by `drift`.
  /// Holds their distance at the end of each second, and the frames read.
  private struct Run {
    var distances: [Double] = []
    var output: [Float] = []
    var drift = 0.0
  }

  private func run(
    seconds: Int, writerRate: Int = 48_000, drift: Double = 0, writes: Int = 480, reads: Int = 512,
    signal: (Int) -> Float
  ) throws -> Run {
    let capacity = 1 << 16
    let planes = Samples(silence: capacity + DriftReader.guardFrames)
    var reader = try DriftReader(
      planes.source, capacity: capacity, writerRate: writerRate, sampleRate: 48_000)
    defer { reader.free() }
    let target = Samples(silence: reads)
    let wanted = 4000.0
    var run = Run()
    var (written, done) = (0, 0)
    while done < seconds * 48_000 {
      // Writer position by the reader's clock.
      let now = wanted + Double(done) * Double(writerRate) / 48_000 * (1 + drift)
      while Double(written + writes) <= now + Double(writes) + 600 {
        for frame in written..<written + writes {
          let place = frame & (capacity - 1)
          planes.target.left[place] = signal(frame)
          if place < DriftReader.guardFrames {
            planes.target.left[capacity + place] = signal(frame)
          }
        }
        written += writes
      }
      reader.follow(excess: now - Double(reader.frame) - wanted, frames: reads)
      reader.read(to: target.target, frames: reads)
      run.output += target.left
      done += reads
      if done % 48_000 < reads { run.distances.append(now + Double(reads) - Double(reader.frame)) }
    }
    run.drift = reader.drift
    return run
  }

  @Test func oneClockIsReadToTheBit() throws {
    let noise = Signal.noise(count: 200_000)
    let output = try run(seconds: 2) { $0 < 200_000 ? noise[$0] : 0 }.output
    let isSame = output == Array(noise[..<output.count])
    #expect(isSame)
  }

  @Test(arguments: [-3e-4, -5e-5, 5e-5, 3e-4])
  func followsADrift(drift: Double) throws {
    let run = try run(seconds: 90, drift: drift) { _ in 0 }
    #expect(abs(run.drift - drift) < 2e-5)
    #expect(run.distances[30...].allSatisfy { abs($0 - 4000) < 100 })
    #expect(run.distances.allSatisfy { abs($0 - 4000) < 400 })
  }

  @Test func aToneStaysClean() throws {
    let tone = { (frame: Int) in Float(0.5 * sin(2 * .pi * 997 / 48_000 * Double(frame))) }
    let output = try run(seconds: 60, drift: 2e-4, signal: tone).output
    let end = Array(output[(50 * 48_000)...])
    let clean = Measure.sineSNR(end, frequency: 997 * (1 + 2e-4), sampleRate: 48_000)
    #expect(clean > 50, "\(clean) dB")
  }

  @Test(arguments: [44_100, 96_000, 32_000])
  func readsAnotherRate(rate: Int) throws {
    let tone = { (frame: Int) in Float(0.5 * sin(2 * .pi * 997 / Double(rate) * Double(frame))) }
    let output = try run(seconds: 3, writerRate: rate, signal: tone).output
    let clean = Measure.sineSNR(Array(output[48_000...]), frequency: 997, sampleRate: 48_000)
    #expect(clean > 60, "\(clean) dB")
  }
}
