import AhaBase

/// Reads a file on a server as a stream, in blocks with read-ahead.
///
/// Failed blocks are retried. If the file changes on the server while it is read, reads fail with
/// `damaged`: halves of two versions would be no sound.
/// Threads: any; `sign` and `changed` are called on the reading threads.
public final class RemoteStream: ByteStream {
  public enum State { case buffering, playing }

  public typealias Sign = (inout HTTPRequest, Cancellation) throws(AhaError) -> Void
  /// Of a request with its refusal.
  public typealias Renew = (HTTPRequest, HTTPResponse, Cancellation) throws(AhaError) -> Void

  public static let blockBytes: Int64 = 128 << 10
  /// Max blocks kept, loaded or in flight: 1 MiB.
  static let maxBlocks = 8
  static let blocksAhead = 4
  /// Max attempts per block.
  static let attempts = 5

  public let name: String
  public let canRead = true
  public let canWrite = false

  private let source: RemoteSource
  private let changed: ((State) -> Void)?
  private let closing = Cancellation()
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var blocks: [RemoteBlock] = []
  private var clock: Int64 = 0
  private var lastIndex: Int64 = -1
  private var isClosed = false

  /// Fetches the first block to check access and to get the length.
  /// - Parameters:
  ///   - ssrfGuard: Use `notNearer` rather than `notNearerThanBefore`: a remembered redirect target
  ///     would otherwise count as the URL before.
  ///   - sign: Adds the credential to a request for `url`; called for each request and retry.
  ///   - renew: Called when the server refuses the credential. The request is then signed again,
  ///     once per block.
  ///   - changed: Called when a reader starts to wait for the network, and when it continues.
  /// Errors: `unsupported` (no ranges, or an unknown length), `notFound`, `notSignedIn`, `refused`,
  /// `http`, and those of `Transfer`. Threads: any; waits for the network.
  public init(
    transport: Transport, url: String, ssrfGuard: SSRFGuard = .any,
    sign: Sign? = nil, renew: Renew? = nil, changed: ((State) -> Void)? = nil
  ) throws(AhaError) {
    source = try RemoteSource(
      transport: transport, url: url, ssrfGuard: ssrfGuard, sign: sign, renew: renew)
    name = source.name
    self.changed = changed
    let first = RemoteBlock(index: 0)
    blocks.append(first)
    try finish(first, cancellation: closing)
  }

  deinit { close() }

  public func length() -> Int64 { source.length }

  /// Cancels requests in flight; waiting readers get `cancelled`.
  public func close() {
    let running = lock.locked {
      isClosed = true
      let running = blocks
      blocks = []
      return running
    }
    closing.cancel()
    source.close()
    for block in running { block.cancel() }
  }

  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    throw AhaError(.access, "\(name) cannot be written")
  }

  /// Errors: `cancelled`, `damaged` (the file has changed), those of `init`.
  public func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    try read(into: bytes, at: offset, cancellation: closing)
  }

  public func reading(until cancellation: Cancellation) -> any ByteStream {
    RemoteReader(stream: self, cancellation: cancellation)
  }

  fileprivate func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64, cancellation: Cancellation
  ) throws(AhaError) -> Int {
    guard offset >= 0 else { throw AhaError(.invalidArgument, "read at offset \(offset)") }
    var done = 0
    while done < bytes.count, offset < source.length - Int64(done) {
      let position = offset + Int64(done)
      let block = try ready(at: position / RemoteStream.blockBytes, cancellation: cancellation)
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let got = block.copy(to: rest, from: Int(position % RemoteStream.blockBytes))
      if got == 0 { throw AhaError(.damaged, "\(name) has nothing at \(position)") }
      done += got
    }
    return done
  }

  // MARK: Blocks

  /// Returns a loaded block, and starts the requests for the blocks after it.
  private func ready(
    at index: Int64, cancellation: Cancellation
  ) throws(AhaError) -> RemoteBlock {
    let block = try wanted(at: index)
    try readAhead(of: index, cancellation: cancellation)
    if !block.isReady {
      changed?(.buffering)
      try finish(block, cancellation: cancellation)
      changed?(.playing)
    }
    return block
  }

  /// The block at an index; created if not kept. Errors: `cancelled`.
  private func wanted(at index: Int64) throws(AhaError) -> RemoteBlock {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { throw AhaError(.cancelled, "\(name) is closed") }
    clock += 1
    for block in blocks where block.index == index {
      block.lastUse = clock
      return block
    }
    let block = RemoteBlock(index: index)
    block.lastUse = clock
    if blocks.count >= RemoteStream.maxBlocks { dropOldest() }
    blocks.append(block)
    return block
  }

  /// A thread that waits for the dropped block still holds it.
  private func dropOldest() {
    var oldest = 0
    for index in blocks.indices where blocks[index].lastUse < blocks[oldest].lastUse {
      oldest = index
    }
    blocks.remove(at: oldest).cancelUnlessAwaited()
  }

  /// Read-ahead: in a sequential read, starts the next blocks; after a jump, only the next one.
  private func readAhead(of index: Int64, cancellation: Cancellation) throws(AhaError) {
    let isNew = lock.locked {
      defer { lastIndex = index }
      return index != lastIndex
    }
    guard isNew else { return }
    let isSequence = lock.locked {
      blocks.contains { $0.index == index - 1 } || index == 0
    }
    let last = (source.length - 1) / RemoteStream.blockBytes
    let end = min(last, index + (isSequence ? Int64(RemoteStream.blocksAhead) : 1))
    var next = index
    while next <= end {
      try wanted(at: next).begin(from: source, cancellation: cancellation)
      next += 1
    }
  }

  /// Waits for a block's bytes, with retries.
  private func finish(_ block: RemoteBlock, cancellation: Cancellation) throws(AhaError) {
    do throws(AhaError) {
      try block.finish(with: source, cancellation: cancellation)
    } catch {
      // Drops a failed block, so the next read requests it again. After a cancel, the request in
      // flight is kept.
      if !cancellation.isWanted { lock.locked { blocks.removeAll { $0 === block } } }
      throw error
    }
  }
}

/// A reader of a remote stream that can be cancelled.
private final class RemoteReader: ByteStream {
  private let stream: RemoteStream
  private let cancellation: Cancellation

  init(stream: RemoteStream, cancellation: Cancellation) {
    (self.stream, self.cancellation) = (stream, cancellation)
  }

  var name: String { stream.name }
  var canRead: Bool { true }
  var canWrite: Bool { false }

  func length() -> Int64 { stream.length() }

  func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    try stream.read(into: bytes, at: offset, cancellation: cancellation)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    try stream.write(bytes, at: offset)
  }
}
