import AhaBase

/// A source of interleaved frames in sequence.
protocol FrameSource: AnyObject {
  /// Reads up to `frames` frames; 0 at the end.
  func read(_ buffer: Floats, frames: Int) throws(AhaError) -> Int
}

extension Decoder: FrameSource {}

/// Frames in memory as a source.
final class MemorySource: FrameSource {
  private let samples: Floats
  private let channels: Int
  private var left: Int
  private var next = 0

  init(_ samples: Floats, frames: Int, channels: Int) {
    self.samples = samples
    self.channels = channels
    left = frames
  }

  func read(_ buffer: Floats, frames: Int) -> Int {
    let count = min(frames, left)
    buffer.copy((samples + next * channels).prefix(count * channels))
    silenceInvalid(buffer, count: count * channels)
    next += count
    left -= count
    return count
  }
}
