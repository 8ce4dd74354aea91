import AhaBase
import CEbur128
import CShims

/// How loud a signal is as a whole, and how high it goes between its samples.
///
/// Units: LUFS and dBTP. Source: EBU R 128, ITU-R BS.1770-4, by libebur128.
/// Threads: one at a time.
public final class Loudness {
  /// What is measured, and in how much memory.
  public enum Mode: Sendable {
    /// Integrated loudness and true peak; memory grows with the length.
    case exact
    /// Integrated and short-term loudness and range, to 0.1 LU, in fixed memory; no true peak.
    case stream

    fileprivate var flags: UInt32 {
      switch self {
      case .exact: EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
      case .stream:
        EBUR128_MODE_LRA.rawValue | EBUR128_MODE_I.rawValue | EBUR128_MODE_HISTOGRAM.rawValue
      }
    }
  }

  private let channels: Int
  private var state: UnsafeMutablePointer<ebur128_state>?
  /// Frames after which short-term loudness is looked at: half a second; 0 where it is not.
  private let period: Int
  private var untilLook: Int
  /// The highest loudness of three seconds, looked at twice a second; nil for what is silent,
  /// shorter, or measured exactly.
  public private(set) var highestShortTerm: Double?

  /// Errors: `outOfMemory`.
  public init(sampleRate: Int, channels: Int, _ mode: Mode = .exact) throws(AhaError) {
    self.channels = channels
    period = mode == .stream ? max(1, sampleRate / 2) : 0
    untilLook = 6 * period
    state = ebur128_init(UInt32(channels), UInt(sampleRate), Int32(mode.flags))
    if state == nil {
      throw AhaError(.outOfMemory, "loudness of \(channels) channels at \(sampleRate) Hz")
    }
  }

  deinit { ebur128_destroy(&state) }

  /// Takes in interleaved frames. Errors: `outOfMemory`.
  public func add(_ frames: UnsafePointer<Float>, count: Int) throws(AhaError) {
    guard ebur128_add_frames_float(state, frames, count) == 0 else {
      throw AhaError(.outOfMemory, "loudness of \(count) frames")
    }
    guard period > 0 else { return }
    untilLook -= count
    if untilLook <= 0 { look() }
  }

  private func look() {
    untilLook = period
    var value = 0.0
    guard ebur128_loudness_shortterm(state, &value) == 0, value > -70 else { return }
    highestShortTerm = max(highestShortTerm ?? value, value)
  }

  /// How much loudness changes, in LU; nil for what is silent, too short, or measured exactly.
  public var range: Double? {
    var value = 0.0
    guard period > 0, ebur128_loudness_range(state, &value) == 0, value.isFinite else { return nil }
    return value
  }

  /// Integrated loudness, gated; nil for what is silent or shorter than 0.4 s.
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
