import AhaBase
import AhaHash

/// Hashes of a file that is read from its start: of the whole and of blocks.
///
/// Threads: one at a time.
final class RunningHash {
  static let blockBytes = 4 << 20

  /// Count of hashed bytes.
  private(set) var count: Int64 = 0
  private let all: Sha256
  private let blocks: BlockHashes?

  init(_ kind: ChunkHash) throws(AhaError) {
    if case .blocks = kind {
      blocks = BlockHashes(blockBytes: RunningHash.blockBytes)
    } else {
      blocks = nil
    }
    all = try Sha256()
  }

  /// Adds bytes; the part that is already hashed is skipped.
  /// - Parameter digests: of the blocks of `bytes`, counted from its start; empty if unknown.
  /// - Returns: False if the bytes leave a gap.
  @discardableResult
  func add(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, digests: [[UInt8]] = []
  ) throws(AhaError) -> Bool {
    guard offset <= count else { return false }
    let known = count - offset
    guard known < Int64(bytes.count) else { return true }
    let new = UnsafeRawBufferPointer(rebasing: bytes[Int(known)...])
    try all.add(new)
    try blocks?.add(new, known: known == 0 ? digests : [])
    count += Int64(new.count)
    return true
  }

  /// Count and digest of the bytes so far.
  func prefix() throws(AhaError) -> PrefixDigest {
    PrefixDigest(count: count, sha256: try digest())
  }

  /// Digest of all bytes so far.
  func digest() throws(AhaError) -> [UInt8] { try all.copy().digest() }

  /// Digests of the blocks, including the last partial one.
  func allBlocks() throws(AhaError) -> [[UInt8]] { try blocks?.all() ?? [] }
}
