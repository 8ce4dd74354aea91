import AhaBase
import AhaHash

/// Hash of a growing file.
final class DownloadHash {
  private let hash: Sha256
  private var offset: Int64 = 0
  private let blocks = MemoryBlocks()
  private let chunk: UnsafeMutableRawBufferPointer

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    hash = try Sha256()
    let start: UnsafeMutablePointer<UInt8> = try blocks.claim(1 << 18, of: "bytes")
    chunk = UnsafeMutableRawBufferPointer(start: start, count: 1 << 18)
  }

  /// Hashes new bytes, up to some MiB; returns true if more remain. Errors: those of the stream.
  func follow(_ stream: FileStream, chunks: Int = 16) throws(AhaError) -> Bool {
    for _ in 0..<chunks {
      let got = try stream.read(into: chunk, at: offset)
      if got == 0 { return false }
      try hash.add(UnsafeRawBufferPointer(rebasing: chunk[..<got]))
      offset += Int64(got)
    }
    return true
  }

  func add(_ bytes: UnsafeRawBufferPointer) throws(AhaError) { try hash.add(bytes) }

  /// Compares the hash with the asset's. Call it once. Errors: `verify`.
  func check(_ asset: OpenedAsset) throws(AhaError) {
    let found = Sha256.hexadecimal(try hash.digest())
    if asset.sha256.isEmpty || found == asset.sha256 { return }
    throw AhaError(
      .verify, "\(asset.name) does not match its declared hash: its SHA-256 is \(found)")
  }
}
