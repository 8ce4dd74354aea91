import AhaBase
import AhaCodec

extension Analysis {
  /// Frames per read.
  private static let block = 4096

  /// Analyzes a sound from the reader's position to its end.
  /// - Parameters:
  ///   - maxSeconds: Max length of the sound; 0: any.
  ///   - progress: Receives the analyzed frames; returning false cancels.
  /// Errors: the stream's, `damaged` (no frame), `limit`, `cancelled`, `outOfMemory`.
  public init(
    of reader: FrameReader, maxSeconds: Double = 0, progress: (Int64) -> Bool
  ) throws(AhaError) {
    let maxFrames = Analysis.frames(in: maxSeconds, sampleRate: reader.sampleRate)
    try Analysis.require(reader.expectedFrames, of: reader, upTo: maxFrames)
    let analyzer = try Analyzer(sampleRate: reader.sampleRate, channels: reader.channels)
    let buffer = try SampleBuffer(channels: 1, frames: Analysis.block * reader.channels)
    var done: Int64 = 0
    while true {
      let got = try reader.read(buffer.plane(0), frames: Analysis.block)
      if got == 0 { break }
      try Analysis.require(done + Int64(got), of: reader, upTo: maxFrames)
      analyzer.add(buffer.plane(0), count: got)
      done += Int64(got)
      if !progress(done) {
        throw AhaError(.cancelled, "\(reader.name): the analysis was cancelled")
      }
    }
    if done == 0 { throw AhaError(.damaged, "\(reader.name): not one frame is in it") }
    self = analyzer.finish()
  }

  /// 0 seconds, and values that overflow a count of frames, mean no limit.
  private static func frames(in seconds: Double, sampleRate: Int) -> Int64 {
    let frames = (seconds * Double(sampleRate)).rounded(.up)
    return frames > 0 && frames < 9e18 ? Int64(frames) : .max
  }

  private static func require(
    _ frames: Int64, of reader: FrameReader, upTo maxFrames: Int64
  ) throws(AhaError) {
    guard frames > maxFrames else { return }
    let seconds = maxFrames / Int64(reader.sampleRate)
    throw AhaError(
      .limit,
      "\(reader.name) is longer than max_seconds allows (\(seconds) s). Raise max_seconds, or "
        + "analyze a part of the sound.")
  }
}
