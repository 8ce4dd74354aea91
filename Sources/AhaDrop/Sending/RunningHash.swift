import AhaBase
import AhaHash

/// The hashes of a file that is read from its beginning: of all, of beginnings, and of blocks.
///
/// Threads: one at a time.
final class RunningHash {
  static let blockBytes = 4 << 20
  private static let beginnings = 8

  /// How much of the file is in it.
  private(set) var count: Int64 = 0
  private let all: Sha256
  private let blocks: BlockHashes?
  private var marks: [PrefixDigest] = []

  init(_ kind: ChunkHash) throws(AhaError) {
    if case .blocks = kind {
      blocks = BlockHashes(blockBytes: RunningHash.blockBytes)
    } else {
      blocks = nil
    }
    all = try Sha256()
  }

  /// Adds what follows. A beginning that is in it already is skipped.
  /// - Returns: Whether it follows at all.
  @discardableResult
  func add(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) -> Bool {
    guard offset <= count else { return false }
    let known = count - offset
    guard known < Int64(bytes.count) else { return true }
    let new = UnsafeRawBufferPointer(rebasing: bytes[Int(known)...])
    try all.add(new)
    try blocks?.add(new)
    count += Int64(new.count)
    return true
  }

  /// Remembers the digest of what is in it now.
  func mark() throws(AhaError) {
    if marks.last?.count == count { return }
    if marks.count == RunningHash.beginnings { marks.removeFirst() }
    marks.append(PrefixDigest(count: count, sha256: try all.copy().digest()))
  }

  /// The longest of the last beginnings that is no longer than `most`.
  func beginning(upTo most: Int64) -> PrefixDigest? { marks.last { $0.count <= most } }

  /// Of all that is in it.
  func digest() throws(AhaError) -> [UInt8] { try all.copy().digest() }

  /// Of the blocks and of the last, shorter one.
  func allBlocks() throws(AhaError) -> [[UInt8]] { try blocks?.all() ?? [] }
}
