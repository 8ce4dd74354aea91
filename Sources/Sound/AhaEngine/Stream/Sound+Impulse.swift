import AhaBase
import AhaCodec
import AhaDSP

extension Sound {
  /// The sound as an impulse response. Blocking: reads all of it.
  /// Errors: `invalidArgument` (no frame, a sound of another engine), `limit` (too long), `state`,
  /// `outOfMemory`, and those of reading.
  func impulse(for engine: Engine, isNormalized: Bool) throws(AhaError) -> Impulse {
    guard self.engine === engine else {
      throw AhaError(.invalidArgument, "the sound belongs to another engine")
    }
    let loaded = try loaded()
    let content = loaded.content
    let rate = engine.settings.sampleRate
    guard loaded.ownRate == nil else {
      throw AhaError(
        .unsupported, "the impulse response has its own rate; load it without keep_rate")
    }
    let limit = Impulse.maxSeconds * rate
    guard content.length > 0 else {
      throw AhaError(.invalidArgument, "the impulse response has no frame")
    }
    guard content.length <= Int64(limit) else {
      throw AhaError(
        .limit, "an impulse response of \(content.length) frames is longer than \(limit)")
    }
    let planes = try planes(of: content)
    let source = StereoSource(left: planes.plane(0), right: planes.plane(planes.channels - 1))
    let gain = isNormalized ? Impulse.unityGain(source, frames: planes.frames) : 1
    return try Impulse(source, frames: planes.frames, gain: gain)
  }

  private func planes(of content: Content) throws(AhaError) -> SampleBuffer {
    if case .resident(let buffer) = content { return buffer }
    let frames = Int(content.length)
    let interleaved = try SampleBuffer(channels: 1, frames: frames * content.channels)
    let cursor = try SoundCursor(content, at: 0)
    let count = try cursor.read(into: interleaved.plane(0), count: frames)
    let planes = try SampleBuffer(channels: content.channels, frames: count)
    separate(
      interleaved.plane(0), count: count, channels: content.channels, left: planes.plane(0),
      right: content.channels == 2 ? planes.plane(1) : nil)
    return planes
  }
}
