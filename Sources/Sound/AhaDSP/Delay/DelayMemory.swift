import AhaBase
import CShims

/// The sample memory of delay lines.
enum DelayMemory {
  /// Zeroed floats, 64-byte aligned; release their base with `free`. Errors: `outOfMemory`.
  static func allocate(_ count: Int) throws(AhaError) -> Floats {
    let bytes = max(count, 16) * MemoryLayout<Float>.stride
    var pointer: UnsafeMutableRawPointer?
    guard posix_memalign(&pointer, 64, bytes) == 0, let pointer else {
      throw AhaError(.outOfMemory, "no memory for delay lines of \(count) samples")
    }
    memset(pointer, 0, bytes)
    return Floats(pointer.bindMemory(to: Float.self, capacity: count), count: count)
  }
}
