import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaPicture

@Suite("Waveform peaks")
struct WaveformPeaksTests {
  /// A stereo sound: left is the frame's index, right is minus half of it.
  private func decoder(frames: Int) throws -> Decoder {
    var samples: [Float] = []
    for frame in 1...frames {
      let value = Float(frame) / Float(frames)
      samples += [value, -value / 2]
    }
    return try Decoder(FaultyStream(encode(samples, Kind(.wav, .float32), channels: 2)))
  }

  private func peaks(_ frames: Int, _ range: Range<Int64>, parts: Int) throws -> WaveformPeaks {
    let peaks = try WaveformPeaks(decoder(frames: frames), range: range, parts: parts)
    while try peaks.read() {}
    return peaks
  }

  @Test(arguments: [1, 3, 100, 999, 65536])
  func areThoseOfTheSamples(parts: Int) throws {
    let frames = 50_000
    let range = Int64(1234)..<Int64(45_678)
    let peaks = try peaks(frames, range, parts: parts)
    #expect(peaks.partCount == min(parts, range.count) && peaks.done == range.count)
    let all = peaks.part(of: range)
    #expect(all.highest == Float(45_678) / Float(frames))
    #expect(all.lowest == -Float(45_678) / Float(frames) / 2)
    var sum = 0.0
    for frame in range {
      let value = Double(frame + 1) / Double(frames)
      sum += value * value * 1.25 / 2
    }
    #expect(abs(Double(all.rms) - (sum / Double(range.count)).squareRoot()) < 1e-4)
    for frame in stride(from: range.lowerBound, to: range.upperBound, by: 3571) {
      let part = peaks.part(of: frame..<frame + 1)
      let error = Double(part.highest) - Double(frame + 1) / Double(frames)
      let limit = Double(range.count) / Double(peaks.partCount * frames) + 1e-4
      #expect(error >= -1e-6 && error <= limit)
    }
  }

  @Test func framesOutsideTheSoundHaveNoPeaks() throws {
    let peaks = try peaks(1000, 900..<2000, parts: 50)
    #expect(peaks.done == 100)
    #expect(peaks.part(of: 900..<1000).isThere)
    #expect(!peaks.part(of: 1500..<1600).isThere && !peaks.part(of: 0..<900).isThere)
    #expect(peaks.part(of: 1500..<1600).rms == 0)
  }

  @Test func memoryIsBounded() throws {
    let peaks = try peaks(200_000, 0..<200_000, parts: Int.max)
    #expect(peaks.partCount == WaveformPeaks.maxParts)
  }
}
