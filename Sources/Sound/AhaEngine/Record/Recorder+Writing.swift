import AhaBase
import AhaCodec
import Synchronization

// Writes frames from the ring to the file. Invariant: caller holds `drainLock`.
extension Recorder {
  /// Writes the frames that the renderer passed. A failure ends the take.
  func drain() {
    guard failure == nil else { return }
    do throws(AhaError) {
      try drainFrames()
    } catch {
      fail(error)
    }
  }

  private func drainFrames() throws(AhaError) {
    let begin = tap.value.begin.load(ordering: .acquiring)
    if begin < 0 { return forgetOld() }
    if !hasBegun { enterTake(begin) }
    while failure == nil {
      let written = tap.value.written.load(ordering: .acquiring)
      if pendingGap == nil { pendingGap = tap.value.gaps.pop() }
      let read = tap.value.read.load(ordering: .relaxed)
      let limit = min(written, pendingGap?.position ?? written)
      if let gap = pendingGap, gap.position <= read {
        pendingGap = nil
        if gap.position >= begin { try fill(gap) }
        continue
      }
      if limit <= read { return }
      let index = read % capacity
      let count = min(limit - read, capacity - index, Int64(Recorder.portion))
      try write(ring.plane(0) + Int(index) * settings.channels, count: Int(count))
      tap.value.read.store(read + count, ordering: .releasing)
    }
  }

  /// Before the start, only the pre-roll stays in the ring.
  private func forgetOld() {
    let written = tap.value.written.load(ordering: .acquiring)
    let read = tap.value.read.load(ordering: .relaxed)
    tap.value.read.store(max(read, written - tap.value.preRoll), ordering: .releasing)
  }

  private func enterTake(_ begin: Int64) {
    hasBegun = true
    let read = tap.value.read.load(ordering: .relaxed)
    tap.value.read.store(max(read, begin), ordering: .releasing)
    let start = tap.value.startFrame.load(ordering: .relaxed)
    let first = tap.value.firstFrame.load(ordering: .relaxed)
    post(.recorderStarted, at: start, value: start - first, line: path.text)
  }

  /// Replaces frames that the disk was too slow for with silence, so that later frames keep their
  /// position.
  private func fill(_ gap: TapGap) throws(AhaError) {
    gapFrames += gap.frames
    post(
      .recorderOverrun, value: gap.frames,
      line: "\(gap.frames) frames of \(path.text) are silence: the disk was too slow")
    var left = gap.frames
    while left > 0, failure == nil {
      let count = min(left, Int64(Recorder.portion))
      try write(silence.plane(0), count: Int(count))
      left -= count
    }
  }

  private func write(_ samples: Floats, count: Int) throws(AhaError) {
    var done = 0
    while done < count {
      if partLeft <= 0 { try beginPart() }
      guard let file else { return }
      let size = Int(min(Int64(count - done), partLeft))
      try file.write(samples + done * settings.channels, count: size)
      framesFiled += Int64(size)
      if partLeft != .max { partLeft -= Int64(size) }
      done += size
    }
    if options.splitBytes > 0, settings.bytesPerFrame == nil, let file,
      file.bytes >= options.splitBytes
    {
      partLeft = 0
    }
  }

  // MARK: Parts

  func setPartLimit() {
    var limit = options.splitFrames > 0 ? options.splitFrames : Int64.max
    let bytes = options.splitBytes > 0 ? options.splitBytes : Int64.max
    if let frames = settings.frames(within: bytes) { limit = min(limit, max(1, frames)) }
    // Unlimited, for a container without a length limit.
    partLeft = limit > 1 << 56 ? .max : limit
  }

  /// Completes the file and continues in the next one.
  private func beginPart() throws(AhaError) {
    guard let old = file else { return }
    let next = try makePart()
    file = next
    setPartLimit()
    lock.locked { paths.append(next.path) }
    post(
      .recorderSplit, at: tap.value.firstFrame.load(ordering: .relaxed) + framesFiled,
      value: Int64(paths.count), line: next.path.text)
    finished.append(old)
    do throws(AhaError) {
      try old.finish()
    } catch {
      framesFiled -= old.frames - old.salvage()
      throw error
    }
  }

  /// Finds the next free name.
  private func makePart() throws(AhaError) -> TakeFile {
    while true {
      partNumber += 1
      do throws(AhaError) {
        return try TakeFile(
          path.inserting("-\(partNumber)"), settings: settings, replaces: options.replaces,
          world: options.world)
      } catch {
        let isTaken = error.code == .exists || error.code == .state
        if !isTaken || partNumber > Recorder.maxParts { throw error }
      }
    }
  }

  private static let maxParts = 99_999

  // MARK: Failures

  /// Ends the take with the frames written so far.
  func fail(_ error: AhaError) {
    tap.value.isClosed.store(true, ordering: .releasing)
    let reason: Reason = error.code == .diskFull ? .diskFull : .failed
    failure = Ending(reason: reason, error: error)
  }

  /// Posts an event of this recorder.
  func post(
    _ kind: EventKind, at frame: Int64? = nil, result: ResultCode = .ok, value: Int64, line: String,
    with change: () -> Void = {}
  ) {
    engine.post(
      HostEvent(
        kind: kind, result: result, frame: frame ?? engine.position,
        source: tag.load(ordering: .relaxed), value: value, line: line), with: change)
  }
}

extension EventKind {
  public static let recorderStarted = EventKind(40)
  public static let recorderFinished = EventKind(41)
  public static let recorderOverrun = EventKind(42)
  public static let recorderDiskLow = EventKind(43)
  public static let recorderDiskFull = EventKind(44)
  public static let recorderSplit = EventKind(45)
}
