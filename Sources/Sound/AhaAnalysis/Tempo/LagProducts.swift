import AhaBase
import AhaDSP
import CShims

/// Autocorrelation of a signal of any length, accumulated as samples arrive; the mean is subtracted
/// at the end.
final class LagProducts {
  /// Lags 0 ..< lags: about seven seconds of onset strength.
  static let lags = 1216
  /// Samples per update.
  private static let block = 256
  /// First samples to keep, for the circular correlation of short signals.
  static let maxHead = 1280

  private(set) var count = 0
  private(set) var sum = 0.0
  private(set) var head: [Float] = []
  private var sums = [Double](repeating: 0, count: lags)
  /// The history, and the block to fill.
  private var recent = [Float](repeating: 0, count: lags + block)
  private var filled = 0

  /// The last input values, newest first.
  private var newest = SIMD4<Float>()
  /// Tolerates the timing of players: onsets are smoothed over five frames, 29 ms.
  private static let window = SIMD4<Float>(0.25, 1 / 3.0, 0.25, 1 / 12.0)

  func add(_ raw: Float) {
    let value = raw / 12 + (newest * LagProducts.window).sum()
    newest = SIMD4(raw, newest[0], newest[1], newest[2])
    recent[LagProducts.lags + filled] = value
    filled += 1
    count += 1
    sum += Double(value)
    if head.count < LagProducts.maxHead { head.append(value) }
    if filled == LagProducts.block { flush() }
  }

  /// Adds the products of the block with its history.
  private func flush() {
    let lags = LagProducts.lags
    // Zero padding to a multiple of four adds nothing.
    let whole = (filled + 3) & ~3
    for index in filled..<whole { recent[lags + index] = 0 }
    recent.withBuffer { recent in
      let block = recent + lags
      for lag in stride(from: 0, to: lags, by: 4) {
        let four = Correlation.dots(block, signal: block - lag, count: whole, every: -1)
        for next in 0..<4 { sums[lag + next] += Double(four[next]) }
      }
    }
    for index in 0..<lags { recent[index] = recent[index + filled] }
    filled = 0
  }

  /// The unbiased autocorrelation, 1 at lag 0, slightly smoothed. 0 for lags over four fifths of
  /// the signal, and for a constant signal.
  func correlation() -> [Float] {
    flush()
    let lags = LagProducts.lags
    var result = [Float](repeating: 0, count: lags)
    guard count > 0 else { return result }
    let mean = sum / Double(count)
    var (before, after) = (0.0, 0.0)
    var power = 0.0
    for lag in 0..<lags where lag < count {
      let pairs = Double(count - lag)
      let product = sums[lag] - mean * (2 * sum - before - after) + pairs * mean * mean
      if lag == 0 { power = product / pairs }
      guard power > 1e-9, 5 * lag <= 4 * count else { break }
      result[lag] = Float(product / pairs / power)
      before += Double(lag < head.count ? head[lag] : 0)
      after += Double(recent[lags - 1 - lag])
    }
    return LagProducts.smoothed(result)
  }

  /// The same for a signal that repeats after `length` samples.
  /// Precondition: length <= head.count.
  func circularCorrelation(length: Int) -> [Float] {
    var result = [Float](repeating: 0, count: LagProducts.lags)
    guard length > 0 else { return result }
    var mean: Float = 0
    for index in 0..<length { mean += head[index] / Float(length) }
    let centered = (0..<2 * length).map { head[$0 % length] - mean }
    centered.withBuffer { samples in
      let power = Correlation.dot(samples, other: samples, count: length)
      guard power > 1e-6 else { return }
      for lag in 0..<LagProducts.lags {
        let product = Correlation.dot(samples, other: samples + lag % length, count: length)
        result[lag] = product / power
      }
    }
    return LagProducts.smoothed(result)
  }

  private static func smoothed(_ values: [Float]) -> [Float] {
    var result = values
    for index in 1..<values.count - 1 {
      result[index] = 0.5 * values[index] + 0.25 * (values[index - 1] + values[index + 1])
    }
    if values.count > 1 { result[0] = 0.5 * values[0] + 0.5 * values[1] }
    return result
  }
}
