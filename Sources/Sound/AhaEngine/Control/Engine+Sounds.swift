import AhaBase
import AhaCodec
import Synchronization

extension Engine {
  /// Makes a resident sound of interleaved frames. Errors: `outOfMemory`, `unsupported`.
  public func makeSound(
    interleaved: Floats, frames: Int, channels: Int, sampleRate: Int, keepsChannels: Bool = false
  ) throws(AhaError) -> Sound {
    if keepsChannels { try Sound.requireCount(ofChannels: channels) }
    let fold = ChannelFold(downmixing: channels)
    let buffer = try convert(
      interleaved: interleaved, frames: frames, channels: channels, from: sampleRate,
      to: settings.sampleRate,
      fold: keepsChannels ? ChannelFold(keeping: channels) : fold)
    let facts = Sound.Facts(
      format: .memory(frames: Int64(frames), channels: channels, sampleRate: sampleRate),
      frames: Int64(frames))
    if keepsChannels {
      return Sound(
        engine: self, loaded: try Sound.Loaded(whole: buffer, fold: fold, facts: facts))
    }
    return Sound(engine: self, loaded: Sound.Loaded(content: .resident(buffer), facts: facts))
  }

  /// Makes a resident sound of the host's planes at the engine's rate. They are read in place, or
  /// copied without invalid samples if they have any.
  /// - Parameter release: Called when no player and no sound reads the planes anymore.
  /// Errors: `outOfMemory`.
  public func makeSound(
    borrowing left: Floats, right: Floats?, release: @escaping () -> Void
  ) throws(AhaError) -> Sound {
    let channels = right == nil ? 1 : 2
    let frames = left.count
    var buffer = SampleBuffer(borrowing: left, right: right, release: release)
    for channel in 0..<channels where hasInvalid(buffer.plane(channel), count: frames) {
      buffer = try buffer.silenced()
      break
    }
    let facts = Sound.Facts(
      format: .memory(
        frames: Int64(frames), channels: channels, sampleRate: settings.sampleRate),
      frames: Int64(frames))
    return Sound(engine: self, loaded: Sound.Loaded(content: .resident(buffer), facts: facts))
  }

  /// Queues work and posts its end as an event. Calls `afterwards` before the job is finished.
  func runJob(
    _ work: @escaping JobQueue.Work, prepare: (Job) throws(AhaError) -> Void,
    afterwards: @escaping (Job.Outcome) -> Void
  ) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try jobs.run(job, work: work) { [unowned(unsafe) self] outcome in
      afterwards(outcome)
      let event = HostEvent(ended: job, outcome: outcome, at: position)
      job.finish(outcome) { post(event) }
    }
  }
}

extension HostEvent {
  init(ended job: Job, outcome: Job.Outcome, at frame: Int64) {
    self.init(kind: .jobFinished)
    self.frame = frame
    source = job.tag.load(ordering: .relaxed)
    if case .failure(let error) = outcome {
      result = error.code
      line = error.line
    }
  }
}
