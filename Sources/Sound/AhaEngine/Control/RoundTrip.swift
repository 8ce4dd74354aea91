import AhaBase
import AhaDSP
import AhaDevice

/// Measures latency: plays a noise burst and finds it in the captured input.
///
/// Source: the lag of the highest normalized cross-correlation.
struct RoundTrip {
  private static let burstFrames = 4096
  /// Longest measurable latency, in seconds.
  private static let longest = 1
  private static let timeoutMilliseconds: Int64 = 2000
  private static let leastCorrelation: Float = 0.3

  private let engine: Engine
  private let ring: CaptureRing
  private let rate: Int

  init(_ engine: Engine, ring: CaptureRing) {
    (self.engine, self.ring) = (engine, ring)
    rate = engine.settings.sampleRate
  }

  /// Engine frame at which the burst began, and capture frame at which it arrived.
  func measure() throws(AhaError) -> (start: Int64, arrival: Int64) {
    let burst = RoundTrip.noise()
    let start = try play(burst)
    let length = RoundTrip.longest * rate + RoundTrip.burstFrames
    try waitForFrame(start + Int64(length + rate / 10))
    // Capture frame at the burst's start, derived from the newest block.
    let newest = ring.written
    let first = start - (ring.engineFrame(of: newest) - newest)
    let captured = try read(from: max(0, first), count: length)
    return (start, max(0, first) + Int64(try RoundTrip.find(burst, in: captured)))
  }

  private func play(_ burst: [Float]) throws(AhaError) -> Int64 {
    let sound = try burst.withBuffer { (burst) throws(AhaError) in
      try engine.makeSound(
        interleaved: burst, frames: burst.count, channels: 1, sampleRate: rate)
    }
    let player = try engine.makePlayer(of: sound, into: engine.master(), Player.Options())
    defer { player.release() }
    let start = engine.position + Int64(rate / 10)
    try player.start(at: start)
    try waitForFrame(start + Int64(burst.count))
    return start
  }

  private func waitForFrame(_ frame: Int64) throws(AhaError) {
    var (last, since) = (engine.position, Instant.now())
    while engine.position < frame {
      Instant.pause(milliseconds: 5)
      let position = engine.position
      if position != last { (last, since) = (position, Instant.now()) }
      let stood = (Instant.now().nanoseconds - since.nanoseconds) / 1_000_000
      guard stood < RoundTrip.timeoutMilliseconds else {
        throw AhaError(.state, "the engine stays at frame \(position): no thread renders it")
      }
    }
  }

  /// Left side of captured frames; fewer if fewer have arrived.
  private func read(from start: Int64, count: Int) throws(AhaError) -> [Float] {
    let there = Int(min(Int64(count), ring.written - start))
    guard there > RoundTrip.burstFrames else {
      throw AhaError(.notFound, "nothing was captured while the burst was played")
    }
    let block = try SampleBuffer(channels: 1, frames: there * ring.channels)
    guard ring.read(block.plane(0), count: there, from: start) else {
      throw AhaError(.notFound, "captured frames were overwritten before they were read")
    }
    return (0..<there).map { block.plane(0)[$0 * ring.channels] }
  }

  /// Constant pseudo-random noise, 12 dB below full scale.
  private static func noise() -> [Float] {
    var state: UInt32 = 0x2545_F491
    return (0..<burstFrames).map { _ in
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return Float(Int32(bitPattern: state)) * 0x1p-33
    }
  }

  /// Position with the highest correlation. Errors: `notFound`.
  static func find(_ burst: [Float], in signal: [Float]) throws(AhaError) -> Int {
    let length = burst.count
    let burstEnergy = burst.reduce(0) { $0 + $1 * $1 }
    var energy = signal[..<length].reduce(0) { $0 + $1 * $1 }
    var (best, bestLag): (Float, Int) = (0, 0)
    for lag in 0...(signal.count - length) {
      let sum = Correlation.dot(burst, signal: signal, from: lag)
      let likeness = energy > 1e-9 ? sum.magnitude / (energy * burstEnergy).squareRoot() : 0
      if likeness > best { (best, bestLag) = (likeness, lag) }
      guard lag + length < signal.count else { break }
      energy += signal[lag + length] * signal[lag + length] - signal[lag] * signal[lag]
    }
    guard best >= leastCorrelation else {
      throw AhaError(
        .notFound, "the burst was not heard: is the output looped back to the input?")
    }
    return bestLag
  }
}
