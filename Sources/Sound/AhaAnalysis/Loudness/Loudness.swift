import AhaBase
import CEbur128
import CShims

/// Integrated loudness and true peak of a signal.
///
/// Units: LUFS and dBTP. Source: EBU R 128, ITU-R BS.1770-4, by libebur128.
/// Threads: one at a time.
public final class Loudness {
  private let channels: Int
  private var state: UnsafeMutablePointer<ebur128_state>?

  /// Errors: `outOfMemory`, `unsupported` (libebur128 is not installed).
  public init(sampleRate: Int, channels: Int) throws(AhaError) {
    try LateLibrary.load(late_load_ebur128)
    self.channels = channels
    let mode = Int32(EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
    state = ebur128_init(UInt32(channels), UInt(sampleRate), mode)
    if state == nil {
      throw AhaError(.outOfMemory, "loudness of \(channels) channels at \(sampleRate) Hz")
    }
  }

  deinit { ebur128_destroy(&state) }

  /// Adds interleaved frames. Errors: `outOfMemory`.
  public func add(_ frames: Floats, count: Int) throws(AhaError) {
    guard ebur128_add_frames_float(state, frames.base, count) == 0 else {
      throw AhaError(.outOfMemory, "loudness of \(count) frames")
    }
  }

  /// Integrated loudness, gated; nil for a signal that is silent or shorter than 0.4 s.
  public var integrated: Double? {
    var value = 0.0
    guard ebur128_loudness_global(state, &value) == 0, value.isFinite else { return nil }
    return value
  }

  /// The highest true peak of all channels, in dBTP; nil for silence.
  public var truePeakDb: Double? {
    var highest = 0.0
    for channel in 0..<channels {
      var peak = 0.0
      if ebur128_true_peak(state, UInt32(channel), &peak) == 0 { highest = max(highest, peak) }
    }
    return highest > 0 ? 20 * log10(highest) : nil
  }
}
