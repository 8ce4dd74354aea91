import AhaBase
import AhaCodec
import Synchronization

extension Recorder {
  public struct Status {
    public var state = State.ready
    public var reason = Reason.none
    public var result = ResultCode.ok
    /// Frames of the take so far, at the engine's rate.
    public var frames: Int64 = 0
    /// Engine frame of the first frame.
    public var firstFrame: Int64 = 0
    /// Frames replaced by silence because the disk was too slow.
    public var overrun: Int64 = 0
    /// Frames that were rendered but are not in the file.
    public var lost: Int64 = 0
    public var bytes: Int64 = 0
    /// Seconds until the disk guard stops the take; -1: not known yet.
    public var remaining: Int64 = -1
    public var fileCount = 0
  }

  public var status: Status {
    var now = Status()
    let (ending, files) = lock.locked { (self.ending, paths.count) }
    now.fileCount = files
    now.reason = ending?.reason ?? .none
    now.result = ending?.error?.code ?? .ok
    now.state = state(ending)
    now.overrun = tap.value.overrun.load(ordering: .relaxed)
    now.lost = lost.load(ordering: .relaxed)
    now.bytes = bytesFiled.load(ordering: .relaxed)
    now.remaining = remaining.load(ordering: .relaxed)
    now.firstFrame = tap.value.firstFrame.load(ordering: .relaxed)
    now.frames = ending == nil ? recorded : lock.locked { framesStored }
    return now
  }

  private func state(_ ending: Ending?) -> State {
    if ending != nil { return .finished }
    switch RecorderTap.Phase(rawValue: tap.value.shownPhase.load(ordering: .acquiring)) {
    case .recording: return .recording
    case .paused: return .paused
    case .ended: return .finishing
    default: return engine.lock.locked { control.isStarted } ? .waiting : .ready
    }
  }

  /// Frames that the renderer passed to the take.
  var recorded: Int64 {
    let begin = tap.value.begin.load(ordering: .acquiring)
    if begin < 0 { return 0 }
    return tap.value.written.load(ordering: .acquiring) - begin
      + tap.value.overrun.load(ordering: .relaxed)
  }

  /// Highest sample of each side since the last call; 1 is full scale.
  public func peak() -> (left: Float, right: Float) {
    (
      Float(bitPattern: tap.value.peakLeft.exchange(0, ordering: .relaxed)),
      Float(bitPattern: tap.value.peakRight.exchange(0, ordering: .relaxed))
    )
  }

  /// A file of the take. Errors: `invalidArgument`.
  public func path(at index: Int) throws(AhaError) -> FilePath {
    let all = lock.locked { paths }
    guard all.indices.contains(index) else {
      throw AhaError(.invalidArgument, "index \(index): the take has \(all.count) files")
    }
    return all[index]
  }

  /// The take as a sound. Errors: `state` (not finished, or nothing was recorded), those of
  /// loading. Threads: any; takes long.
  public func loadTake(_ options: Sound.Options) throws(AhaError) -> Sound {
    let (ending, all, stored) = lock.locked { (self.ending, paths, framesStored) }
    guard ending != nil else { throw AhaError(.state, "\(path.text) is still being recorded") }
    guard stored > 0 else { throw AhaError(.state, "nothing was recorded to \(path.text)") }
    guard all.count > 1 else {
      return try engine.loadSound(FileStream(reading: all[0]), options)
    }
    if options.mode == .streamed {
      throw AhaError(.unsupported, "a take of \(all.count) files can be resident only")
    }
    return try loadParts(all)
  }

  private func loadParts(_ paths: [FilePath]) throws(AhaError) -> Sound {
    var options = Sound.Options()
    options.mode = .resident
    let whole = try SampleBuffer(channels: min(2, settings.channels), frames: 0)
    var format: SourceFormat?
    var sourceFrames: Int64 = 0
    for path in paths {
      let part = try Sound.load(
        FileStream(reading: path), options: options, sampleRate: engine.settings.sampleRate
      ) { _, _ in true }
      guard case .resident(let buffer) = part.content, buffer.channels == whole.channels else {
        throw AhaError(.damaged, "\(path.text) differs from the recorded frames")
      }
      let start = whole.frames
      try whole.resize(frames: start + buffer.frames)
      for channel in 0..<whole.channels {
        (whole.plane(channel) + start).copy(buffer.plane(channel))
      }
      sourceFrames += part.facts.frames
      format = format ?? part.facts.format
    }
    guard let format else { throw AhaError(.state, "the take has no files") }
    let facts = Sound.Facts(format: format, frames: sourceFrames)
    return Sound(engine: engine, loaded: Sound.Loaded(content: .resident(whole), facts: facts))
  }
}
