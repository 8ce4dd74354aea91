import AhaBase
import AhaHash

/// SHA-256 of each block of bytes that come in order.
final class BlockHashes {
  private let blockBytes: Int
  private(set) var digests: [[UInt8]] = []
  /// Of the block that is not full yet, and how much is in it.
  private var hash: Sha256?
  private var count = 0

  init(blockBytes: Int) { self.blockBytes = blockBytes }

  func add(_ bytes: UnsafeRawBufferPointer) throws(AhaError) {
    var done = 0
    while done < bytes.count {
      let part = min(blockBytes - count, bytes.count - done)
      let block: Sha256
      if let hash { block = hash } else { block = try Sha256() }
      try block.add(UnsafeRawBufferPointer(rebasing: bytes[done..<(done + part)]))
      (hash, done, count) = (block, done + part, count + part)
      if count == blockBytes {
        digests.append(try block.digest())
        (hash, count) = (nil, 0)
      }
    }
  }

  /// With that of the last, shorter block; more can be added afterwards.
  func all() throws(AhaError) -> [[UInt8]] {
    guard let hash else { return digests }
    return digests + [try hash.copy().digest()]
  }
}
