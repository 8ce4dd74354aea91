import AhaBase
import CShims

/// A buffered position in a byte stream, for libsndfile's virtual I/O.
///
/// Invariant: `failure` is the stream's first error. After it the cursor reads and writes nothing,
/// so that a decoder or encoder that ignores the error ends soon.
/// Threads: one at a time.
final class Cursor {
  private static let capacity = 65536

  private(set) var failure: AhaError?
  private(set) var position: Int64 = 0
  private(set) var length: Int64
  let stream: any ByteStream
  private let memory: Buffer<UInt8>
  private var bufferStart: Int64 = 0
  private var bufferCount = 0
  /// The buffer holds bytes that were not written to the stream yet.
  private var unwritten = false
  private var repair = Repair()
  /// Bytes of the stream before the first byte that the cursor reads.
  private var front: Int64 = 0
  /// Checks all bytes that libsndfile reads from an Ogg file.
  var pages: OggCheck?
  /// Checks the same of a FLAC file.
  var flac: FlacCheck?
  var reproducible = ReproducibleBytes()

  /// Reads a stream from its first byte. Errors: the stream's, `outOfMemory`.
  init(reading stream: any ByteStream) throws(AhaError) {
    length = try stream.length()
    guard length >= 0 else {
      throw AhaError(.io, "\(stream.name) reports a length of \(length) bytes")
    }
    self.stream = stream
    memory = try claimMemory(Cursor.capacity, of: "bytes of a buffer")
  }

  /// Writes an empty stream from its first byte. Errors: `outOfMemory`.
  init(writing stream: any ByteStream) throws(AhaError) {
    length = 0
    self.stream = stream
    memory = try claimMemory(Cursor.capacity, of: "bytes of a buffer")
  }

  deinit { free(memory.base) }

  /// Prevents all further writes to the stream.
  func abandon() { fail(AhaError(.cancelled, "\(stream.name) was abandoned")) }

  func throwFailure() throws(AhaError) {
    if let failure { throw failure }
  }

  func fail(_ error: AhaError) {
    if failure == nil { failure = error }
  }

  // MARK: Position

  /// Moves to `offset` from the start (0), the position (1) or the end (2), as lseek does.
  /// Returns the new position, or -1 if it is invalid.
  func seek(_ offset: Int64, from whence: Int32) -> Int64 {
    let base: Int64
    switch whence {
    case 0: base = 0
    case 1: base = position
    case 2: base = length
    default: return -1
    }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return target
  }

  // MARK: Reading

  /// Reads up to `count` bytes; fewer at the end or after a failure.
  func read(_ target: UnsafeMutableRawPointer, count: Int) -> Int {
    flush()
    var done = 0
    while done < count, failure == nil {
      if buffered == 0 { fill() }
      let size = min(buffered, count - done)
      if size == 0 { break }
      shim_copy(target + done, (memory + Int(position - bufferStart)).base, size)
      position += Int64(size)
      done += size
    }
    return done
  }

  /// Count of buffered bytes from the position on.
  private var buffered: Int {
    let end = bufferStart + Int64(bufferCount)
    return position >= bufferStart && position < end ? Int(end - position) : 0
  }

  private func fill() {
    bufferStart = position
    bufferCount = 0
    // No further read is needed to see that the stream ends at its length.
    let size = Int(min(length - position, Int64(Cursor.capacity)))
    guard size > 0 else { return }
    let buffer = UnsafeMutableRawBufferPointer(start: memory.base, count: size)
    do throws(AhaError) {
      bufferCount = try readRepaired(buffer, at: position)
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<bufferCount])
      pages?.see(bytes, at: position, of: length)
      flac?.see(bytes, at: position, of: length)
    } catch {
      fail(error)
    }
  }

  private func readRepaired(
    _ buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    if offset < Int64(repair.prefix.count) {
      let bytes = repair.prefix[Int(offset)...]
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
    let got = try stream.read(into: buffer, at: front + offset - repair.shift)
    guard (0...buffer.count).contains(got) else {
      throw AhaError(.io, "\(stream.name) returned \(got) bytes for a read of \(buffer.count)")
    }
    repair.correct(
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<got]), at: offset - repair.shift)
    return got
  }

  /// From now on, reads return the stream with `repair` applied, and no former one.
  /// - Parameter rereads: `pages` or `flac` has not seen the buffer.
  func apply(_ repair: Repair, rereads: Bool) {
    position = 0
    if !rereads, repair.isEmpty, self.repair.isEmpty { return }
    let growth = repair.shift - self.repair.shift
    self.repair = repair
    bufferCount = 0
    length = length.addingReportingOverflow(growth).partialValue
  }

  /// From now on, offset 0 is at `offset`; nothing before it is read.
  func skipFront(_ offset: Int64) {
    front += offset
    length -= offset
    (position, bufferCount) = (0, 0)
  }

  // MARK: Writing

  /// Writes `count` bytes; returns `count`, or 0 after a failure.
  func write(_ source: UnsafeRawPointer, count: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(start: source, count: count)
    guard let changed = reproducible.replacement(for: bytes, at: position) else {
      return buffer(source, count: count)
    }
    return changed.withUnsafeBytes { buffer($0.baseAddress!, count: count) }
  }

  private func buffer(_ source: UnsafeRawPointer, count: Int) -> Int {
    var done = 0
    while done < count, failure == nil {
      openBuffer()
      let size = min(Cursor.capacity - bufferCount, count - done)
      shim_copy((memory + bufferCount).base, source + done, size)
      bufferCount += size
      done += size
      advance(size)
    }
    return failure == nil ? count : 0
  }

  /// Makes space in the buffer at the position.
  private func openBuffer() {
    let continues = unwritten && position == bufferStart + Int64(bufferCount)
    if continues && bufferCount < Cursor.capacity { return }
    flush()
    bufferStart = position
    bufferCount = 0
    unwritten = true
  }

  private func advance(_ size: Int) {
    let (end, overflow) = position.addingReportingOverflow(Int64(size))
    if overflow { return fail(AhaError(.io, "\(stream.name): write at offset \(position)")) }
    position = end
    length = max(length, end)
  }

  /// Writes the buffered bytes to the stream.
  func flush() {
    guard unwritten else { return }
    unwritten = false
    let bytes = UnsafeRawBufferPointer(start: memory.base, count: bufferCount)
    bufferCount = 0
    guard failure == nil, !bytes.isEmpty else { return }
    do throws(AhaError) {
      try stream.write(bytes, at: bufferStart)
    } catch {
      fail(error)
    }
  }
}
