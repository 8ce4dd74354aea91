import CAha
import CCli

/// What a mix came to.
struct MixResult {
  /// The file as it reads back; nil when it can't be read.
  let info: aha_sound_info?
  let bytes: UInt64
  /// Highest sample of the mix, in decibels of full scale.
  let peak: Double
  let elapsedSeconds: Double
  /// Samples that were NaN or infinite and became silence.
  let nonfiniteSamples: UInt64
}

extension MixSession {
  /// Renders to the file or to standard output.
  func render() throws(Failure) -> MixResult {
    defer { progress.clear() }
    if request.toStandardOutput { return try renderToStandardOutput() }
    var job: OpaquePointer?
    var options = request.file.encodeOptions
    let result = withCString(request.output) {
      aha_render_save(engine.pointer, $0, frameCount(), &options, &job)
    }
    try finish(try Handle(job, aha_job_release, result, .output, about: request.output))
    let info = try? fileInfo(request.output, engine)
    return mixResult(info, bytes: info?.file_bytes ?? 0)
  }

  private func renderToStandardOutput() throws(Failure) -> MixResult {
    let stream = try Handle.memory(about: request.output)
    var job: OpaquePointer?
    var options = request.file.encodeOptions
    let result = aha_render_save_stream(
      engine.pointer, stream.pointer, frameCount(), &options, &job)
    try finish(try Handle(job, aha_job_release, result, .output, about: request.output))
    let bytes = try bytes(of: stream, about: request.output)
    console.write(bytes)
    return mixResult(memoryInfo(stream, engine), bytes: UInt64(bytes.count))
  }

  /// 0, until nothing plays any more, when no length was asked for.
  private func frameCount() -> UInt64 {
    guard let seconds = request.seconds else { return 0 }
    let rate = Double(aha_engine_sample_rate(engine.pointer))
    return max(1, UInt64((seconds * rate).rounded()))
  }

  /// Waits for the job; a track that can't be read to its end fails the mix.
  private func finish(_ job: Handle) throws(Failure) {
    var streamFailure: Failure?
    let result = console.wait(for: job) {
      self.tell(job)
      if streamFailure == nil { streamFailure = self.nextStreamFailure() }
      if streamFailure != nil { aha_job_cancel(job.pointer) }
    }
    if let failure = streamFailure ?? nextStreamFailure() { throw failure }
    if Int(result) == AHA_ERROR_CANCELLED { try refuseInterrupted() }
    try check(result, .output, about: request.output)
  }

  private func tell(_ job: Handle) {
    let now = jobProgress(job)
    progress.tell(shown(aha_job_stage(job.pointer)), now.fraction, frames: now.frames_done)
  }

  private func nextStreamFailure() -> Failure? {
    var event = aha_event_init()
    while Int(aha_engine_next_event(engine.pointer, &event)) == AHA_OK {
      guard Int(event.kind) == AHA_EVENT_STREAM_FAILED else { continue }
      return streamFailure(event)
    }
    return nil
  }

  private func mixResult(_ info: aha_sound_info?, bytes: UInt64) -> MixResult {
    var meter = aha_bus_meter_init()
    _ = aha_bus_get_meter(aha_engine_master_bus(engine.pointer), &meter)
    var stats = aha_engine_stats_init()
    _ = aha_engine_get_stats(engine.pointer, &stats)
    return MixResult(
      info: info, bytes: bytes, peak: cli_decibels(Double(max(meter.peak_left, meter.peak_right))),
      elapsedSeconds: progress.elapsedSeconds, nonfiniteSamples: stats.nonfinite_samples)
  }
}
