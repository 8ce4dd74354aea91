import AhaBase
import AhaHash

/// SHA-256 of each block of a sequence of bytes.
final class BlockHashes {
  private let blockBytes: Int
  private(set) var digests: [[UInt8]] = []
  /// Hash of the current partial block, and its byte count.
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

  /// Adds bytes whose blocks have these digests, if they begin a block. Hashes the rest.
  func add(_ bytes: UnsafeRawBufferPointer, known: [[UInt8]]) throws(AhaError) {
    let whole = hash == nil ? min(known.count, bytes.count / blockBytes) : 0
    digests += known[..<whole]
    try add(UnsafeRawBufferPointer(rebasing: bytes[(whole * blockBytes)...]))
  }

  /// All digests, including the last partial block; more bytes can be added afterwards.
  func all() throws(AhaError) -> [[UInt8]] {
    guard let hash else { return digests }
    return digests + [try hash.copy().digest()]
  }
}
