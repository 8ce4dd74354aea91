import AhaBase
import AhaHash
import AhaNet

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

/// A whole file, or its end, as the body of one message; it can be read again from the start. The
/// next part is read while one is sent, and parts are hashed on a third thread.
public final class WholeBody: ByteStream, PacedBody {
  private static let step: Int64 = 1 << 20

  private let source: FileSource
  /// Offset of the body's first byte in the file.
  private let first: Int64
  private var part: Chunk?

  init(reading source: FileSource, from first: Int64) {
    (self.source, self.first) = (source, first)
  }

  public var name: String { source.name }
  public var canRead: Bool { true }
  public var canWrite: Bool { false }

  public func length() throws(AhaError) -> Int64 { source.size - first }

  public func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    let offset = first + offset
    guard offset >= 0, offset < source.size else { return 0 }
    if !holds(offset) {
      part = try source.chunk(at: WholeBody.start(at: offset), count: Int(WholeBody.step))
    }
    return copy(into: bytes, from: offset)
  }

  public func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64, notify: @escaping () -> Void
  ) throws(AhaError) -> Int? {
    let offset = first + offset
    guard offset >= 0, offset < source.size else { return 0 }
    if !holds(offset) {
      part = try source.chunkIfReady(
        at: WholeBody.start(at: offset), count: Int(WholeBody.step), notify: notify)
    }
    return part == nil ? nil : copy(into: bytes, from: offset)
  }

  private static func start(at offset: Int64) -> Int64 { offset / step * step }

  /// Another part is released, so that its buffer is reused.
  private func holds(_ offset: Int64) -> Bool {
    if let part, offset >= part.offset, offset < part.offset + Int64(part.count) { return true }
    part = nil
    return false
  }

  private func copy(into bytes: UnsafeMutableRawBufferPointer, from offset: Int64) -> Int {
    guard let part else { return 0 }
    let start = Int(offset - part.offset)
    let count = min(bytes.count, part.count - start)
    part.withBytes {
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)]))
    }
    return count
  }

  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    throw AhaError(.unsupported, "\(name) is read-only")
  }
}
