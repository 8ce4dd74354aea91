import AhaBase
import AhaCodec

extension Analysis {
  /// Frames that are read at once.
  private static let block = 4096

  /// Listens to a sound from where it stands to its end.
  /// - Parameter progress: Gets the frames done; returning false cancels.
  /// Errors: the stream's, `damaged` when there is not one frame, `cancelled`, `outOfMemory`.
  public init(
    of reader: FrameReader, progress: (Int64) -> Bool
  ) throws(AhaError) {
    let analyzer = try Analyzer(sampleRate: reader.sampleRate, channels: reader.channels)
    let room = try SampleBuffer(channels: 1, frames: Analysis.block * reader.channels)
    var done: Int64 = 0
    while true {
      let got = try reader.read(room.plane(0), frames: Analysis.block)
      if got == 0 { break }
      analyzer.add(room.plane(0), count: got)
      done += Int64(got)
      if !progress(done) {
        throw AhaError(.cancelled, "\(reader.name): listening was cancelled")
      }
    }
    if done == 0 { throw AhaError(.damaged, "\(reader.name): not one frame is in it") }
    self = analyzer.finish()
  }
}
