import AhaBase
import CShims

/// The last samples of a stream, contiguous, for overlapping windows.
final class SlidingWindow {
  /// Max samples of one `append`.
  static let maxAppended = 1024

  private let buffer: SampleBuffer
  private var start = 0
  private var end = 0

  /// - Parameter size: Max count of samples at the call of `append`.
  /// Errors: `outOfMemory`.
  init(size: Int) throws(AhaError) {
    buffer = try SampleBuffer(channels: 1, frames: 2 * size + SlidingWindow.maxAppended)
  }

  var count: Int { end - start }
  var first: Floats { buffer.plane(0) + start }

  /// Precondition: count <= maxAppended.
  func append(_ samples: Floats, count added: Int) {
    reserve(added)
    (buffer.plane(0) + end).copy(samples.prefix(added))
    end += added
  }

  func appendZeros(_ added: Int) {
    reserve(added)
    (buffer.plane(0) + end).prefix(added).clear()
    end += added
  }

  func drop(_ dropped: Int) { start += min(dropped, count) }

  private func reserve(_ added: Int) {
    guard end + added > buffer.frames else { return }
    buffer.plane(0).move(from: first.prefix(count))
    end -= start
    start = 0
  }
}
