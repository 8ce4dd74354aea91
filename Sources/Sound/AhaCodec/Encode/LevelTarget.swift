import AhaBase

/// The level that a file is brought to.
public enum LevelTarget: Sendable {
  /// Integrated loudness, by gain, and by a limiter if the peaks need it.
  case loudness(lufs: Double, ceilingDb: Float)
  /// Highest true peak, by gain alone.
  case peak(db: Float)

  /// Nil without a target. The arguments are those of `aha_encode_options`; 0: none.
  /// Errors: `invalidArgument`.
  public static func checked(
    lufs: Double, ceilingDb: Float, peakDb: Float
  ) throws(AhaError) -> LevelTarget? {
    guard (-70...0).contains(lufs) else {
      throw AhaError(.invalidArgument, "the loudness \(lufs) LUFS is outside of -70 to 0")
    }
    guard (-20...0).contains(ceilingDb) else {
      throw AhaError(.invalidArgument, "the ceiling \(ceilingDb) dBTP is outside of -20 to 0")
    }
    guard (-70...0).contains(peakDb) else {
      throw AhaError(.invalidArgument, "the peak \(peakDb) dBTP is outside of -70 to 0")
    }
    if peakDb == 0 {
      return lufs == 0 ? nil : .loudness(lufs: lufs, ceilingDb: ceilingDb == 0 ? -1 : ceilingDb)
    }
    if lufs == 0 { return .peak(db: peakDb) }
    throw AhaError(.invalidArgument, "a file has one target: a loudness or a peak")
  }
}
