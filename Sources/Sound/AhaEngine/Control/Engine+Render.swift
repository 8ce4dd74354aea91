import AhaBase
import AhaCodec

extension Engine {
  /// Max frames rendered between checks for cancelling.
  private static let portion = 4096
  /// Players and buses from which on each block ends with such a check.
  private static let manyMembers = 256

  private var portion: Int {
    let members = lock.locked { players.count + buses.count }
    return members > Engine.manyMembers ? Renderer.block : Engine.portion
  }

  /// Starts a job that renders to an output. The job holds the render flag until it ends.
  /// - Parameter frames: Count; 0: until no player is audible or scheduled. Errors: `state`
  ///   (another thread renders), `unsupported`; those of the job.
  public func startSaving(
    to output: Output, frames: Int64, settings: EncodeSettings,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    guard beginRendering() else { throw AhaError(.state, "a render is under way") }
    do throws(AhaError) {
      try runJob(
        { [unowned(unsafe) self] (job) throws(AhaError) in
          try save(to: output, frames: frames, settings: settings, job: job)
        }, prepare: prepare
      ) { [unowned(unsafe) self] _ in endRendering() }
    } catch {
      endRendering()
      throw error
    }
  }

  private func save(
    to output: Output, frames: Int64, settings: EncodeSettings, job: Job
  ) throws(AhaError) {
    clearStreamFailure()
    renderer.applyCommands()
    if frames == 0 { try requireEnd() }
    let writer = try OutputWriter(output, settings: settings, job: job)
    job.enter(.rendering)
    let work = settings.work(frames)
    job.report(frames: 0, of: work)
    var done: Int64 = 0
    try renderPortions(frames: frames == 0 ? nil : frames) { (samples, count) throws(AhaError) in
      try job.throwIfCancelled()
      try writer.write(samples, count: count)
      done += Int64(count)
      job.report(frames: done, of: work)
    }
    try writer.finish()
  }

  /// Renders at full speed and passes on interleaved frames, up to `portion` at a time.
  /// - Parameter frames: Count; nil: until the last player and its effects are silent.
  /// Errors: `state` (another thread renders), those of streamed sounds and of `take`.
  public func renderOffline(
    frames: Int64?, _ write: (Floats, Int) throws(AhaError) -> Void
  ) throws(AhaError) {
    guard beginRendering() else { throw AhaError(.state, "a render is under way") }
    defer { endRendering() }
    clearStreamFailure()
    renderer.applyCommands()
    try renderPortions(frames: frames, write)
  }

  private func renderPortions(
    frames: Int64?, _ write: (Floats, Int) throws(AhaError) -> Void
  ) throws(AhaError) {
    let portion = portion
    let block = try SampleBuffer(channels: 1, frames: portion * settings.channels)
    var done: Int64 = 0
    while frames.map({ done < $0 }) ?? renderer.isSounding {
      let output = block.plane(0)
      let left = frames.map { min($0 - done, Int64(portion)) }
      let count =
        left.map { renderPart(output, count: Int($0)) } ?? renderToEnd(output, portion: portion)
      try throwStreamFailure()
      guard count > 0 else { continue }
      try write(output, count)
      done += Int64(count)
    }
  }

  private func renderPart(_ output: Floats, count: Int) -> Int {
    renderWaiting(output, frames: count)
    return count
  }

  /// Renders until the last player and its effects are silent, or the portion is full.
  private func renderToEnd(_ output: Floats, portion: Int) -> Int {
    var done = 0
    while done < portion, renderer.isSounding {
      let start = renderer.clock
      renderWaiting(
        output + done * settings.channels, frames: Renderer.block, ahead: portion - done)
      let rest = max(0, min(Int64(Renderer.block), renderer.voices.lastEnd - start))
      done += renderer.isSounding ? Renderer.block : Int(rest)
    }
    return done
  }

  private func requireEnd() throws(AhaError) {
    guard renderer.isPlaying else {
      throw AhaError(.state, "nothing plays: start a player, or say how many frames")
    }
    if renderer.hasEndlessVoice {
      throw AhaError(.state, "a player loops for ever: say how many frames to render")
    }
  }
}

extension Sound {
  /// Starts a job that writes the sound to an output. Errors: `state` (not loaded), `unsupported`.
  public func startSaving(
    to output: Output, settings: EncodeSettings, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let content = try loaded().read
    let work: JobQueue.Work = { (job) throws(AhaError) in
      let writer = try OutputWriter(output, settings: settings, job: job)
      job.enter(.rendering)
      let block = try SampleBuffer(channels: 1, frames: 4096 * content.channels)
      let cursor = try SoundCursor(content, at: 0)
      var done: Int64 = 0
      while done < content.length {
        try job.throwIfCancelled()
        let left = content.length - done
        let got = try cursor.read(into: block.plane(0), count: Int(min(4096, left)))
        if got == 0 { break }
        try writer.write(block.plane(0), count: got)
        done += Int64(got)
        job.report(frames: done, of: settings.work(content.length))
      }
      try writer.finish()
    }
    try engine.runJob(work, prepare: prepare) { _ in }
  }
}

extension Job.Stage {
  public static let rendering = Job.Stage("rendering")
}
