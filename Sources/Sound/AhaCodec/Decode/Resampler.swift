import AhaBase
import CSoxr

/// Converts interleaved frames to another rate. Output frame n lies at the time of input frame
/// n * from / to.
/// Threads: one at a time.
public protocol RateConverter: AnyObject {
  /// Consumes up to `inputFrames` and produces up to `outputFrames`.
  /// - Parameter input: Nil at the end of the input: flushes the rest.
  func process(
    _ input: Floats?, inputFrames: Int, to output: Floats, outputFrames: Int
  ) throws(AhaError) -> (taken: Int, given: Int)
}

/// Errors: `outOfMemory`, `unsupported`.
public typealias MakeRateConverter = (
  _ from: Int, _ to: Int, _ channels: Int
) throws(AhaError) -> any RateConverter

/// soxr at its HQ setting, on interleaved frames. No other file uses soxr.
///
/// Soxr compensates its delay.
final class Resampler: RateConverter {
  private let handle: soxr_t

  /// Errors: `outOfMemory`; `unsupported` (libsoxr is not installed).
  init(from: Int, to: Int, channels: Int) throws(AhaError) {
    try LateLibrary.load(late_load_soxr)
    var io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    // The high-precision clock: otherwise a ratio such as 44101 to 48000 drifts over hours, and
    // reading after a seek would differ from reading in sequence.
    var quality = soxr_quality_spec(UInt(SOXR_HQ), UInt(SOXR_HI_PREC_CLOCK))
    var runtime = soxr_runtime_spec(1)
    var reason: soxr_error_t?
    let handle = soxr_create(
      Double(from), Double(to), UInt32(channels), &reason, &io, &quality, &runtime)
    guard let handle else {
      throw AhaError(.outOfMemory, "no resampler from \(from) to \(to) Hz: \(text(reason))")
    }
    self.handle = handle
  }

  deinit { soxr_delete(handle) }

  func process(
    _ input: Floats?, inputFrames: Int, to output: Floats, outputFrames: Int
  ) throws(AhaError) -> (taken: Int, given: Int) {
    var taken = 0
    var given = 0
    let reason = soxr_process(
      handle, input?.base, inputFrames, &taken, output.base, outputFrames, &given)
    if reason != nil { throw AhaError(.outOfMemory, "the resampler failed: \(text(reason))") }
    return (taken, given)
  }
}

private func text(_ reason: soxr_error_t?) -> String {
  reason.map { String(cString: $0) } ?? "no reason given"
}
