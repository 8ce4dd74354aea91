import AhaBase
import CShims

/// One zeroed allocation that is divided into planes of floats.
///
/// Shape: every plane is 64-byte aligned and is followed by at least `slack` floats.
struct FloatMemory {
  static let slack = 16

  private let base: UnsafeMutablePointer<Float>
  private let count: Int
  private var taken = 0

  /// - Parameter samples: Total samples of all planes. Errors: `outOfMemory`.
  init(planes: Int, samples: Int) throws(AhaError) {
    count = samples + planes * (FloatMemory.slack + 16)
    let bytes = count * MemoryLayout<Float>.stride
    var pointer: UnsafeMutableRawPointer?
    guard posix_memalign(&pointer, 64, bytes) == 0, let pointer else {
      throw AhaError(.outOfMemory, "no memory for \(count) samples of an effect")
    }
    memset(pointer, 0, bytes)
    base = pointer.bindMemory(to: Float.self, capacity: count)
  }

  /// The next plane. Precondition: `init` reserved it.
  mutating func claim(_ samples: Int) -> UnsafeMutablePointer<Float> {
    let plane = base + taken
    taken += (samples + FloatMemory.slack + 15) / 16 * 16
    precondition(taken <= count)
    return plane
  }

  /// Sets all samples to zero.
  @_noLocks
  func clear() { shim_clear(base, count * MemoryLayout<Float>.stride) }

  func release() { free(base) }
}
