import AhaBase

/// A file of a server's as a stream to read from, in blocks that are fetched ahead of who reads.
///
/// What is lost on the way is asked for again; what has changed meanwhile is an error, for a sound
/// that is half of one file and half of another is none.
/// Threads: any; `sign` and `changed` are called on those that read.
public final class RemoteStream: ByteStream {
  public enum State { case buffering, playing }

  public static let blockBytes: Int64 = 128 << 10
  /// Blocks that are kept, read or on their way: 1 MiB.
  static let blocksKept = 8
  static let blocksAhead = 4
  /// How often a block is asked for.
  static let attempts = 5

  public let name: String
  public let canRead = true
  public let canWrite = false

  private let source: RemoteSource
  private let changed: ((State) -> Void)?
  private let lock = Lock()
  // Under the lock:
  private var blocks: [RemoteBlock] = []
  private var clock: Int64 = 0
  private var lastIndex: Int64 = -1
  private var isClosed = false

  /// Asks for the first block, to see that it is there, and how long it is.
  /// - Parameters:
  ///   - sign: Adds what a request to `url` needs; called for each, also for those that go again.
  ///   - changed: Told when a reader begins to wait for the network, and when it goes on.
  /// Errors: `unsupported` (no ranges, or a length nobody tells), `notFound`, `notSignedIn`,
  /// `refused`, `http`, and those of `Transfer`. Threads: any; waits for the network.
  public init(
    _ transport: Transport, url: String,
    sign: ((inout HTTPRequest) throws(AhaError) -> Void)? = nil,
    changed: ((State) -> Void)? = nil
  ) throws(AhaError) {
    source = try RemoteSource(transport, url, sign)
    name = source.name
    self.changed = changed
    let first = RemoteBlock(0)
    blocks.append(first)
    try finish(first)
  }

  deinit { close() }

  public func length() -> Int64 { source.length }

  /// Ends what is on its way; whoever reads gets `cancelled`.
  public func close() {
    let running = lock.locked {
      isClosed = true
      let running = blocks
      blocks = []
      return running
    }
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
    guard offset >= 0 else { throw AhaError(.invalidArgument, "read at offset \(offset)") }
    var done = 0
    while done < bytes.count, offset < source.length - Int64(done) {
      let place = offset + Int64(done)
      let block = try ready(place / RemoteStream.blockBytes)
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let got = block.copy(to: rest, from: Int(place % RemoteStream.blockBytes))
      if got == 0 { throw AhaError(.damaged, "\(name) has nothing at \(place)") }
      done += got
    }
    return done
  }

  // MARK: Blocks

  /// A block with its bytes; those behind it are on their way.
  private func ready(_ index: Int64) throws(AhaError) -> RemoteBlock {
    let block = try wanted(index)
    try readAhead(of: index)
    if !block.isReady {
      changed?(.buffering)
      try finish(block)
      changed?(.playing)
    }
    return block
  }

  /// The block of an index, new when it is not kept. Errors: `cancelled`.
  private func wanted(_ index: Int64) throws(AhaError) -> RemoteBlock {
    lock.lock()
    defer { lock.unlock() }
    if isClosed { throw AhaError(.cancelled, "\(name) is closed") }
    clock += 1
    for block in blocks where block.index == index {
      block.lastUse = clock
      return block
    }
    let block = RemoteBlock(index)
    block.lastUse = clock
    if blocks.count >= RemoteStream.blocksKept { dropOldest() }
    blocks.append(block)
    return block
  }

  /// A block that another thread waits for is its own still.
  private func dropOldest() {
    var oldest = 0
    for index in blocks.indices where blocks[index].lastUse < blocks[oldest].lastUse {
      oldest = index
    }
    blocks.remove(at: oldest).cancelUnlessAwaited()
  }

  /// Blocks behind one that is read in sequence are sent for; after a jump, only the next.
  private func readAhead(of index: Int64) throws(AhaError) {
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
      try wanted(next).begin(source)
      next += 1
    }
  }

  /// Waits for a block's bytes, and asks again for what is lost.
  private func finish(_ block: RemoteBlock) throws(AhaError) {
    do throws(AhaError) {
      try block.finish(source)
    } catch {
      // Who reads on asks anew.
      lock.locked { blocks.removeAll { $0 === block } }
      throw error
    }
  }
}
