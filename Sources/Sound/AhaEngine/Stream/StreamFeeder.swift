import AhaBase
import AhaCodec
import AhaDSP
import Synchronization

/// Fills the ring of one streamed player; the producer of `StreamLink`.
///
/// Threads: any, one at a time (it locks). Never the audio thread, except in offline engines, whose
/// rendering may wait.
final class StreamFeeder {
  /// Frames decoded at a time, so that many players share one thread fairly.
  private static let portion = 4096

  let link: Reference<StreamLink>
  private let ring: SampleBuffer
  private let stream: any ByteStream
  /// Nil: a file.
  private let live: LiveFeed.Claim?
  private let fold: ChannelFold?
  private let sampleRate: Int
  private let converter: MakeRateConverter?
  private let length: Int64
  private let readAhead: Int64
  private let effectsFrames: Int64
  private let ramp: Int
  private let lock = Lock()

  // Invariant: accessed with the lock held.
  private var reader: SoundReader?
  private var failure: AhaError?
  private var answered: UInt64 = 0
  private var position: Int64 = 0
  private var direction = PlayDirection()
  private var loop = Loop()
  private var loopsLeft: UInt32 = 0
  private var seam = SeamSmoother()

  /// Max latency of effects that streams cover, in addition to the read-ahead.
  private static let effectsMilliseconds = 300
  /// Frames of two blocks at speed 16.
  private static let fastestBlocks = 2 * Renderer.block * 16 + StreamLink.history

  /// - Parameters:
  /// - reader: A decoder of the source at frame 0; nil: one is opened on demand.
  /// - converter: Nil: libsoxr.
  /// - cancellation: Cancels calls that wait for the stream.
  init(
    _ source: Sound.Streamed, reader: SoundReader? = nil,
    converter: MakeRateConverter? = nil, ramp: Int, loop: Loop,
    until cancellation: Cancellation
  ) throws(AhaError) {
    position = loop.range.begin
    self.converter = converter
    reader?.converter = converter
    do throws(AhaError) {
      if position > 0 { try reader?.seek(to: position) }
      self.reader = reader
    } catch {
      // A new decoder reports the error.
      self.reader = nil
    }
    live = try source.live?.claim()
    stream = source.stream.reading(until: cancellation)
    length = source.length
    fold = source.fold
    // A player with effects reads ahead by their latency when it starts.
    effectsFrames = Int64(source.sampleRate * StreamFeeder.effectsMilliseconds / 1000)
    // At a low sample rate, the fastest speed needs more than the read-ahead for one block.
    let reach = max(source.readAhead + Int(effectsFrames), StreamFeeder.fastestBlocks)
    readAhead = Int64(reach)
    sampleRate = source.sampleRate
    self.ramp = ramp
    self.loop = loop
    loopsLeft = loop.count
    // Twice the read-ahead: the frames of a new epoch fit while the old one still plays.
    let capacity = 2 * reach + StreamFeeder.portion + StreamLink.history
    ring = try SampleBuffer(
      channels: 1, frames: capacity * source.channels, isTouched: false)
    link = Reference(
      holding: StreamLink(
        planes: ring.plane(0), capacity: capacity, reach: reach, channels: source.channels))
  }

  deinit {
    link.deallocate()
  }

  /// Decodes one portion if it fits. Returns whether more work may remain.
  /// - Parameter report: Receives the failure that ends the stream before the renderer sees the
  ///   end, so that a render job that rendered the last frame knows the failure.
  func fill(_ report: (AhaError) -> Void) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    answerRequest(report)
    let space = space()
    guard space > 0, link.value.end.load(ordering: .relaxed) == .max else { return false }
    do throws(AhaError) {
      let limit = Int(min(space, Int64(StreamFeeder.portion)))
      if let live { return try readLive(live.feed, limit: limit) }
      try decode(limit)
      return true
    } catch {
      failure = error
      report(error)
      finish()
      return false
    }
  }

  /// Fills until the next blocks can be rendered without waiting; for offline rendering, while the
  /// service thread may fill ahead at the same time.
  /// - Parameter forEffects: Includes the frames that effects absorb before their first output.
  func fillEnough(forEffects: Bool, _ report: (AhaError) -> Void) {
    let pace = link.value.pace.load(ordering: .relaxed)
    let blocks =
      Int64(4 * Renderer.block + 2 * ramp) * pace
      + (pace > 1 ? Int64(StreamLink.history) : 0)
    let enough = min(readAhead, forEffects ? blocks + effectsFrames : blocks)
    while isShort(of: enough), fill(report) {}
    guard let live, isShort(of: enough) else { return }
    live.feed.wait()
    while isShort(of: enough), fill(report) {}
  }

  private func isShort(of enough: Int64) -> Bool {
    if link.value.request.load(ordering: .acquiring)
      != link.value.epoch.load(ordering: .acquiring)
    {
      return true
    }
    if link.value.end.load(ordering: .acquiring) != .max { return false }
    let start = max(
      link.value.consumed.load(ordering: .relaxed),
      link.value.epochStart.load(ordering: .relaxed))
    return link.value.written.load(ordering: .acquiring) - start < enough
  }

  /// Keeps the last played frames: filters read them, and a sudden end is smoothed from the last.
  private func space() -> Int64 {
    let written = link.value.written.load(ordering: .relaxed)
    let consumed = link.value.consumed.load(ordering: .acquiring)
    let start = max(consumed, link.value.epochStart.load(ordering: .relaxed))
    let space = Int64(link.value.capacity - StreamLink.history) - (written - consumed)
    return min(readAhead - (written - start), space)
  }

  /// Begins an epoch for the renderer's last request. A failed stream ends it at once.
  private func answerRequest(_ report: (AhaError) -> Void) {
    let number = link.value.request.load(ordering: .acquiring)
    guard number != answered else { return }
    answered = number
    let begin = link.value.requestLoopBegin.load(ordering: .relaxed)
    let end = link.value.requestLoopEnd.load(ordering: .relaxed)
    // If a request changes while it is read, it is answered again; these values only have to be
    // safe.
    loop = Loop(wantedRange, isPingPong: link.value.requestIsPingPong.load(ordering: .relaxed))
    let isLoop = begin >= loop.range.begin && begin < end && end <= loop.range.end
    if isLoop { (loop.begin, loop.end) = (begin, end) }
    loopsLeft = isLoop ? link.value.requestLoops.load(ordering: .relaxed) : 0
    direction = PlayDirection(
      isReversed: link.value.requestIsReversed.load(ordering: .relaxed),
      isTurned: link.value.requestIsTurned.load(ordering: .relaxed))
    goTo(min(max(0, link.value.requestPosition.load(ordering: .relaxed)), length))
    if let failure { report(failure) }
    let start = link.value.written.load(ordering: .relaxed)
    link.value.epochStart.store(start, ordering: .relaxed)
    link.value.epochPosition.store(position, ordering: .relaxed)
    link.value.end.store(failure == nil ? .max : start, ordering: .relaxed)
    link.value.epoch.store(number, ordering: .releasing)
  }

  private var wantedRange: FrameRange {
    let begin = link.value.requestBegin.load(ordering: .relaxed)
    let end = link.value.requestEnd.load(ordering: .relaxed)
    let isValid = begin >= 0 && begin < end && end <= length
    return isValid ? FrameRange(begin: begin, end: end) : FrameRange(begin: 0, end: length)
  }

  private func goTo(_ frame: Int64) {
    position = frame
    seam.reset()
    guard let reader else { return }
    do throws(AhaError) { try reader.seek(to: frame) } catch { failure = error }
  }

  private func decode(_ limit: Int) throws(AhaError) {
    let reader = try openReader()
    if willJump { try jumpBack(reader) }
    let written = link.value.written.load(ordering: .relaxed)
    let index = Int(written % Int64(link.value.capacity))
    let wanted = min(min(limit, link.value.capacity - index), framesToBoundary)
    let left = link.value.left + index
    let right = link.value.right + index
    let isMono = link.value.left == link.value.right
    let isReversed = direction.isReversed
    if isReversed, wanted > 0 { try reader.seek(to: position - Int64(wanted)) }
    let got =
      try wanted > 0 ? reader.read(left: left, right: isMono ? nil : right, frames: wanted) : 0
    if isReversed {
      reverse(left, count: got)
      if !isMono { reverse(right, count: got) }
    }
    seam.pass(left: left, right: right, frames: got, ramp: ramp)
    position += isReversed ? -Int64(got) : Int64(got)
    link.value.written.store(written + Int64(got), ordering: .releasing)
    let last = isReversed ? loop.range.begin : loop.range.end
    if wanted == 0 || (position == last && !willJump) { finish() }
    if got < wanted {
      throw AhaError(
        .damaged, "\(stream.name) ends at frame \(position) of \(length): it is damaged there")
    }
  }

  /// Returns false if the live stream has no frames now.
  private func readLive(_ feed: LiveFeed, limit: Int) throws(AhaError) -> Bool {
    let written = link.value.written.load(ordering: .relaxed)
    let index = Int(written % Int64(link.value.capacity))
    let left = link.value.left + index
    let right = link.value.right + index
    let part = try feed.read(
      left: left, right: right, frames: min(limit, link.value.capacity - index))
    if part.isJoint { seam.jump() }
    seam.pass(left: left, right: right, frames: part.frames, ramp: ramp)
    position += Int64(part.frames)
    link.value.written.store(written + Int64(part.frames), ordering: .releasing)
    return part.frames > 0
  }

  private func reverse(_ samples: Floats, count: Int) {
    for index in 0..<count / 2 {
      (samples[index], samples[count - 1 - index]) = (samples[count - 1 - index], samples[index])
    }
  }

  private var willJump: Bool { direction.jumps(at: position, in: loop, loopsLeft: loopsLeft) }

  private var framesToBoundary: Int {
    let boundary = direction.boundary(from: position, in: loop, loopsLeft: loopsLeft)
    return Int(max(0, direction.isReversed ? position - boundary : boundary - position))
  }

  private func jumpBack(_ reader: SoundReader) throws(AhaError) {
    if direction.isTurned || loop.isPingPong {
      direction.flip(&loopsLeft)
      if !direction.isReversed { try reader.seek(to: position) }
      return
    }
    let isReversed = direction.isReversed
    if !isReversed { try reader.seek(to: loop.begin) }
    position = isReversed ? loop.end : loop.begin
    if loopsLeft != Loop.forever { loopsLeft -= 1 }
    if loop.end - loop.begin >= Int64(ramp) { seam.jump() }
  }

  private func openReader() throws(AhaError) -> SoundReader {
    if let reader { return reader }
    let new = try SoundReader(stream, sampleRate: sampleRate, fold: fold)
    new.converter = converter
    if position > 0 { try new.seek(to: position) }
    reader = new
    return new
  }

  /// Marks the end of the stream.
  private func finish() {
    link.value.end.store(link.value.written.load(ordering: .relaxed), ordering: .releasing)
  }
}
