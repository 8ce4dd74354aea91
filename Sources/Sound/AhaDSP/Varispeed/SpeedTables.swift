import AhaBase
import CShims

/// Windowed-sinc tables for speeds up to 16, each with a lower cutoff than the one before.
///
/// The -6 dB point of a table is the Nyquist frequency divided by its speed. Up to 0.8 times this
/// frequency the table passes everything; from 1.2 times on, it passes nothing (-92 dB).
/// Source: J. O. Smith, Digital audio resampling home page, 1984.
public struct SpeedTables {
  /// Zero crossings of the sinc on either side.
  static let crossings = 15
  static let count = 26
  /// Kaiser window with a stopband of -92 dB.
  private static let beta = 9.18

  public let first: UnsafePointer<SpeedTable>
  private let tables: UnsafeMutablePointer<SpeedTable>
  private let memory: FloatMemory

  /// Errors: `outOfMemory`.
  public init() throws(AhaError) {
    let plans = (0..<SpeedTables.count).map { SpeedPlan(SpeedTables.speed(of: $0)) }
    var memory = try FloatMemory(
      planes: plans.count, samples: plans.reduce(0) { $0 + $1.samples })
    tables = .allocate(capacity: plans.count)
    let shape = SpeedTables.shape()
    for (index, plan) in plans.enumerated() {
      let rows = memory.take(plan.samples)
      plan.fill(rows, shape)
      (tables + index).initialize(
        to: SpeedTable(
          rows: rows, taps: plan.taps, placeBits: plan.placeBits, limit: plan.limit))
    }
    first = UnsafePointer(tables)
    self.memory = memory
  }

  public func free() {
    tables.deallocate()
    memory.release()
  }

  /// The fastest speed of a table: 1, a semitone more, and then in whole tones up to 16.
  private static func speed(of index: Int) -> Double {
    exp2(index < 2 ? Double(index) / 12 : Double(index - 1) / 6)
  }

  /// Samples of the windowed sinc from its center on, `SpeedPlan.density` per zero crossing.
  private static func shape() -> [Double] {
    let last = crossings * SpeedPlan.density
    let peak = bessel(beta)
    var samples = (0..<last).map { index in
      let x = Double(index) / Double(SpeedPlan.density)
      let ratio = x / Double(crossings)
      let window = bessel(beta * (1 - ratio * ratio).squareRoot()) / peak
      return x == 0 ? 1 : window * sin(.pi * x) / (.pi * x)
    }
    samples += [0, 0]
    return samples
  }

  /// The modified Bessel function of order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, index) = (1.0, 1.0, 1.0)
    while term > sum * 1e-12 {
      term *= (x / 2) * (x / 2) / (index * index)
      sum += term
      index += 1
    }
    return sum
  }
}

/// Size and contents of one table.
private struct SpeedPlan {
  static let density = 2048

  let stretch: Double
  let taps: Int
  /// Base-2 logarithm of the rows per frame. A wide kernel is smoother and needs fewer.
  let placeBits: Int

  init(_ stretch: Double) {
    self.stretch = stretch
    let wanted = Int((2 * Double(SpeedTables.crossings) * stretch).rounded(.up))
    taps = (wanted + 7) / 8 * 8
    placeBits = stretch < 1.5 ? 8 : stretch < 3 ? 7 : stretch < 6 ? 6 : 5
  }

  /// The fastest speed.
  var limit: Int64 { Int64((stretch * Double(SpeedUnit.one)).rounded(.up)) }

  var places: Int { 1 << placeBits }

  var samples: Int { 2 * taps * places }

  /// Shape: for each place a row of weights, then a row of the differences to the next place.
  func fill(_ rows: UnsafeMutablePointer<Float>, _ shape: [Double]) {
    var weights = row(at: 0, shape)
    for place in 0..<places {
      let next = row(at: place + 1, shape)
      let target = rows + place * 2 * taps
      for tap in 0..<taps {
        target[tap] = Float(weights[tap])
        target[taps + tap] = Float(next[tap] - weights[tap])
      }
      weights = next
    }
  }

  /// Weights of the frames around a place, with a sum of 1.
  private func row(at place: Int, _ shape: [Double]) -> [Double] {
    let part = Double(place) / Double(places)
    let weights = (0..<taps).map { tap in
      value(shape, at: (Double(tap - taps / 2 + 1) - part) / stretch)
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  private func value(_ shape: [Double], at x: Double) -> Double {
    let place = x.magnitude * Double(SpeedPlan.density)
    let index = Int(place)
    guard index + 1 < shape.count else { return 0 }
    return shape[index] + (shape[index + 1] - shape[index]) * (place - Double(index))
  }
}
