import AhaBase
import CShims

/// Weights of the interpolation of `FractionalLine`: a low-pass of 24 taps for 128 positions
/// between two frames.
///
/// At any position the error is below -80 dB up to 5 kHz at 44.1 kHz, -66 dB up to 14 kHz and
/// 0.44 dB up to 20 kHz. Bins 12 - n and 12 + n have a sum of 1, so whole delays keep all samples;
/// the other bins minimize the errors.
/// Source: as `SpeedFilter`.
struct LineTable {
  static var taps: Int { @_noLocks @inline(__always) get { 24 } }
  private static let positionBits = 7
  private static let upper = [0.999733, 1.000759, 0.998533, 1.002219, 0.994766, 1.008963, 0.949522]
  private static let bins: [Double] =
    [Double](repeating: 1, count: 5) + upper + [0.5] + upper.reversed().map { 1 - $0 }

  let sinc: shim_sinc_table
  private let memory: FloatMemory

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    let (taps, positions) = (LineTable.taps, 1 << LineTable.positionBits)
    var memory = try FloatMemory(planes: 1, samples: 2 * taps * positions)
    self.memory = memory
    let rows = memory.claim(2 * taps * positions)
    let weights = (0...positions).map { LineTable.row(at: Double($0) / Double(positions)) }
    for position in 0..<positions {
      let target = rows + position * 2 * taps
      for tap in 0..<taps {
        target[tap] = Float(weights[position][tap])
        target[taps + tap] = Float(
          (weights[position + 1][tap] - weights[position][tap]) * 0x1p-24)
      }
    }
    sinc = shim_sinc_table(
      rows: rows.base, taps: Int32(taps), position_bits: UInt32(LineTable.positionBits))
  }

  func free() { memory.release() }

  /// Weights with a sum of 1, so that constants stay.
  private static func row(at part: Double) -> [Double] {
    let half = Double(taps / 2)
    let weights = (0..<taps).map { tap in
      let time = Double(tap + 1) - half - part
      return time.magnitude < half ? SpeedFilter.sum(bins, half: half, at: time) : 0
    }
    let rest = (1 - weights.reduce(0, +)) / Double(taps)
    return weights.map { $0 + rest }
  }
}
