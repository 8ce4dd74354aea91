import CShims

/// One or more channels of float samples, each contiguous; the buffer owns its memory.
///
/// Shape: `channels` planes of `frames` samples. Each plane starts on a 64-byte line and is
/// followed by `padding` zero samples, so that vector loops may read past the end.
public final class SampleBuffer {
  public static let padding = 16

  public let channels: Int
  public private(set) var frames: Int
  private var stride: Int
  /// For `free`; plane 0 begins at its first 64-byte boundary.
  private var block: UnsafeMutableRawPointer

  /// Zeroed memory, or `outOfMemory`.
  /// - Parameter isTouched: Maps every page now, so that the audio thread has no page faults. Pass
  ///   false if another thread writes the memory before the audio thread reads it.
  public init(channels: Int, frames: Int, isTouched: Bool = true) throws(AhaError) {
    guard frames < 1 << 40 else {
      throw AhaError(.outOfMemory, "no memory for \(frames) frames of \(channels) channels")
    }
    self.channels = channels
    self.frames = frames
    stride = SampleBuffer.stride(for: frames)
    block = try SampleBuffer.allocate(channels: channels, stride: stride)
    if isTouched { memset(plane(0), 0, byteCount) }
  }

  deinit { free(block) }

  public func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
    SampleBuffer.plane(channel, of: block, stride)
  }

  public var byteCount: Int { channels * stride * MemoryLayout<Float>.stride }

  /// Changes the length. Samples below both lengths are kept; new samples are zero.
  public func resize(frames wanted: Int) throws(AhaError) {
    let wantedStride = SampleBuffer.stride(for: wanted)
    let new = try SampleBuffer.allocate(channels: channels, stride: wantedStride)
    for channel in 0..<channels {
      memcpy(
        SampleBuffer.plane(channel, of: new, wantedStride), plane(channel),
        min(frames, wanted) * MemoryLayout<Float>.stride)
    }
    free(block)
    (block, stride, frames) = (new, wantedStride, wanted)
  }

  private static func plane(
    _ channel: Int, of block: UnsafeMutableRawPointer, _ stride: Int
  ) -> UnsafeMutablePointer<Float> {
    block.alignedUp(toMultipleOf: 64).assumingMemoryBound(to: Float.self) + channel * stride
  }

  private static func stride(for frames: Int) -> Int { (frames + padding + 15) / 16 * 16 }

  /// For large blocks calloc only reserves addresses; the kernel maps a page at its first access.
  private static func allocate(
    channels: Int, stride: Int
  ) throws(AhaError) -> UnsafeMutableRawPointer {
    let (samples, overflow) = channels.multipliedReportingOverflow(by: stride)
    let (bytes, overflow2) = samples.multipliedReportingOverflow(by: MemoryLayout<Float>.stride)
    guard !overflow, !overflow2, bytes < Int.max - 64, let block = calloc(1, bytes + 64) else {
      throw AhaError(.outOfMemory, "no memory for \(stride) frames of \(channels) channels")
    }
    return block
  }
}
