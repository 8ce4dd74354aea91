import AhaBase
import AhaCodec
import AhaDSP

/// Reads a tape with gain and limiter, whose latency it compensates.
final class MasterPlayer {
  static let block = 4096

  /// Interleaved frames of the last `next`.
  let frames: Floats
  private let reader: SoundReader
  private let channels: Int
  private let planes: SampleBuffer
  private let interleaved: SampleBuffer
  private var limiter: LimiterKernel?
  private let gain: Float

  /// - Parameter ceilingDb: Nil: without the limiter.
  init(_ tape: MasterTape, gainDb: Float, ceilingDb: Float?) throws(AhaError) {
    reader = try SoundReader(tape.stream, sampleRate: tape.sampleRate)
    channels = tape.channels
    planes = try SampleBuffer(channels: 2, frames: MasterPlayer.block)
    interleaved = try SampleBuffer(channels: 1, frames: MasterPlayer.block * channels)
    frames = interleaved.plane(0)
    gain = Level.linear(db: gainDb)
    guard let ceilingDb else { return }
    var limiter = try LimiterKernel(sampleRate: tape.sampleRate)
    let release: Float = 80
    [ceilingDb, release, 0].withBuffer { limiter.aim($0, over: 0) }
    self.limiter = limiter
    // The first frames of its output are of the time before the tape.
    var early = limiter.latency
    while early > 0 {
      let count = min(early, MasterPlayer.block)
      try advance(count)
      early -= count
    }
  }

  deinit { limiter?.free() }

  /// Reads up to `block` frames; silence follows the tape's end.
  func next(_ count: Int) throws(AhaError) -> Int {
    try advance(count)
    for channel in 0..<channels {
      let plane = planes.plane(channel)
      for frame in 0..<count { frames[frame * channels + channel] = plane[frame] }
    }
    return count
  }

  private func advance(_ count: Int) throws(AhaError) {
    let (left, right) = (planes.plane(0), planes.plane(1))
    let got = try reader.read(left: left, right: right, frames: count)
    if channels == 1 { right.copy(left.prefix(got)) }
    for plane in [left, right] {
      for frame in 0..<got { plane[frame] *= gain }
      plane[got..<count].clear()
    }
    limiter?.process(StereoTarget(left: left, right: right), frames: count)
  }
}
