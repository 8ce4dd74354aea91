import CShims

/// Turns the peaks of a block into gains that are low enough in time.
///
/// Invariant: a frame's gain is a mean of values none of which is above what the frame needs. Sums
/// are of whole numbers (2^-24), so that they never drift.
struct GainSmoother {
  private static var block: Int {
    @_noLocks get { 16 }
  }
  private static var one: Int32 {
    @_noLocks get { 1 << 24 }
  }

  /// Frames that a gain comes after its peak was given; the length of both means together.
  let lookAhead: Int
  private let firstLength, secondLength, window: Int
  private let sampleRate: Float
  /// Needed gains of the window before the block and of the block, and room for their minima, which
  /// four values may be read before.
  private let needed, levels: UnsafeMutablePointer<Float>
  private let first: UnsafeMutablePointer<Int32>
  private let second: UnsafeMutablePointer<Int64>
  private var firstAt = 0
  private var secondAt = 0
  private var firstSum: Int64 = 0
  private var secondSum: Int64 = 0
  private var held: Float = 1
  private var holding = 0
  private var openFrames = 0
  private var release: Float = 0

  init(sampleRate: Int) {
    self.sampleRate = Float(sampleRate)
    lookAhead = max(sampleRate / 950, 8)
    firstLength = lookAhead / 2
    secondLength = lookAhead - firstLength
    window = lookAhead + 2
    let count = window + GainSmoother.block
    needed = UnsafeMutablePointer<Float>.allocate(capacity: count)
    levels = UnsafeMutablePointer<Float>.allocate(capacity: 4 + count) + 4
    first = UnsafeMutablePointer<Int32>.allocate(capacity: firstLength)
    second = UnsafeMutablePointer<Int64>.allocate(capacity: secondLength)
    needed.initialize(repeating: 1, count: count)
    (levels - 4).initialize(repeating: 1, count: 4 + count)
    first.initialize(repeating: 0, count: firstLength)
    second.initialize(repeating: 0, count: secondLength)
    reset()
  }

  func free() {
    needed.deallocate()
    (levels - 4).deallocate()
    first.deallocate()
    second.deallocate()
  }

  /// Everything that could lower the gain is over.
  var isOpen: Bool {
    @_noLocks get { openFrames >= 2 * window }
  }

  @_noLocks
  mutating func setRelease(milliseconds: Float) {
    release = 1 - shim_exp(-1000 / (milliseconds * sampleRate))
  }

  @_noLocks
  mutating func reset() {
    for index in 0..<window + GainSmoother.block { needed[index] = 1 }
    for index in 0..<firstLength { first[index] = GainSmoother.one }
    firstSum = Int64(firstLength) * Int64(GainSmoother.one)
    for index in 0..<secondLength { second[index] = firstSum }
    secondSum = Int64(secondLength) * firstSum
    (firstAt, secondAt, holding) = (0, 0, 0)
    held = 1
    openFrames = 2 * window
  }

  /// Replaces a block's peaks by gains for the frames that are `lookAhead` frames older.
  @_noLocks
  mutating func run(_ peaks: UnsafeMutablePointer<Float>, ceiling: Float) {
    let block = GainSmoother.block
    var isOpen = true
    for index in 0..<window { needed[index] = needed[index + block] }
    for index in 0..<block {
      let peak = peaks[index]
      // Not a number: nothing of it goes out.
      needed[window + index] = peak <= ceiling ? 1 : (peak > ceiling ? ceiling / peak : 0)
      if !(peak <= ceiling) { isOpen = false }
    }
    findLeast()
    let scale = 1 / Float(Int64(firstLength * secondLength) * Int64(GainSmoother.one))
    for index in 0..<block {
      let value = releasing(levels[window + index])
      if value < 1 { isOpen = false }
      let whole = Int32(value * Float(GainSmoother.one))
      firstSum += Int64(whole) - Int64(first[firstAt])
      first[firstAt] = whole
      firstAt = firstAt + 1 == firstLength ? 0 : firstAt + 1
      secondSum += firstSum - second[secondAt]
      second[secondAt] = firstSum
      secondAt = secondAt + 1 == secondLength ? 0 : secondAt + 1
      peaks[index] = min(Float(secondSum) * scale, 1)
    }
    openFrames = isOpen ? min(openFrames + block, 2 * window) : 0
  }

  /// The least of the last `window` values at each frame of the block, in `levels`: by minima of two,
  /// four, eight... frames.
  @_noLocks
  private func findLeast() {
    let count = window + GainSmoother.block
    shim_copy(levels, needed, 4 * count)
    var length = 1
    while length < window {
      let shift = min(length, window - length)
      var index = count - 4
      while index + 3 >= shift {
        let here = UnsafeMutableRawPointer(levels + index)
        let now = here.loadUnaligned(as: SIMD4<Float>.self)
        let before = UnsafeRawPointer(levels + index - shift).loadUnaligned(as: SIMD4<Float>.self)
        here.storeBytes(of: now.smaller(before), as: SIMD4<Float>.self)
        index -= 4
      }
      length += shift
    }
  }

  @_noLocks @inline(__always)
  private mutating func releasing(_ least: Float) -> Float {
    if least <= held * 1.02 {
      if least < 1 { holding = Int(sampleRate * 0.01) }
      if least < held { held = least }
    }
    if holding > 0 {
      holding -= 1
      return held
    }
    held += release * (least - held)
    if held > 0.99999, least == 1 { held = 1 }
    return held
  }
}
