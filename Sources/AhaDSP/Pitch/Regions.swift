/// The regions of a spectrum, each around a peak, and what becomes of them.
struct Regions {
  /// The bin of the peak, the first bin of the region; one more `start` ends the last region.
  let peak, start: UnsafeMutablePointer<Int32>
  /// Bins to move by.
  let shift: UnsafeMutablePointer<Int32>
  /// And by how much of a bin more.
  let fraction: UnsafeMutablePointer<Float>
  /// What to multiply by.
  let real, imaginary: UnsafeMutablePointer<Float>
  /// How many, in the first element; the rest is what the search carries from part to part.
  private let state: UnsafeMutablePointer<Int32>

  init(_ planes: inout FloatMemory, size: Int) {
    let most = size / 4 + 8
    func integers(_ count: Int) -> UnsafeMutablePointer<Int32> {
      UnsafeMutableRawPointer(planes.take(count)).bindMemory(to: Int32.self, capacity: count)
    }
    peak = integers(most)
    start = integers(most)
    shift = integers(most)
    state = integers(4)
    fraction = planes.take(most)
    real = planes.take(most)
    imaginary = planes.take(most)
  }

  var count: Int {
    @_noLocks get { Int(state[0]) }
  }

  @_noLocks
  func clear() { state[0] = 0 }

  /// Adds a region whose peak is at `bin`; the border is where the energy between is least.
  @_noLocks
  func add(_ bin: Int, _ power: UnsafeMutablePointer<Float>) {
    let index = count
    var border = 0
    if index > 0 {
      border = Int(peak[index - 1]) + 1
      var least = power[border]
      var place = border + 1
      while place < bin {
        if power[place] < least {
          least = power[place]
          border = place
        }
        place += 1
      }
    }
    peak[index] = Int32(truncatingIfNeeded: bin)
    start[index] = Int32(truncatingIfNeeded: border)
    state[0] = Int32(truncatingIfNeeded: index + 1)
  }

  @_noLocks
  func close(_ end: Int) { start[count] = Int32(truncatingIfNeeded: end) }
}
