import CShims

/// Delay lines that are written and read in runs, all at the same place.
///
/// Shape: each line is a ring of `capacity` samples followed by a copy of its first two runs, so
/// that a read never wraps.
struct DelayBank {
  /// Frames of a run.
  static var run: Int {
    @_noLocks get { 32 }
  }
  /// What a read may take beyond a run.
  static var reach: Int {
    @_noLocks get { 8 }
  }

  private let memory: UnsafeMutablePointer<Float>
  private let lines: Int
  private let capacity: Int
  private let stride: Int
  private var position = 0

  /// - Parameters:
  ///   - longest: The longest delay in frames.
  ///   - memory: Where zeroed room for `floats` starts; left at its end.
  init(lines: Int, longest: Int, memory: inout UnsafeMutablePointer<Float>) {
    self.lines = lines
    self.memory = memory
    capacity = DelayBank.capacity(longest)
    stride = DelayBank.stride(capacity)
    memory += lines * stride
  }

  static func floats(lines: Int, longest: Int) -> Int { lines * stride(capacity(longest)) }

  private static func capacity(_ longest: Int) -> Int {
    (longest + 2 * run + reach + run - 1) / run * run
  }

  /// The odd line of memory keeps the rings out of each other's place in the cache.
  private static func stride(_ capacity: Int) -> Int { capacity + 2 * run + 16 }

  @_noLocks
  mutating func reset() {
    DelayMemory.clear(memory, lines * stride)
    position = 0
  }

  /// Where the present run of a line is written.
  @_noLocks @inline(__always)
  func writer(_ line: Int) -> UnsafeMutablePointer<Float> { memory + (line &* stride &+ position) }

  /// The present run as it was `delay` frames ago; what is less than a run ago must be written and
  /// `seal`ed before.
  @_noLocks @inline(__always)
  func reader(_ line: Int, _ delay: Int32) -> UnsafePointer<Float> {
    let start = position &- Int(delay)
    return UnsafePointer(memory + (line &* stride &+ (start < 0 ? start &+ capacity : start)))
  }

  /// The present run is written.
  @_noLocks @inline(__always)
  func seal() {
    guard position < 2 * DelayBank.run else { return }
    for line in 0..<lines {
      let start = memory + (line &* stride &+ position)
      shim_copy(start + capacity, start, DelayBank.run * MemoryLayout<Float>.stride)
    }
  }

  /// On to the next run.
  @_noLocks @inline(__always)
  mutating func advance() {
    position += DelayBank.run
    if position == capacity { position = 0 }
  }
}
