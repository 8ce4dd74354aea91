import AhaBase
import AhaHash

/// Hashes per chunk, in addition to the hash of the whole file.
public enum ChunkHash: Sendable {
  case none
  /// SHA-256 of each chunk.
  case sha256
  /// SHA-256 of each block of 4 MiB.
  case blocks
}

/// A part of a file in memory, ready to send.
public final class Chunk {
  public let offset: Int64
  /// Its bytes as a stream, for the body of a message.
  public let stream: MemoryStream
  public let count: Int
  /// Per `ChunkHash`: one digest of the chunk, or one per block; otherwise empty.
  public let digests: [[UInt8]]

  /// The bytes of `stream`, valid while the stream exists.
  private let memory: UnsafeRawBufferPointer

  init(
    offset: Int64, stream: MemoryStream, memory: UnsafeRawBufferPointer, digests: [[UInt8]]
  ) {
    (self.offset, self.stream, self.digests) = (offset, stream, digests)
    (self.memory, count) = (memory, memory.count)
  }

  /// SHA-256 in hexadecimal; computed on demand if `ChunkHash` has none.
  public func sha256() throws(AhaError) -> String {
    var result = Result<[UInt8], AhaError>.success([])
    withBytes { bytes in
      do throws(AhaError) { result = .success(try Sha256.digest(of: bytes)) } catch {
        result = .failure(error)
      }
    }
    return Sha256.hexadecimal(try result.get())
  }

  /// Passes the bytes without a copy.
  public func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    body(memory)
    withExtendedLifetime(stream) {}
  }
}

/// A file to upload: read once, hashed while it is sent, and checked for changes.
///
/// Threads: one at a time; its own thread reads and hashes ahead.
public protocol AssetSource: AnyObject {
  /// For error lines.
  var name: String { get }
  var size: Int64 { get }

  /// Returns a chunk, and reads and hashes the next one of the same size meanwhile.
  /// Errors: those of files; `damaged` (the file has changed since the drop began).
  func chunk(at offset: Int64, count: Int) throws(AhaError) -> Chunk

  /// The whole file as one body; hashed while it is sent.
  func whole() throws(AhaError) -> WholeBody

  /// SHA-256 of the whole file; reads the unread rest for it.
  func digest() throws(AhaError) -> [UInt8]

  /// Digests of all blocks of 4 MiB, for `ChunkHash.blocks`; reads the unread rest for it.
  func blocks() throws(AhaError) -> [[UInt8]]
}
