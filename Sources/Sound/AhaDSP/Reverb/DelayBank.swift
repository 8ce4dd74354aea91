import AhaBase
import CShims

/// Delay lines that are written and read in runs of frames, all at the same write position.
///
/// The lines of many reverbs leave the cache between two blocks, and the hardware does not foresee
/// so many positions: each access prefetches the cache lines of the next run.
///
/// Shape: each line is a ring of `capacity` samples, followed by a copy of its first two runs, so
/// that a read never wraps.
struct DelayBank {
  /// Frames of a run.
  static var run: Int {
    @_noLocks get { 32 }
  }
  /// Max frames that a read uses beyond a run.
  static var readMargin: Int {
    @_noLocks get { 8 }
  }

  private let memory: Floats
  private let lines: Int
  private let capacity: Int
  private let stride: Int
  private var position = 0

  /// - Parameters:
  ///   - longest: Max delay in frames.
  ///   - memory: Zeroed memory for `floats` values; moved past them.
  init(lines: Int, longest: Int, memory: inout Floats) {
    self.lines = lines
    self.memory = memory
    capacity = DelayBank.capacity(longest)
    stride = DelayBank.stride(capacity)
    memory += lines * stride
  }

  static func floats(lines: Int, longest: Int) -> Int { lines * stride(capacity(longest)) }

  private static func capacity(_ longest: Int) -> Int {
    (longest + 2 * run + readMargin + run - 1) / run * run
  }

  /// The odd cache line prevents the rings from sharing cache sets.
  private static func stride(_ capacity: Int) -> Int { capacity + 2 * run + 16 }

  @_noLocks
  mutating func reset() {
    memory.prefix(lines * stride).clear()
    position = 0
  }

  /// Write position of the current run of a line.
  @_noLocks @inline(__always)
  func writer(_ line: Int) -> Floats {
    let start = memory.base + (line &* stride &+ position)
    shim_prefetch(start + DelayBank.run)
    shim_prefetch(start + (DelayBank.run + 16))
    return Floats(start, count: DelayBank.run)
  }

  /// The current run, `delay` frames ago. Runs up to that time must be written and `seal`ed before.
  @_noLocks @inline(__always)
  func reader(_ line: Int, delay: Int32) -> Floats {
    let start = position &- Int(delay)
    let samples = memory.base + (line &* stride &+ (start < 0 ? start &+ capacity : start))
    let count = DelayBank.run + DelayBank.readMargin
    shim_prefetch(samples + (count + 15))
    shim_prefetch(samples + (count + 31))
    return Floats(samples, count: count)
  }

  /// Completes the current run after it is written.
  @_noLocks @inline(__always)
  func seal() {
    guard position < 2 * DelayBank.run else { return }
    for line in 0..<lines {
      let start = memory + (line &* stride &+ position)
      (start + capacity).copy(start.prefix(DelayBank.run))
    }
  }

  /// Moves to the next run.
  @_noLocks @inline(__always)
  mutating func advance() {
    position += DelayBank.run
    if position == capacity { position = 0 }
  }
}
