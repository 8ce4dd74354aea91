import AhaBase
import CShims

/// The normalized similarity of a signal with itself at every lag, over the last few blocks.
///
/// Each block has its own sums, so no rounding error accumulates and silence is exactly 0. The work
/// is constant per group of samples. Sums are in the order of falling lags: index i is lag
/// `top - i`.
/// Source: normalized square difference (McLeod and Wyvill, 2005).
struct LagSums {
  static var blocks: Int {
    @_noLocks get { 5 }
  }
  /// Samples to append before the history is moved to the front.
  private static var slack: Int {
    @_noLocks get { 256 }
  }

  /// The max lag; top + 1 is a multiple of 4.
  let top: Int
  private let products: Floats
  private let energies: Floats
  /// `top` samples of history and the samples since it was moved.
  private let samples: Floats
  /// For each sample, the energy of the last 8 samples.
  private let power: Floats
  private var end: Int
  private var block = 0

  static func top(least: Int) -> Int { least / 4 * 4 + 3 }

  /// Floats of memory that `init` needs.
  static func memory(top: Int) -> Int { 2 * blocks * (top + 1) + 2 * (top + 9 + slack) }

  /// - Parameter memory: Zeroed, 64-byte aligned, not owned.
  init(top: Int, memory: Floats) {
    self.top = top
    products = memory
    energies = memory + LagSums.blocks * (top + 1)
    samples = energies + LagSums.blocks * (top + 1)
    power = samples + (top + 9 + LagSums.slack)
    end = top + 8
  }

  @_noLocks
  mutating func reset() {
    products.prefix(LagSums.memory(top: top)).clear()
    end = top + 8
    block = 0
  }

  /// Write position of the next group.
  var next: Floats {
    @_noLocks get { samples + end }
  }

  /// Adds the group that was written to `next`.
  @_noLocks
  mutating func add() {
    for index in end..<end + 8 {
      var sum: Float = 0
      for back in 0..<8 { sum += samples[index - back] * samples[index - back] }
      power[index] = sum
    }
    end += 8
    correlate()
    if end + 8 > top + 9 + LagSums.slack { movePast() }
  }

  @_noLocks
  private func correlate() {
    let last = samples + (end - 8)
    let (x0, x1, x2, x3) = (last[0], last[1], last[2], last[3])
    let (x4, x5, x6, x7) = (last[4], last[5], last[6], last[7])
    let product = products + block * (top + 1)
    let energy = energies + block * (top + 1)
    let past = last - top
    let pastPower = power + (end - 1 - top)
    var lag = 0
    while lag <= top {
      let from = past + lag
      var sum = load4(product + lag)
      sum += load4(from) * x0
      sum += load4(from + 1) * x1
      sum += load4(from + 2) * x2
      sum += load4(from + 3) * x3
      sum += load4(from + 4) * x4
      sum += load4(from + 5) * x5
      sum += load4(from + 6) * x6
      sum += load4(from + 7) * x7
      store4(sum, to: product + lag)
      store4(load4(energy + lag) + load4(pastPower + lag), to: energy + lag)
      lag &+= 4
    }
  }

  @_noLocks
  private mutating func movePast() {
    let history = top + 8
    let from = end - history
    for index in 0..<history {
      samples[index] = samples[from + index]
      power[index] = power[from + index]
    }
    end = history
  }

  /// Writes the similarity at every lag 0...top, each -1...1, and begins the next block.
  ///
  /// Returns the energy at lag 0.
  @_noLocks
  mutating func finish(to similarity: Floats) -> Float {
    let energy = summed(energies, lag: top - 3)[3]
    let none = SIMD4<Float>(repeating: 0)
    var lag = 0
    while lag < top {
      let both = summed(energies, lag: lag) + energy
      let alike = 2 * summed(products, lag: lag) / both
      let sure = alike.replacing(with: none, where: both .<= 1e-20)
      store4(sure.backward(), to: similarity + (top - 3 - lag))
      lag &+= 4
    }
    block = block == LagSums.blocks - 1 ? 0 : block + 1
    (products + block * (top + 1)).prefix(top + 1).clear()
    (energies + block * (top + 1)).prefix(top + 1).clear()
    return energy
  }

  @_noLocks @inline(__always)
  private func summed(_ sums: Floats, lag: Int) -> SIMD4<Float> {
    let stride = top + 1
    let from = sums + lag
    let early = load4(from) + load4(from + stride)
    let late = load4(from + 2 &* stride) + load4(from + 3 &* stride)
    return early + late + load4(from + 4 &* stride)
  }
}
