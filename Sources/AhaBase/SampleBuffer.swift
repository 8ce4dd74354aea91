import CShims

/// One or more channels of float samples, each contiguous, in memory of our own.
///
/// Shape: `channels` planes of `frames` samples. Each plane starts on a 64-byte line and is
/// followed by `padding` zero samples, so that vector loops may read past the end.
public final class SampleBuffer {
  public static let padding = 16

  public let channels: Int
  public private(set) var frames: Int
  private var stride: Int
  private var memory: UnsafeMutablePointer<Float>

  /// Zeroed memory, or `outOfMemory`.
  public init(channels: Int, frames: Int) throws(AhaError) {
    guard frames < 1 << 40 else {
      throw AhaError(.outOfMemory, "no memory for \(frames) frames of \(channels) channels")
    }
    self.channels = channels
    self.frames = frames
    stride = SampleBuffer.stride(for: frames)
    memory = try SampleBuffer.allocate(channels: channels, stride: stride)
  }

  deinit { free(memory) }

  public func plane(_ channel: Int) -> UnsafeMutablePointer<Float> { memory + channel * stride }

  public var byteCount: Int { channels * stride * MemoryLayout<Float>.stride }

  /// Changes the length, keeping what fits; new samples are zero.
  public func resize(frames wanted: Int) throws(AhaError) {
    let wantedStride = SampleBuffer.stride(for: wanted)
    let new = try SampleBuffer.allocate(channels: channels, stride: wantedStride)
    for channel in 0..<channels {
      memcpy(
        new + channel * wantedStride, plane(channel),
        min(frames, wanted) * MemoryLayout<Float>.stride)
    }
    free(memory)
    (memory, stride, frames) = (new, wantedStride, wanted)
  }

  private static func stride(for frames: Int) -> Int { (frames + padding + 15) / 16 * 16 }

  private static func allocate(
    channels: Int, stride: Int
  ) throws(AhaError) -> UnsafeMutablePointer<Float> {
    let (samples, overflow) = channels.multipliedReportingOverflow(by: stride)
    let (bytes, overflow2) = samples.multipliedReportingOverflow(by: MemoryLayout<Float>.stride)
    var pointer: UnsafeMutableRawPointer?
    guard !overflow, !overflow2, posix_memalign(&pointer, 64, max(bytes, 64)) == 0, let pointer
    else { throw AhaError(.outOfMemory, "no memory for \(stride) frames of \(channels) channels") }
    memset(pointer, 0, bytes)
    return pointer.bindMemory(to: Float.self, capacity: samples)
  }
}
