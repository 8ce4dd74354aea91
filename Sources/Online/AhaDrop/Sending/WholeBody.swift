import AhaBase

/// A whole file as the body of one message; it can be read again from the start. The next part is
/// read and hashed while one is sent.
final class WholeBody: ByteStream {
  private static let step: Int64 = 1 << 20

  private let source: FileSource
  private var part: Chunk?

  init(_ source: FileSource) { self.source = source }

  var name: String { source.name }
  var canRead: Bool { true }
  var canWrite: Bool { false }

  func length() throws(AhaError) -> Int64 { source.size }

  func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    guard offset >= 0, offset < source.size else { return 0 }
    let part = try part(with: offset)
    let start = Int(offset - part.offset)
    let count = min(bytes.count, part.count - start)
    part.withBytes {
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)]))
    }
    return count
  }

  private func part(with offset: Int64) throws(AhaError) -> Chunk {
    if let part, offset >= part.offset, offset < part.offset + Int64(part.count) { return part }
    // Released first, so that its buffer is reused.
    part = nil
    let next = try source.chunk(
      at: offset / WholeBody.step * WholeBody.step, count: Int(WholeBody.step))
    part = next
    return next
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    throw AhaError(.unsupported, "\(name) is only read")
  }
}
