import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Pipes between a host's stream and the network thread")
struct BytePipeTests {
  /// A host's stream. Counts the bytes that it has returned.
  private final class Counted: ByteStream, @unchecked Sendable {
    let (name, canRead, canWrite) = ("counted", true, false)
    private let bytes: [UInt8]
    private let lock = Lock()
    private let changed: Condition
    private var end = 0

    init(_ bytes: [UInt8]) { (self.bytes, changed) = (bytes, Condition(lock)) }

    func length() throws(AhaError) -> Int64 { Int64(bytes.count) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {}

    func read(into room: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AhaError) -> Int {
      let count = min(room.count, bytes.count - Int(offset))
      room.copyBytes(from: bytes[Int(offset)..<(Int(offset) + count)])
      lock.locked {
        end = Int(offset) + count
        changed.signalAll()
      }
      return count
    }

    func waits(for end: Int) {
      lock.lock()
      defer { lock.unlock() }
      while self.end < end { changed.wait() }
    }
  }

  /// No read ends where the memory of 512 KiB does, which is full at each read.
  @Test func readsAcrossTheEndOfItsMemoryAreWhole() throws {
    let bytes = patterned(3 << 19 + 5)
    let stream = Counted(bytes)
    let source = try BodySource(.stream(stream, offset: 0, count: Int64(bytes.count)))
    let pipe = try BytePipe.reading(source, at: 0) {}
    var (got, room) = ([UInt8](), [UInt8](repeating: 0, count: 100_003))
    while got.count < bytes.count {
      stream.waits(for: min(bytes.count, got.count + 1 << 19))
      let count = room.withUnsafeMutableBytes { pipe.read(into: $0) }
      got += room[..<(count ?? 0)]
    }
    #expect(pipe.failure == nil && got == bytes)
  }
}
