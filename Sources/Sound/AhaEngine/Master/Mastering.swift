import AhaAnalysis
import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine

/// The unmastered render, in a temporary file until its loudness is known.
final class MasterTape {
  let stream: any ByteStream
  let sampleRate: Int
  let loudness: Loudness
  private let encoder: Encoder
  /// Deletes the temporary file at its release.
  private let file: ReplacementFile?

  /// Errors: those of files; `outOfMemory`.
  init(for output: Output, sampleRate: Int) throws(AhaError) {
    if case .file(let path) = output {
      let file = try ReplacementFile(for: path)
      self.file = file
      stream = file.stream
    } else {
      file = nil
      stream = MemoryStream()
    }
    self.sampleRate = sampleRate
    loudness = try Loudness(sampleRate: sampleRate, channels: 2)
    let settings = try EncodeSettings.resolve(
      container: .w64, encoding: .float32, sampleRate: sampleRate, outputRate: 0, channels: 2,
      dither: false, quality: 0, fileExtension: "")
    encoder = try Encoder(stream, settings: settings)
  }

  func add(_ samples: Floats, count: Int) throws(AhaError) {
    try encoder.write(samples, count: count)
    try loudness.add(samples, count: count)
  }

  func finish() throws(AhaError) { try encoder.finish() }
}

/// Adjusts a render to a loudness. Uses gain alone if the peaks stay below the ceiling; otherwise
/// adds the limiter, and more gain for the loudness that the limiter removes.
struct Mastering {
  /// Max passes, and the tolerance of the loudness in LU.
  private static let tries = 8
  private static let tolerance = 0.05
  /// Max deviation in LU after all passes.
  private static let maxMissing = 0.2
  private static let maxGainDb = 24.0

  private let tape: MasterTape
  private let target: Double
  private let ceilingDb: Float
  private let job: Job

  init(_ tape: MasterTape, target: Double, ceilingDb: Float, job: Job) {
    (self.tape, self.target, self.ceilingDb, self.job) = (tape, target, ceilingDb, job)
  }

  func run(to output: Output, settings: EncodeSettings) throws(AhaError) {
    try tape.finish()
    guard let loudness = tape.loudness.integrated, let peak = tape.loudness.truePeakDb else {
      throw AhaError(.empty, "the sound is too short or too quiet to measure its loudness")
    }
    var gain = target - loudness
    let isLimited = peak + gain > Double(ceilingDb)
    if isLimited { gain = try limitedGain(gain) }
    guard gain <= Mastering.maxGainDb else {
      throw AhaError(
        .unsupported,
        "\(target) LUFS needs a gain of \(Mastering.short(gain)) dB; the max is 24 dB")
    }
    let writer = try OutputWriter(output, settings: settings, job: job)
    try play(gain, isLimited: isLimited, isLast: true) { (samples, count) throws(AhaError) in
      try writer.write(samples, count: count)
    }
    try writer.finish()
  }

  /// The gain that reaches the target loudness after the limiter.
  private func limitedGain(_ first: Double) throws(AhaError) -> Double {
    var (gain, missing) = (first, 0.0)
    for _ in 0..<Mastering.tries {
      let loudness = try Loudness(sampleRate: tape.sampleRate, channels: 2)
      let possible = min(gain, Mastering.maxGainDb)
      try play(possible, isLimited: true, isLast: false) { (samples, count) throws(AhaError) in
        try loudness.add(samples, count: count)
      }
      missing = target - (loudness.integrated ?? target)
      if missing.magnitude <= Mastering.tolerance { return gain }
      if gain >= Mastering.maxGainDb { break }
      gain += missing
    }
    guard missing.magnitude <= Mastering.maxMissing else {
      throw AhaError(
        .unsupported,
        "\(target) LUFS cannot be reached with peaks of \(ceilingDb) dBTP: "
          + "\(Mastering.short(target - missing)) LUFS can")
    }
    return gain
  }

  /// Rounded, for error lines.
  private static func short(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// - Parameter isLast: False: reports this pass as half of the remaining progress, because the
  ///   count of passes is unknown.
  private func play(
    _ gain: Double, isLimited: Bool, isLast: Bool,
    _ write: (Floats, Int) throws(AhaError) -> Void
  ) throws(AhaError) {
    var settings = EngineSettings()
    settings.sampleRate = tape.sampleRate
    settings.isOffline = true
    settings.hasLimiter = isLimited
    settings.maxPlayers = 1
    settings.maxBuses = 1
    let engine = try Engine(settings)
    defer { engine.close() }
    if isLimited {
      try engine.limiter().set(EffectRegistry.limiterCeiling, value: ceilingDb, over: 0)
    }
    var options = Sound.Options()
    options.mode = .streamed
    let sound = try engine.loadSound(tape.stream, options)
    var player = Player.Options()
    player.gainDb = Float(gain)
    try engine.makePlayer(of: sound, into: engine.master(), player).start()
    let (before, length) = (job.progress, sound.length)
    let share = (before.framesTotal - before.framesDone) / (isLast ? 1 : 2)
    var heard: Int64 = 0
    try engine.renderOffline(frames: length) { (samples, count) throws(AhaError) in
      try job.throwIfCancelled()
      try write(samples, count)
      heard += Int64(count)
      let done = Int64(Double(share) * Double(heard) / Double(length))
      job.report(frames: before.framesDone + done, of: before.framesTotal)
    }
  }
}
