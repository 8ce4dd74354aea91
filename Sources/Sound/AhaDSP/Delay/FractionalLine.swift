import AhaBase
import CShims

/// A delay line of one channel that is read between its frames.
///
/// Shape: a ring of `mask` + 1 samples, followed by a copy of its first samples, so that a read
/// never wraps.
/// Units: delays in frames, 32.32 fixed point. Integers: any division into blocks reads at the same
/// positions.
struct FractionalLine {
  /// The shortest delay that is read between frames: the interpolation reads 12 frames after it.
  static var shortest: Float { @_noLocks get { 13 } }
  /// Max frames of one read.
  static var chunk: Int { @_noLocks get { 32 } }
  /// Max frames by which the delay may move in one read.
  static var reach: Int { @_noLocks get { 448 } }
  private static var margin: Int {
    @_noLocks @inline(__always) get { chunk + reach + LineTable.taps }
  }

  private let samples: Floats
  private let mask: Int

  /// - Parameter longest: Max delay in frames. Errors: `outOfMemory`.
  init(longest: Int) throws(AhaError) {
    var capacity = 1024
    while capacity <= longest + FractionalLine.chunk + LineTable.taps { capacity *= 2 }
    mask = capacity - 1
    samples = try DelayMemory.allocate(capacity + FractionalLine.margin)
  }

  func free() { CShims.free(samples.base) }

  @_noLocks
  func clear() { samples.clear() }

  /// Frames that may be read before the next write. Precondition: delay >= `shortest`.
  @_noLocks @inline(__always)
  static func readable(_ delay: Int64) -> Int {
    min(Int(truncatingIfNeeded: (delay + SpeedUnit.mask) >> 32) - LineTable.taps / 2, chunk)
  }

  @_noLocks @inline(__always)
  static func delay(_ frames: Float) -> Int64 { Int64(frames * 0x1p32) }

  /// Writes to `target` the samples of the frames from `position` on, the first with a delay, which
  /// grows by `step` each frame.
  @_noLocks
  func read(
    _ position: Int, delay: Int64, step: Int64, table: LineTable, to target: Floats, frames: Int
  ) {
    let speed = SpeedUnit.one - step
    // Relative to the frame at `position`.
    let (first, last) = (-delay, speed * Int64(frames - 1) - delay)
    let base = Int(truncatingIfNeeded: min(first, last) >> 32)
    let start = (position &+ base &- (LineTable.taps / 2 - 1)) & mask
    shim_read_sinc(
      table.sinc,
      shim_varispeed_run(
        left: samples.base + start, right: samples.base + start,
        position: first - Int64(base) << 32, step: speed, slope: 0, to_left: target.base,
        to_right: target.base, frames: frames))
  }

  /// The same, with a delay of whole frames. Precondition: frames <= delay.
  @_noLocks
  func read(_ position: Int, delay: Int, to target: Floats, frames: Int) {
    target.copy((samples + ((position &- delay) & mask)).prefix(frames))
  }

  /// Writes samples, at most `chunk`.
  @_noLocks
  func write(_ position: Int, _ source: Floats, frames: Int) {
    let at = position & mask
    let count = min(frames, mask &+ 1 &- at)
    (samples + at).copy(source.prefix(count))
    if at < FractionalLine.margin { mirror(at, count) }
    guard count < frames else { return }
    samples.copy((source + count).prefix(frames &- count))
    mirror(0, frames &- count)
  }

  /// Copies to the end of the ring. Samples after the margin are not read there.
  @_noLocks
  private func mirror(_ at: Int, _ frames: Int) {
    let count = min(frames, FractionalLine.margin - at)
    (samples + mask + 1 + at).copy((samples + at).prefix(count))
  }
}
