import AhaBase
import CAha

/// Byte stream over a host's functions. Their results are untrusted.
public final class HostStream: ByteStream {
  public let name = "the host's stream"
  private let callbacks: aha_stream_callbacks
  private let userData: UnsafeMutableRawPointer?
  private let destroy: aha_destroy_fn?
  private let lock = Lock()
  /// Current position of the host's stream; nil if unknown.
  private var position: Int64?

  public init(
    callbacks: aha_stream_callbacks, userData: UnsafeMutableRawPointer?,
    destroy: aha_destroy_fn?
  ) {
    self.callbacks = callbacks
    self.userData = userData
    self.destroy = destroy
  }

  deinit { if let destroy { Callback.stream { destroy(userData) } } }

  public var canRead: Bool { callbacks.read != nil }
  public var canWrite: Bool { callbacks.write != nil }

  public func length() throws(AhaError) -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    guard let length = callbacks.length else { return 0 }
    let answer = Callback.stream { length(userData) }
    if answer < 0 { throw AhaError(.io, "the host's length answered \(answer)") }
    return answer
  }

  public func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    guard let read = callbacks.read else { throw AhaError(.io, "the host's stream cannot be read") }
    try go(to: offset)
    var done = 0
    while done < bytes.count {
      let wanted = Int64(bytes.count - done)
      let got = Callback.stream { read(userData, bytes.baseAddress! + done, wanted) }
      try check(got, requested: wanted, verb: "read", at: offset + Int64(done))
      if got == 0 { break }
      done += Int(got)
    }
    position = offset + Int64(done)
    return done
  }

  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    guard let write = callbacks.write else {
      throw AhaError(.io, "the host's stream cannot be written")
    }
    try go(to: offset)
    var done = 0
    while done < bytes.count {
      let wanted = Int64(bytes.count - done)
      let put = Callback.stream { write(userData, bytes.baseAddress! + done, wanted) }
      try check(put, requested: wanted, verb: "write", at: offset + Int64(done))
      if put == 0 {
        position = nil
        throw AhaError(.diskFull, "the host's write of \(wanted) bytes at \(offset) accepted none")
      }
      done += Int(put)
    }
    position = offset + Int64(done)
  }

  private func go(to offset: Int64) throws(AhaError) {
    guard position != offset else { return }
    position = nil
    guard let seek = callbacks.seek else { return }
    let answer = Callback.stream { seek(userData, offset) }
    if answer != offset {
      throw AhaError(.io, "the host's seek to \(offset) answered \(answer)")
    }
    position = offset
  }

  private func check(
    _ answer: Int64, requested: Int64, verb: StaticString, at offset: Int64
  ) throws(AhaError) {
    if (0...requested).contains(answer) { return }
    position = nil
    throw AhaError(
      .io, "the host's \(verb) of \(requested) bytes at \(offset) answered \(answer)")
  }
}
