import AhaAnalysis
import AhaBase
import AhaCodec
import AhaDSP

/// Brings a sound to a level. A loudness needs gain alone if the peaks stay below the ceiling;
/// otherwise also the limiter, and more gain for the loudness that the limiter removes.
struct Mastering {
  /// Max passes, and the tolerance of the loudness in LU.
  private static let tries = 8
  private static let tolerance = 0.05
  /// Max deviation in LU after all passes.
  private static let maxMissing = 0.2
  private static let maxGainDb = 24.0

  private let tape: MasterTape
  private let job: Job

  init(_ tape: MasterTape, job: Job) { (self.tape, self.job) = (tape, job) }

  /// Passes on interleaved frames at the target level.
  /// Errors: `empty` (silence, or too short for a loudness), `unsupported` (the loudness cannot be
  /// reached), those of `write`.
  func run(
    to target: LevelTarget, _ write: (Floats, Int) throws(AhaError) -> Void
  ) throws(AhaError) {
    let (loudness, peak) = try measured(gain: 0, ceiling: nil)
    guard let peak else { throw AhaError(.empty, "the sound is silent: it has no peak") }
    switch target {
    case .peak(let db): try play(gain: Double(db) - peak, ceiling: nil, isLast: true, write)
    case .loudness(let lufs, let ceiling):
      guard let loudness else {
        throw AhaError(.empty, "the sound is too short or too quiet to measure its loudness")
      }
      var gain = lufs - loudness
      let isLimited = peak + gain > Double(ceiling)
      if isLimited { gain = try limitedGain(gain, target: lufs, ceiling: ceiling) }
      guard gain <= Mastering.maxGainDb else {
        throw AhaError(
          .unsupported,
          "\(lufs) LUFS needs a gain of \(Mastering.short(gain)) dB; the max is 24 dB")
      }
      try play(gain: gain, ceiling: isLimited ? ceiling : nil, isLast: true, write)
    }
  }

  /// The gain that reaches the target loudness after the limiter.
  private func limitedGain(
    _ first: Double, target: Double, ceiling: Float
  ) throws(AhaError) -> Double {
    var (gain, missing) = (first, 0.0)
    for _ in 0..<Mastering.tries {
      let possible = min(gain, Mastering.maxGainDb)
      missing = target - (try measured(gain: possible, ceiling: ceiling).loudness ?? target)
      if missing.magnitude <= Mastering.tolerance { return gain }
      if gain >= Mastering.maxGainDb { break }
      gain += missing
    }
    guard missing.magnitude <= Mastering.maxMissing else {
      throw AhaError(
        .unsupported,
        "\(target) LUFS cannot be reached with peaks of \(ceiling) dBTP: "
          + "\(Mastering.short(target - missing)) LUFS can")
    }
    return gain
  }

  /// Rounded, for error lines.
  private static func short(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  private func measured(
    gain: Double, ceiling: Float?
  ) throws(AhaError) -> (loudness: Double?, peak: Double?) {
    let meter = try Loudness(sampleRate: tape.sampleRate, channels: tape.channels)
    try play(gain: gain, ceiling: ceiling, isLast: false) { (samples, count) throws(AhaError) in
      try meter.add(samples, count: count)
    }
    return (meter.integrated, meter.truePeakDb)
  }

  /// - Parameters:
  ///   - ceiling: Of the limiter; nil: none.
  ///   - isLast: False: reports this pass as half of the remaining progress, because the count of
  ///     passes is unknown.
  private func play(
    gain: Double, ceiling: Float?, isLast: Bool,
    _ write: (Floats, Int) throws(AhaError) -> Void
  ) throws(AhaError) {
    let player = try MasterPlayer(tape, gainDb: Float(gain), ceilingDb: ceiling)
    let before = job.progress
    let share = max(0, before.framesTotal - before.framesDone) / (isLast ? 1 : 2)
    var done: Int64 = 0
    while done < tape.frames {
      try job.throwIfCancelled()
      let count = try player.next(Int(min(Int64(MasterPlayer.block), tape.frames - done)))
      try write(player.frames, count)
      done += Int64(count)
      let part = Int64(Double(share) * Double(done) / Double(tape.frames))
      job.report(frames: before.framesDone + part, of: before.framesTotal)
    }
  }
}
