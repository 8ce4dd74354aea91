import AhaBase

/// A source of interleaved frames in sequence.
protocol FrameSource: AnyObject {
  /// Reads up to `frames` frames; 0 at the end.
  func read(_ buffer: UnsafeMutablePointer<Float>, frames: Int) throws(AhaError) -> Int
}

extension Decoder: FrameSource {}

/// Frames in memory as a source.
final class MemorySource: FrameSource {
  private let samples: UnsafePointer<Float>
  private let channels: Int
  private var left: Int
  private var next = 0

  init(_ samples: UnsafePointer<Float>, frames: Int, channels: Int) {
    self.samples = samples
    self.channels = channels
    left = frames
  }

  func read(_ buffer: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    let count = min(frames, left)
    buffer.update(from: samples + next * channels, count: count * channels)
    silenceInvalid(buffer, count: count * channels)
    next += count
    left -= count
    return count
  }
}
