import AhaBase
import CShims

/// One zeroed allocation that is divided into planes of floats.
///
/// Shape: every plane is 64-byte aligned and is followed by at least `slack` floats.
struct FloatMemory {
  static let slack = 16

  private let all: Floats
  private var taken = 0

  /// - Parameter samples: Total samples of all planes. Errors: `outOfMemory`.
  init(planes: Int, samples: Int) throws(AhaError) {
    let count = samples + planes * (FloatMemory.slack + 16)
    let bytes = count * MemoryLayout<Float>.stride
    var pointer: UnsafeMutableRawPointer?
    guard posix_memalign(&pointer, 64, bytes) == 0, let pointer else {
      throw AhaError(.outOfMemory, "no memory for \(count) samples of an effect")
    }
    memset(pointer, 0, bytes)
    all = Floats(pointer.bindMemory(to: Float.self, capacity: count), count: count)
  }

  /// The next plane. Precondition: `init` reserved it.
  mutating func claim(_ samples: Int) -> Floats {
    let plane = (all + taken).prefix(samples)
    taken += (samples + FloatMemory.slack + 15) / 16 * 16
    precondition(taken <= all.count)
    return plane
  }

  /// Sets all samples to zero.
  @_noLocks
  func clear() { all.clear() }

  func release() { free(all.base) }
}
