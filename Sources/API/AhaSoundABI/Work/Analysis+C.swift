import AhaAnalysis
import AhaArguments
import AhaBase
import AhaCodec
import AhaPiece
import CAha

// MARK: Making

extension AnalysisRun {
  static func load(_ file: any ByteStream) throws(AhaError) -> AnalysisRun {
    AnalysisRun(try Analysis(of: FrameReader(file)) { _ in true })
  }

  static func create(
    _ frames: UnsafePointer<Float>, frameCount: UInt64, channels: Int, sampleRate: Int
  ) throws(AhaError) -> AnalysisRun {
    try require(frameCount, in: 1...(1 << 31), "frame_count")
    let reader = try FrameReader(
      interleaved: Floats(frames, count: Int(frameCount) * channels), frames: Int(frameCount),
      channels: channels, sampleRate: sampleRate)
    return AnalysisRun(try Analysis(of: reader) { _ in true })
  }

  static func start(_ path: FilePath) -> AnalysisRun {
    AnalysisRun { (job) throws(AhaError) in try Analysis(of: FileStream(reading: path), job: job) }
  }

}

extension StreamBox {
  func startAnalysisStream(
    _ options: UnsafePointer<aha_analysis_options>?
  ) throws(AhaError) -> AnalysisRun {
    let stream = try readable()
    let fields = try Sized.read(options, "options", default: aha_analysis_options_init())
    let maxSeconds = fields.max_seconds
    guard maxSeconds >= 0, maxSeconds.isFinite else {
      throw AhaError(.invalidArgument, "max_seconds \(maxSeconds) is negative or not finite")
    }
    return AnalysisRun { (job) throws(AhaError) in
      try Analysis(of: stream, job: job, maxSeconds: maxSeconds)
    }
  }
}

// MARK: Results

extension AnalysisRun {
  func tempos() throws(AhaError) -> [TempoEstimate.Candidate] { try done().tempo.candidates }

  func onsets() throws(AhaError) -> [Analysis.Onset] { try done().onsets }

  func beats() throws(AhaError) -> [BeatEstimate.Beat] { try done().beats.beats }

  func loops() throws(AhaError) -> [LoopPoints] { try done().loops }

  func keys() throws(AhaError) -> [KeySection] { try done().keys }

  func chords() throws(AhaError) -> [Chord] { try done().chords }

  func writeGain(_ path: FilePath) throws(AhaError) {
    let found = try done()
    guard let lufs = found.loudness, let peak = found.truePeakDb else {
      throw AhaError(.empty, "the sound is too short or too quiet to measure its loudness")
    }
    try PlaybackGain(lufs: lufs, peakDb: peak).write(to: path)
  }

  func fillPiece(_ piece: SharedPiece) throws(AhaError) -> UInt32 {
    let guess = try done().guess
    var fields: UInt32 = 0
    try piece.change { fields = $0.fill(from: guess) }
    return fields
  }
}

extension aha_loop_points {
  init(_ loop: LoopPoints) {
    self.init(
      begin_frame: UInt64(max(0, loop.start)), end_frame: UInt64(max(0, loop.end)),
      quality: loop.quality, step: Double(loop.step))
  }
}

extension aha_key_section {
  init(_ section: KeySection) {
    self.init(
      begin_frame: UInt64(max(0, section.begin)), end_frame: UInt64(max(0, section.end)),
      tonality: aha_tonality(section.key.tonality), reserved: 0,
      confidence: section.key.confidence)
  }
}

extension aha_chord {
  init(_ chord: Chord) {
    self.init(
      begin_frame: UInt64(max(0, chord.begin)), end_frame: UInt64(max(0, chord.end)),
      confidence: chord.confidence, root: UInt32(chord.root),
      quality: aha_chord_quality(chord.quality.rawValue))
  }
}

@c @implementation
public func aha_analysis_copy_outline(
  _ handle: OpaquePointer?, _ channel: UInt32, _ bins: UnsafeMutablePointer<aha_outline_bin>?,
  _ count: UInt32
) -> aha_result {
  guarded { () throws(AhaError) in
    let found = try Handle.object(handle, as: AnalysisRun.self).done()
    let bins = try required(bins, "bins")
    try require(UInt64(channel), in: 0...UInt64(found.channels - 1), "channel")
    try require(UInt64(count), in: 1...UInt64(Waveform.maxSections), "count")
    let outline = found.waveform.outline(Int(channel), count: Int(count))
    for (index, bin) in outline.enumerated() {
      bins[index] = aha_outline_bin(
        lowest: bin.lowest, highest: bin.highest, rms: bin.power.squareRoot())
    }
  }
}

extension aha_analysis_info {
  init(_ box: AnalysisRun) throws(AhaError) {
    let found = try box.done()
    self = aha_analysis_info_init()
    frames = UInt64(found.frames)
    leading_silence_frames = UInt64(found.leadingSilence)
    trailing_silence_frames = UInt64(found.trailingSilence)
    loudness_lufs = found.loudness ?? -.infinity
    short_term_lufs = found.highestShortTermLoudness ?? -.infinity
    range_lu = found.loudnessRange ?? 0
    true_peak_db = found.truePeakDb ?? -.infinity
    tempo_bpm = found.tempo.bpm ?? 0
    tempo_confidence = found.tempo.confidence
    key_confidence = found.key.confidence
    tuning_cents = found.key.tuningCents
    tonality = aha_tonality(found.key.tonality)
    sample_rate = UInt32(found.sampleRate)
    channels = UInt32(found.channels)
    tempo_count = UInt32(found.tempo.candidates.count)
    onset_count = UInt32(found.onsets.count)
    loop_count = UInt32(found.loops.count)
    time_signature_confidence = found.beats.meter.confidence
    beats_per_bar = UInt32(found.beats.meter.beatsPerBar)
    beat_unit = UInt32(found.beats.meter.beatUnit)
    pulses_per_bar = UInt32(found.beats.meter.pulsesPerBar)
    beat_count = UInt32(found.beats.beats.count)
  }
}
