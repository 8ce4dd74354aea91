import AhaBase
import CShims

/// Pool of chunk buffers. Reuse avoids that the kernel clears new memory.
final class ChunkBuffers: @unchecked Sendable {
  private static let capacity = 4

  private let lock = Lock()
  // Invariant: `free` is read and written under `lock`.
  private var free: [UnsafeMutableRawBufferPointer] = []

  deinit { for buffer in free { CShims.free(buffer.baseAddress) } }

  /// Errors: `outOfMemory`.
  func claim(_ count: Int) throws(AhaError) -> UnsafeMutableRawBufferPointer {
    let known = lock.locked { () -> UnsafeMutableRawBufferPointer? in
      guard let index = free.firstIndex(where: { $0.count == count }) else { return nil }
      return free.remove(at: index)
    }
    if let known { return known }
    guard let memory = malloc(max(1, count)) else {
      throw AhaError(.outOfMemory, "no memory for \(count) bytes")
    }
    return UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  func release(_ buffer: UnsafeMutableRawBufferPointer) {
    let isSaved = lock.locked { () -> Bool in
      if free.count >= ChunkBuffers.capacity { return false }
      free.append(buffer)
      return true
    }
    if !isSaved { CShims.free(buffer.baseAddress) }
  }
}
