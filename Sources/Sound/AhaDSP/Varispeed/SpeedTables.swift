import AhaBase
import CShims

/// Tables of a lowpass filter for speeds up to 16, each with a lower cutoff than the one before.
///
/// The limit of a table is the Nyquist frequency divided by its speed. Up to 0.8 times the limit it
/// passes everything, from 1.2 times on nothing; see `SpeedFilter`.
/// Source: J. O. Smith, Digital audio resampling home page, 1984.
public struct SpeedTables {
  static let count = 26

  public let tables: Buffer<SpeedTable>
  private let memory: FloatMemory

  /// Errors: `outOfMemory`.
  public init() throws(AhaError) {
    let (exact, short) = (SpeedFilter.exact, SpeedFilter.short)
    let plans = (0..<SpeedTables.count).map { index in
      SpeedPlan(SpeedTables.speed(of: index), filter: index == 0 ? exact : short)
    }
    var memory = try FloatMemory(
      planes: plans.count, samples: plans.reduce(0) { $0 + $1.samples })
    tables = Buffer(uninitialized: plans.count)
    for (index, plan) in plans.enumerated() {
      let rows = memory.claim(plan.samples)
      plan.fill(rows)
      tables.initialize(
        index,
        to: SpeedTable(
          rows: rows, taps: plan.taps, phaseBits: plan.phaseBits, limit: plan.limit))
    }
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
}

/// Size and contents of one table.
private struct SpeedPlan {
  let stretch: Double
  let filter: SpeedFilter
  let taps: Int
  /// Base-2 logarithm of the rows per frame. A wide kernel is smoother and needs fewer.
  let phaseBits: Int

  init(_ stretch: Double, filter: SpeedFilter) {
    self.stretch = stretch
    self.filter = filter
    let wanted = Int((2 * filter.half * stretch).rounded(.up))
    taps = (wanted + 7) / 8 * 8
    phaseBits = stretch < 1.5 ? 8 : stretch < 3 ? 7 : stretch < 6 ? 6 : 5
  }

  /// The fastest speed.
  var limit: Int64 { Int64((stretch * Double(SpeedUnit.one)).rounded(.up)) }

  var phases: Int { 1 << phaseBits }

  var samples: Int { 2 * taps * phases }

  /// Shape: see `shim_sinc_table`.
  func fill(_ rows: Floats) {
    var weights = row(at: 0)
    for phase in 0..<phases {
      let next = row(at: phase + 1)
      let target = rows + phase * 2 * taps
      for tap in 0..<taps {
        target[tap] = Float(weights[tap])
        target[taps + tap] = Float((next[tap] - weights[tap]) * 0x1p-24)
      }
      weights = next
    }
  }

  /// Weights of the frames around a position. A sum of 1 keeps constants; a factor would do that as
  /// well, but raise images by up to 6 dB.
  private func row(at phase: Int) -> [Double] {
    let part = Double(phase) / Double(phases)
    let weights = (0..<taps).map { tap in
      filter.value(at: (Double(tap - taps / 2 + 1) - part) / stretch) / stretch
    }
    let rest = (1 - weights.reduce(0, +)) / Double(taps)
    return weights.map { $0 + rest }
  }
}
