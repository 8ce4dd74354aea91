import AhaAnalysis
import AhaBase
import AhaCodec
import AhaEngine
import AhaPiece
import CAha

// MARK: Making

extension AnalysisBox {
  static func load(_ file: any ByteStream) throws(AhaError) -> AnalysisBox {
    AnalysisBox(try Analysis(of: FrameReader(file)) { _ in true })
  }

  static func create(
    _ frames: UnsafePointer<Float>, _ frameCount: UInt64, channels: Int, sampleRate: Int
  ) throws(AhaError) -> AnalysisBox {
    try require(frameCount, in: 1...(1 << 31), "frame_count")
    let reader = try FrameReader(
      interleaved: frames, frames: Int(frameCount), channels: channels, sampleRate: sampleRate)
    return AnalysisBox(try Analysis(of: reader) { _ in true })
  }
}

@c @implementation
public func aha_analysis_start(
  _ path: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  out?.pointee = nil
  return starting(outJob, of: nil) { (attach) throws(AhaError) in
    let path = FilePath(try required(path, "path"))
    try listening(out, attach) { () throws(AhaError) in try FileStream(reading: path) }
  }
}

@c @implementation
public func aha_analysis_start_stream(
  _ stream: OpaquePointer?, _ options: UnsafePointer<aha_analysis_options>?,
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  out?.pointee = nil
  return starting(outJob, of: nil) { (attach) throws(AhaError) in
    let stream = try readable(stream)
    let asked = try Sized.read(options, "options", default: aha_analysis_options_init())
    let maxSeconds = asked.max_seconds
    guard maxSeconds >= 0, maxSeconds.isFinite else {
      throw AhaError(.invalidArgument, "max_seconds \(maxSeconds) is negative or not finite")
    }
    try listening(out, attach, maxSeconds: maxSeconds) { () throws(AhaError) in stream }
  }
}

/// Starts a job that analyzes the stream returned by `open`.
private func listening(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ attach: (Job) throws(AhaError) -> Void,
  maxSeconds: Double = 0, to open: @escaping () throws(AhaError) -> any ByteStream
) throws(AhaError) {
  let (out, box) = (try required(out, "out_analysis"), AnalysisBox())
  let handle = OpaquePointer(bitPattern: try Handle.make(box))
  do throws(AhaError) {
    try AnalysisJobs.start({ (job) throws(AhaError) in
      try box.listen { () throws(AhaError) in
        try Analysis(of: open(), job, maxSeconds: maxSeconds)
      }
    }, prepare: attach)
  } catch {
    _ = try Handle.release(handle, as: AnalysisBox.self)
    throw error
  }
  out.pointee = handle
}

extension Analysis {
  /// Analyzes a stream within a job.
  init(of stream: any ByteStream, _ job: Job, maxSeconds: Double = 0) throws(AhaError) {
    job.enter(.decoding)
    let reader = try FrameReader(stream.reading(until: job.cancellation))
    try self.init(of: reader, maxSeconds: maxSeconds) { done in
      job.report(frames: done, of: max(done, reader.expectedFrames))
      return !job.isCancelled
    }
  }
}

// MARK: Results

private func analysis(_ handle: OpaquePointer?) throws(AhaError) -> Analysis {
  try Handle.object(handle, as: AnalysisBox.self).done()
}

@c @implementation
public func aha_analysis_copy_tempos(
  _ handle: OpaquePointer?, _ tempos: UnsafeMutablePointer<aha_tempo>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outCount?.pointee = 0
  return guarded { () throws(AhaError) in
    let found = try analysis(handle).tempo.candidates
    try copyOut(found.count, tempos.map { _ in capacity }, outCount) {
      tempos![$0] = aha_tempo(bpm: found[$0].bpm, weight: found[$0].weight)
    }
  }
}

@c @implementation
public func aha_analysis_copy_onsets(
  _ handle: OpaquePointer?, _ onsets: UnsafeMutablePointer<aha_onset>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outCount?.pointee = 0
  return guarded { () throws(AhaError) in
    let found = try analysis(handle).onsets
    try copyOut(found.count, onsets.map { _ in capacity }, outCount) {
      onsets![$0] = aha_onset(
        frame: UInt64(found[$0].frame), strength: Double(found[$0].strength))
    }
  }
}

@c @implementation
public func aha_analysis_copy_loops(
  _ handle: OpaquePointer?, _ loops: UnsafeMutablePointer<aha_loop_points>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outCount?.pointee = 0
  return guarded { () throws(AhaError) in
    let found = try analysis(handle).loops
    try copyOut(found.count, loops.map { _ in capacity }, outCount) {
      loops![$0] = aha_loop_points(
        begin_frame: UInt64(max(0, found[$0].start)), end_frame: UInt64(max(0, found[$0].end)),
        quality: found[$0].quality, step: Double(found[$0].step))
    }
  }
}

@c @implementation
public func aha_analysis_copy_outline(
  _ handle: OpaquePointer?, _ channel: UInt32, _ bins: UnsafeMutablePointer<aha_outline_bin>?,
  _ count: UInt32
) -> aha_result {
  guarded { () throws(AhaError) in
    let found = try analysis(handle)
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

@c @implementation
public func aha_analysis_fill_piece(
  _ handle: OpaquePointer?, _ piece: OpaquePointer?, _ outFields: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outFields?.pointee = 0
  return guarded { () throws(AhaError) in
    let guess = try analysis(handle).guess
    try Handle.object(piece, as: PieceBox.self).change { (piece) throws(AhaError) in
      let filled = piece.fill(from: guess)
      outFields?.pointee = filled
    }
  }
}

extension aha_analysis_info {
  init(_ box: AnalysisBox) throws(AhaError) {
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
    tonality = aha_tonality(found.tonality)
    sample_rate = UInt32(found.sampleRate)
    channels = UInt32(found.channels)
    tempo_count = UInt32(found.tempo.candidates.count)
    onset_count = UInt32(found.onsets.count)
    loop_count = UInt32(found.loops.count)
  }
}
