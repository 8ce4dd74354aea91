import AhaBase
import AhaCodec
import AhaDSP

/// Frames of an endless stream: a thread decodes them into a ring, and one player's read-ahead
/// takes them. While the ring is full, the thread waits, and the server with it.
///
/// Threads: any, except the audio thread.
final class LiveFeed {
  /// A player that reads no frame for this time counts as paused: the feed closes the connection.
  /// The resumed player gets the frames of a new connection.
  static let idleMilliseconds: Int64 = 5000
  private static let portion = 1024
  /// Max wait of an offline engine for frames.
  static let offlineMilliseconds: Int64 = 10_000

  let format: SourceFormat
  let channels: Int
  private let source: any LiveBytes
  private let sampleRate: Int
  /// Frames that a start needs.
  private let reserve: Int64
  private let offlineMilliseconds: Int64
  private let ring: SampleBuffer
  private let scratch: SampleBuffer
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are accessed with the lock held.
  private var thread: Thread?
  private var written: Int64 = 0
  private var consumed: Int64 = 0
  /// Indices of the first frames of connections, which do not continue the frames before, as far
  /// as they are not consumed.
  private var joints: [Int64] = []
  /// `written` when a wait of an offline engine timed out.
  private var missed: Int64 = -1
  private var lastRead = Instant.now()
  private var isBuffering = true
  /// The player waits, which was reported.
  private var isWaiting = false
  private var isIdle = false
  private var isClosed = false
  private var hasPlayer = false
  private var failure: AhaError?

  /// Waits for the first frames of a stream, which is connected. Errors: those of `LiveDecoder`.
  init(
    _ source: any LiveBytes, sampleRate: Int, reserve: Int, offlineMilliseconds: Int64
  ) throws(AhaError) {
    let decoder = try LiveDecoder(source, sampleRate: sampleRate)
    (self.source, self.sampleRate, self.reserve) = (source, sampleRate, Int64(reserve))
    self.offlineMilliseconds = offlineMilliseconds
    (format, channels) = (decoder.format, decoder.channels)
    ring = try SampleBuffer(channels: channels, frames: 2 * reserve + sampleRate, isTouched: false)
    scratch = try SampleBuffer(channels: 1, frames: LiveFeed.portion * channels)
    changed = Condition(lock)
    let started = try Thread(name: "aha-live") { [self] in run(decoder) }
    lock.locked { thread = started }
  }

  /// Ends the connection and the thread.
  func close() {
    let leaving = lock.locked { () -> Thread? in
      isClosed = true
      changed.signalAll()
      defer { thread = nil }
      return thread
    }
    source.close()
    leaving?.leave()
  }

  // MARK: The player

  /// The right of one player to take the frames.
  final class Claim {
    private let owner: LiveFeedOwner
    var feed: LiveFeed { owner.feed }

    fileprivate init(_ owner: LiveFeedOwner) { self.owner = owner }

    deinit { feed.lock.locked { feed.hasPlayer = false } }
  }

  /// Errors: `state` (another player has it).
  fileprivate func claim(_ owner: LiveFeedOwner) throws(AhaError) -> Claim {
    let isFree = lock.locked {
      defer { hasPlayer = true }
      return !hasPlayer
    }
    guard isFree else {
      throw AhaError(.state, "\(source.name) is live, and another player plays it")
    }
    return Claim(owner)
  }

  /// What a read has brought.
  struct Part {
    var frames = 0
    /// They do not continue the frames before.
    var isJoint = false
  }

  /// Copies up to `frames` frames; none while the stream is buffering. Errors: the failure that
  /// ended the stream, after its last frame.
  func read(left: Floats, right: Floats?, frames: Int) throws(AhaError) -> Part {
    lock.lock()
    let wasWaiting = isWaiting
    let part = next(left: left, right: right, frames: frames)
    let (isWaiting, failure) = (self.isWaiting, failure)
    lock.unlock()
    if isWaiting != wasWaiting { source.report(isBuffering: isWaiting) }
    if part.frames == 0, let failure { throw failure }
    return part
  }

  /// Waits for frames that a start needs, or the end; once in a gap. For an offline engine.
  func wait() {
    let deadline = Instant.after(milliseconds: offlineMilliseconds)
    lock.lock()
    while failure == nil, !isClosed, written != missed,
      written - consumed < (isBuffering ? reserve : 1)
    {
      if !changed.waitUnlessEnding(until: deadline) { missed = written }
    }
    lock.unlock()
  }

  private func next(left: Floats, right: Floats?, frames: Int) -> Part {
    (lastRead, isIdle) = (.now(), false)
    changed.signalAll()
    let ready = written - consumed
    if isBuffering, failure != nil || ready >= reserve { isBuffering = false }
    if ready == 0 { isBuffering = failure == nil }
    isWaiting = isBuffering
    guard !isBuffering, ready > 0 else { return Part() }
    var end = consumed + min(Int64(frames), ready)
    let isJoint = joints.contains(consumed)
    joints.removeAll { [consumed] in $0 <= consumed }
    if let next = joints.first { end = min(end, next) }
    var done = 0
    while consumed < end {
      let index = Int(consumed % Int64(ring.frames))
      let count = min(Int(end - consumed), ring.frames - index)
      (left + done).copy((ring.plane(0) + index).prefix(count))
      if channels == 2 { right.map { ($0 + done).copy((ring.plane(1) + index).prefix(count)) } }
      consumed += Int64(count)
      done += count
    }
    return Part(frames: done, isJoint: isJoint)
  }

  // MARK: The thread

  private func run(_ first: LiveDecoder) {
    var decoder: LiveDecoder? = first
    while true {
      if let decoder, pump(decoder) { source.disconnect() }
      decoder = nil
      guard waitUntilWanted() else { return }
      do throws(AhaError) {
        try source.connect()
        decoder = try open()
      } catch {
        lock.locked {
          failure = error
          changed.signalAll()
        }
        return
      }
    }
  }

  /// Nil: the connection cannot be decoded; the next one may.
  private func open() throws(AhaError) -> LiveDecoder? {
    do throws(AhaError) {
      let decoder = try LiveDecoder(source, sampleRate: sampleRate, channels: channels)
      lock.locked { if joints.last != written { joints.append(written) } }
      return decoder
    } catch {
      if error.code == .unsupported || error.code == .outOfMemory { throw error }
      source.refuse(error)
      return nil
    }
  }

  /// Decodes until the connection ends, or returns true because the player counts as paused.
  private func pump(_ decoder: LiveDecoder) -> Bool {
    let frames = scratch.plane(0)
    while true {
      let got: Int
      do throws(AhaError) {
        got = try decoder.read(frames, frames: LiveFeed.portion)
      } catch {
        source.refuse(error)
        return false
      }
      if got == 0 {
        source.soundEnded()
        return false
      }
      if !put(frames, count: got) { return true }
    }
  }

  /// Waits for space. Returns false if the feed is closed, or the player counts as paused.
  private func put(_ frames: Floats, count: Int) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while Int64(ring.frames) - (written - consumed) < Int64(count), !isClosed {
      let end = Instant(
        nanoseconds: lastRead.nanoseconds + LiveFeed.idleMilliseconds * 1_000_000)
      if end <= Instant.now() {
        becomeIdle()
        return false
      }
      _ = changed.wait(until: end)
    }
    if isClosed { return false }
    let index = Int(written % Int64(ring.frames))
    let first = min(count, ring.frames - index)
    separate(
      frames, count: first, channels: channels, left: ring.plane(0) + index,
      right: channels == 2 ? ring.plane(1) + index : nil)
    separate(
      frames + first * channels, count: count - first, channels: channels, left: ring.plane(0),
      right: channels == 2 ? ring.plane(1) : nil)
    written += Int64(count)
    changed.signalAll()
    return true
  }

  /// The player counts as paused: drops what it would hear late. Invariant: caller holds lock.
  private func becomeIdle() {
    (isIdle, isBuffering, consumed) = (true, true, written)
  }

  /// Returns false if the feed is closed.
  private func waitUntilWanted() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while isIdle, !isClosed { changed.wait() }
    return !isClosed
  }
}

/// Ends a feed when no sound and no player needs it.
final class LiveFeedOwner {
  let feed: LiveFeed

  init(_ feed: LiveFeed) { self.feed = feed }

  deinit { feed.close() }

  /// Errors: `state` (another player has it).
  func claim() throws(AhaError) -> LiveFeed.Claim { try feed.claim(self) }
}

extension Sound {
  /// The length of a live sound in frames, which it never reaches: 5000 years.
  static let liveLength: Int64 = 1 << 53
  /// Time that players read ahead: the feed has the rest of the buffer.
  private static let liveReadAheadMilliseconds = 50

  /// Waits for the first frames of a stream. Errors: `cancelled`, `state` (it has a sound), those
  /// of `LiveDecoder` and of the connection.
  static func loadLive(
    _ stream: any ByteStream, from source: any LiveBytes, options: Options, sampleRate: Int,
    until cancellation: Cancellation,
    offlineMilliseconds: Int64 = LiveFeed.offlineMilliseconds
  ) throws(AhaError) -> Loaded {
    try source.claim(until: cancellation)
    let feed: LiveFeed
    do throws(AhaError) {
      feed = try LiveFeed(
        source, sampleRate: sampleRate,
        reserve: options.readAheadMilliseconds * sampleRate / 1000,
        offlineMilliseconds: offlineMilliseconds)
    } catch {
      let failure = source.failure
      source.close()
      if cancellation.isWanted { throw AhaError(.cancelled, "loading was cancelled") }
      throw error.code == .unknownFormat ? failure ?? error : error
    }
    source.settle()
    let streamed = Streamed(
      stream: stream, sampleRate: sampleRate, isConverted: false, length: liveLength,
      channels: feed.channels,
      readAhead: liveReadAheadMilliseconds * sampleRate / 1000, live: LiveFeedOwner(feed))
    return Loaded(
      content: .streamed(streamed), facts: Facts(format: feed.format, frames: 0))
  }
}
