import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Dither and rounding")
struct DitherTests {
  /// Samples written with dither, in LSB.
  private func written(
    _ frames: [Float], _ encoding: Encoding, channels: Int = 1, dither: Bool = true
  ) throws -> [Float] {
    let kind = Kind(.wav, encoding)
    let bytes = try encode(frames, kind, channels: channels, dither: dither)
    let scale: Float = encoding == .pcm16 ? 32_768 : 8_388_608
    return try decode(bytes).frames.map { $0 * scale }
  }

  /// Triangular noise of 2 LSB peak to peak, then rounding. For any constant between two steps, the
  /// error has mean 0 and variance 1/4 LSB².
  @Test(arguments: [Encoding.pcm16, .pcm24], [Float(0), 0.25, 0.5, 0.9])
  func isTriangular(encoding: Encoding, level: Float) throws {
    let scale: Float = encoding == .pcm16 ? 32_768 : 8_388_608
    let samples = try written([Float](repeating: level / scale, count: 60_000), encoding)
    let errors = samples.map { Double($0 - level) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    let variance = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(errors.count)
    #expect(abs(mean) < 0.01)
    #expect(abs(variance - 0.25) < 0.01)
    #expect(errors.allSatisfy { abs($0) < 1.5 })
  }

  /// A sine of a quarter LSB survives with dither and disappears without it.
  @Test func quarterOfAStepSurvives() throws {
    let amplitude = 0.25 / 32_768
    let sine = Signal.sine(frames: 96_000, frequency: 1000, amplitude: amplitude)
    let dithered = try written(sine, .pcm16)
    let correlation = zip(dithered, sine).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    let found = 2 * correlation / (Double(sine.count) * amplitude)
    #expect(abs(found - 0.25) < 0.02)
    #expect(try written(sine, .pcm16, dither: false).allSatisfy { $0 == 0 })
  }

  @Test func channelsAreIndependent() throws {
    let samples = try written([Float](repeating: 0, count: 80_000), .pcm16, channels: 2)
    let products = stride(from: 0, to: samples.count, by: 2).map { samples[$0] * samples[$0 + 1] }
    #expect(abs(products.reduce(0, +) / Float(products.count)) < 0.01)
  }

  @Test func neighborsAreIndependent() throws {
    let samples = try written([Float](repeating: 0, count: 80_000), .pcm16)
    let products = zip(samples, samples.dropFirst()).map { $0 * $1 }
    #expect(abs(products.reduce(0, +) / Float(products.count)) < 0.01)
  }

  @Test func roundsToTheNearest() throws {
    let steps: [Float] = [0.4, 0.6, -0.4, -0.6, 1.4, -1.4, 32_767.4, -32_768]
    let samples = try written(steps.map { $0 / 32_768 }, .pcm16, dither: false)
    #expect(samples == [0, 1, 0, -1, 1, -1, 32_767, -32_768])
  }

  @Test(arguments: [Encoding.pcm16, .pcm24])
  func fullScaleDoesNotWrap(encoding: Encoding) throws {
    let samples = try written([1, -1, 1.5, -1.5, 0.999_999_9, 100, -100], encoding)
    let top: Float = encoding == .pcm16 ? 32_767 : 8_388_607
    for (index, sample) in samples.enumerated() {
      #expect(abs(sample - (index % 2 == 0 ? top : -top - 1)) <= 2 || index >= 4)
    }
    #expect(samples[5] == top && samples[6] == -top - 1)
  }
}
