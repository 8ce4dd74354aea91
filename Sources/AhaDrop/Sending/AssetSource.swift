import AhaBase
import AhaHash

/// What the bytes of a chunk are hashed by, beside the hash of the whole file.
public enum ChunkHash: Sendable {
  case none
  /// SHA-256 of each chunk.
  case sha256
  /// SHA-256 of each block of 4 MiB: Dropbox's content_hash is made of these.
  case blocks
}

/// A part of a file, in memory, to be sent.
public final class Chunk {
  public let offset: Int64
  /// Its bytes; a stream of its own, for the body of a message.
  public let stream: MemoryStream
  public let count: Int
  /// Of `ChunkHash`: one digest of the chunk, or one of each of its blocks; else none.
  public let digests: [[UInt8]]

  /// What the stream has, as long as that is there.
  private let memory: UnsafeRawBufferPointer

  init(
    offset: Int64, stream: MemoryStream, memory: UnsafeRawBufferPointer, digests: [[UInt8]]
  ) {
    (self.offset, self.stream, self.digests) = (offset, stream, digests)
    (self.memory, count) = (memory, memory.count)
  }

  /// In hexadecimal letters, also where nobody has asked for it before.
  func sha256() throws(AhaError) -> String {
    var result = Result<[UInt8], AhaError>.success([])
    withBytes { bytes in
      do throws(AhaError) { result = .success(try Sha256.digest(of: bytes)) } catch {
        result = .failure(error)
      }
    }
    return Sha256.hexadecimal(try result.get())
  }

  /// Its bytes, without a copy.
  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    body(memory)
    withExtendedLifetime(stream) {}
  }
}

/// A file that is being sent: read once, hashed while it is sent, and watched for changes.
///
/// Threads: one at a time; it has one of its own, which reads and hashes what comes next.
public protocol AssetSource: AnyObject {
  /// What to call it in lines.
  var name: String { get }
  var size: Int64 { get }

  /// A chunk; the one after it, of the same size, is read and hashed meanwhile.
  /// Errors: those of files; `damaged` (the file has changed since the drop began).
  func chunk(at offset: Int64, count: Int) throws(AhaError) -> Chunk

  /// All of it, for a message that sends it whole; hashed as it is read.
  func whole() throws(AhaError) -> any ByteStream

  /// SHA-256 of the whole file; what was not read yet is read for it.
  func digest() throws(AhaError) -> [UInt8]

  /// The digests of all blocks of 4 MiB, for `ChunkHash.blocks`;
  /// what was not read yet is read for it.
  func blocks() throws(AhaError) -> [[UInt8]]
}
