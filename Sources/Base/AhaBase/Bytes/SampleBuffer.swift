import CShims

/// One or more channels of float samples, each contiguous. The buffer owns its memory, or borrows
/// two planes that do not change.
///
/// Shape: `channels` planes of `frames` samples. An owned plane starts on a 64-byte line and is
/// followed by `padding` zero samples, so that vector loops may read past the end. A borrowed plane
/// has neither.
public final class SampleBuffer {
  public static let padding = 16

  public let channels: Int
  public private(set) var frames: Int
  private var stride: Int
  /// For `free`; plane 0 begins at its first 64-byte boundary.
  private var block: UnsafeMutableRawPointer
  /// Ends the loan of borrowed memory.
  private let release: (() -> Void)?

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
    release = nil
    if isTouched { memset(plane(0).base, 0, byteCount) }
  }

  /// Borrows one or two planes until `release` is called. Nothing may write or resize the buffer.
  public init(borrowing left: Floats, right: Floats?, release: @escaping () -> Void) {
    channels = right == nil ? 1 : 2
    frames = left.count
    stride = right.map { $0.base - left.base } ?? 0
    block = UnsafeMutableRawPointer(left.base)
    self.release = release
  }

  deinit {
    guard let release else { return free(block) }
    release()
  }

  public func plane(_ channel: Int) -> Floats {
    let first = release == nil ? block.alignedUp(toMultipleOf: 64) : block
    return Floats(first.assumingMemoryBound(to: Float.self) + channel * stride, count: frames)
  }

  /// Bytes of owned memory.
  public var byteCount: Int {
    release == nil ? channels * stride * MemoryLayout<Float>.stride : 0
  }

  /// Changes the length. Samples below both lengths are kept; new samples are zero.
  public func resize(frames wanted: Int) throws(AhaError) {
    let new = try SampleBuffer(channels: channels, frames: wanted, isTouched: false)
    for channel in 0..<channels {
      new.plane(channel).copy(plane(channel).prefix(min(frames, wanted)))
    }
    swap(&block, &new.block)
    (stride, frames) = (new.stride, wanted)
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
