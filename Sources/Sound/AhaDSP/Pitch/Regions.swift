import AhaBase

/// The regions of a spectrum, each around a peak, with their shifts and rotations.
struct Regions {
  /// The bin of the peak, and the first bin of the region; one extra `start` ends the last region.
  let peak, start: Buffer<Int32>
  /// The wanted shift in bins, and in whole bins.
  let wanted: Buffer<Double>
  let shift: Buffer<Int32>
  /// Additional shift in fractions of a bin.
  let fraction: Floats
  /// Rotation in the middle of the grain. Units: cycles.
  let rotation: Floats
  /// Complex factor.
  let real, imaginary: Floats
  /// Count of regions, in the first element.
  private let state: Buffer<Int32>

  private let sideLobes: Float

  init(_ planes: inout FloatMemory, shape: GrainShape) {
    sideLobes = shape.sideLobes
    // Eight more: vectors are written past the last region.
    let capacity = shape.size / 4 + 16
    func integers(_ count: Int) -> Buffer<Int32> {
      planes.claim(count).bound(to: Int32.self, count: count)
    }
    peak = integers(capacity)
    start = integers(capacity)
    shift = integers(capacity)
    state = integers(4)
    wanted = planes.claim(2 * capacity).bound(to: Double.self, count: capacity)
    rotation = planes.claim(capacity)
    fraction = planes.claim(capacity)
    real = planes.claim(capacity)
    imaginary = planes.claim(capacity)
  }

  var count: Int {
    @_noLocks get { Int(state[0]) }
  }

  @_noLocks
  func clear() { state[0] = 0 }

  /// Adds a region with its peak at `bin`; its border is at the energy minimum between the peaks.
  /// Side lobes of a larger peak belong to its region: their own rotation would be wrong.
  @_noLocks
  func add(_ bin: Int, power: Floats) {
    var index = count
    if index > 0, isSideLobe(bin, of: Int(peak[index - 1]), power: power) { return }
    while index > 0, isSideLobe(Int(peak[index - 1]), of: bin, power: power) { index -= 1 }
    var border = 0
    if index > 0 {
      border = Int(peak[index - 1]) + 1
      var least = power[border]
      var candidate = border + 1
      while candidate < bin {
        if power[candidate] < least {
          least = power[candidate]
          border = candidate
        }
        candidate += 1
      }
    }
    peak[index] = Int32(truncatingIfNeeded: bin)
    start[index] = Int32(truncatingIfNeeded: border)
    state[0] = Int32(truncatingIfNeeded: index + 1)
  }

  /// Whether a peak is below the envelope of another's side lobes: for `pitch` -43 dB at 4 bins,
  /// falling by 9 dB an octave.
  @_noLocks @inline(__always)
  private func isSideLobe(_ bin: Int, of other: Int, power: Floats) -> Bool {
    let distance = Float(bin - other).magnitude
    return power[bin] * distance * distance * distance < sideLobes * power[other]
  }

  @_noLocks
  func close(_ end: Int) { start[count] = Int32(truncatingIfNeeded: end) }
}
