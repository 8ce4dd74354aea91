import AhaBase
import AhaTestSupport
import CAha
import Synchronization
import Testing

/// A host's stream in memory that records libaha's calls.
final class HostFile: @unchecked Sendable {
  private let lock = Lock()
  private var content: [UInt8]
  private var position = 0
  private let onRead: () -> Void
  private let onDestroy: () -> Void
  private let destructions = Atomic<Int>(0)
  private let reads = Atomic<Int>(0)

  init(
    _ content: [UInt8] = [], onRead: @escaping () -> Void = {}, onDestroy: @escaping () -> Void = {}
  ) {
    (self.content, self.onRead, self.onDestroy) = (content, onRead, onDestroy)
  }

  var bytes: [UInt8] { lock.locked { content } }
  /// Count of calls of destroy.
  var destroyed: Int { destructions.load(ordering: .acquiring) }
  var readCalls: Int { reads.load(ordering: .acquiring) }

  /// The pointer that a host passes; it retains the file until destroy is called.
  var userData: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  func newStream() throws -> OpaquePointer {
    var callbacks = HostFile.callbacks
    return try made { aha_stream_create(&callbacks, userData, HostFile.destroy, $0) }
  }

  static let destroy: aha_destroy_fn = { userData in
    let file = hostFile(userData)
    file.onDestroy()
    // Released once, so that a second destroy is counted and does not crash.
    if file.destructions.add(1, ordering: .acquiringAndReleasing).oldValue == 0 {
      Unmanaged.passUnretained(file).release()
    }
  }

  static var callbacks: aha_stream_callbacks {
    var callbacks = aha_stream_callbacks_init()
    callbacks.read = { userData, bytes, size in hostFile(userData).read(bytes!, Int(size)) }
    callbacks.write = { userData, bytes, size in hostFile(userData).write(bytes!, Int(size)) }
    callbacks.seek = { userData, offset in
      let file = hostFile(userData)
      file.lock.locked { file.position = Int(offset) }
      return offset
    }
    callbacks.length = { userData in Int64(hostFile(userData).bytes.count) }
    return callbacks
  }

  fileprivate func read(_ target: UnsafeMutableRawPointer, _ size: Int) -> Int64 {
    reads.add(1, ordering: .releasing)
    onRead()
    return lock.locked {
      let piece = content.dropFirst(position).prefix(size)
      target.copyMemory(from: Array(piece), byteCount: piece.count)
      position += piece.count
      return Int64(piece.count)
    }
  }

  fileprivate func write(_ source: UnsafeRawPointer, _ size: Int) -> Int64 {
    lock.locked {
      let end = position + size
      content += repeatElement(0, count: max(0, end - content.count))
      let bytes = UnsafeRawBufferPointer(start: source, count: size)
      content.replaceSubrange(position..<end, with: bytes)
      position = end
      return Int64(size)
    }
  }
}

private func hostFile(_ userData: UnsafeMutableRawPointer?) -> HostFile {
  Unmanaged<HostFile>.fromOpaque(userData!).takeUnretainedValue()
}

/// Half a second of a 16-bit WAV, long enough for several reads.
let halfASecond = wav16((0..<24_000).map { Int16(truncatingIfNeeded: $0 * 7) })
