import AhaBase
import CShims

/// One channel of `SaturationKernel`: a curve at eight times the rate (`saturation.c`).
struct OversampledCurve {
  /// Max frames of one `run`.
  static var chunk: Int { @_noLocks @inline(__always) get { Int(SHIM_SATURATION_CHUNK) } }
  /// Frames by which the output lags.
  static var lag: Int { @_noLocks @inline(__always) get { Int(SHIM_SATURATION_LAG) } }
  private static var floats: Int { @_noLocks get { Int(SHIM_SATURATION_FLOATS) } }

  private let memory: Floats
  /// The input without and with drive.
  let dry, input: Floats

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    memory = try DelayMemory.allocate(OversampledCurve.floats)
    dry = memory + Int(SHIM_SATURATION_DRY)
    input = memory + Int(SHIM_SATURATION_INPUT)
  }

  func free() { CShims.free(memory.base) }

  @_noLocks
  func clear() { memory.clear() }

  @_noLocks
  func copy(_ other: OversampledCurve) {
    memory.copy(other.memory)
  }

  /// Computes the output of the next `count` frames from `input`; writes multiples of eight.
  /// - Parameter shares: While the curve changes: the share of the new one in each frame.
  @_noLocks
  func run(_ curve: (former: Int32, now: Int32), shares: Floats?, to output: Floats, count: Int) {
    shim_saturate(
      shim_saturation(
        memory: memory.base, output: output.base, shares: shares?.base, curve: curve.now,
        former: curve.former,
        frames: count))
  }

  /// Keeps the newest frames as the history of the next chunk.
  @_noLocks
  func shift(_ count: Int) { shim_saturation_shift(memory.base, count) }
}
