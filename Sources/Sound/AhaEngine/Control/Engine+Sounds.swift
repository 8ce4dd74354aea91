import AhaBase
import AhaCodec
import Synchronization

extension Engine {
  /// Loads from a stream. Errors: file and format errors. Threads: any; takes long.
  public func loadSound(
    _ stream: any ByteStream, _ options: Sound.Options
  ) throws(AhaError) -> Sound {
    let loaded = try Sound.load(stream, options, sampleRate: settings.sampleRate) { _, _ in true }
    return Sound(engine: self, loaded)
  }

  /// Starts to load from a stream in a job. `prepare` gets the job before anybody can hear of it.
  public func startLoadingSound(
    _ stream: any ByteStream, _ options: Sound.Options, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) -> Sound {
    let sound = Sound(engine: self)
    let rate = settings.sampleRate
    try runJob(
      { (job) throws(AhaError) in
        job.enter(.decoding)
        let loaded = try Sound.load(
          stream, options, sampleRate: rate, until: job.cancellation
        ) { done, total in
          job.report(frames: done, of: total)
          return !job.isCancelled
        }
        job.report(bytes: loaded.facts.format.bytes)
        sound.finishLoading(loaded)
      }, prepare: prepare
    ) { outcome in
      if case .failure(let error) = outcome { sound.failLoading(error) }
    }
    return sound
  }

  /// Makes a resident sound of interleaved frames. Errors: `outOfMemory`.
  public func makeSound(
    interleaved: UnsafePointer<Float>, frames: Int, channels: Int, sampleRate: Int
  ) throws(AhaError) -> Sound {
    let buffer = try convert(
      interleaved: interleaved, frames: frames, channels: channels, from: sampleRate,
      to: settings.sampleRate)
    let facts = Sound.Facts(
      format: .memory(frames: Int64(frames), channels: channels, sampleRate: sampleRate),
      frames: Int64(frames))
    return Sound(engine: self, Sound.Loaded(content: .resident(buffer), facts: facts))
  }

  /// Queues work, tells of its end as an event, and does `afterwards` before the job counts as
  /// ended.
  func runJob(
    _ work: @escaping JobQueue.Work, prepare: (Job) throws(AhaError) -> Void,
    afterwards: @escaping (Job.Outcome) -> Void
  ) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try jobs.run(job, work) { [unowned(unsafe) self] outcome in
      afterwards(outcome)
      post(EngineEvent(ended: job, outcome, at: position))
    }
  }
}

extension EngineEvent {
  init(ended job: Job, _ outcome: Job.Outcome, at frame: Int64) {
    self.init(kind: .jobFinished)
    self.frame = frame
    source = job.tag.load(ordering: .relaxed)
    if case .failure(let error) = outcome {
      result = error.code
      line = error.line
    }
  }
}
