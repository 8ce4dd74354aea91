import AhaBase
import AhaCodec
import AhaDSP

/// Options of a stretched copy of a sound.
public struct StretchOptions {
  public var speed: Float = 1
  public var cents: Float = 0
  public var keepsFormants = false
  public var formantCents: Float = 0

  public init() {}
}

extension Sound {
  /// Starts a job that makes a resident copy of this sound at another speed or pitch. `prepare`
  /// receives the job before any event about it. Errors: `state` (not loaded); those of the job:
  /// `outOfMemory`, `limit`, reading errors, `cancelled`.
  public func startStretch(
    _ options: StretchOptions, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) -> Sound {
    let source = try loaded()
    let copy = Sound(engine: engine)
    let rate = rate(of: source)
    guard (8000...192_000).contains(rate) else {
      throw AhaError(.unsupported, "a sound at its own rate of \(rate) Hz cannot be stretched")
    }
    try engine.runJob(
      { (job) throws(AhaError) in
        job.enter(.rendering)
        let buffer = try stretch(source.content, sampleRate: rate, options: options, job: job)
        let facts = Facts(
          format: .memory(
            frames: Int64(buffer.frames), channels: buffer.channels, sampleRate: rate),
          frames: Int64(buffer.frames))
        copy.finishLoading(
          Loaded(content: .resident(buffer), facts: facts, ownRate: source.ownRate))
      }, prepare: prepare
    ) { outcome in
      if case .failure(let error) = outcome { copy.failLoading(error) }
    }
    return copy
  }
}

/// Stretches the frames of a sound.
private func stretch(
  _ content: Sound.Content, sampleRate: Int, options: StretchOptions, job: Job
) throws(AhaError) -> SampleBuffer {
  let speed = Double(options.speed)
  let length = (Double(content.length) / speed).rounded()
  guard length <= Double(Sound.maximumFrames) else {
    throw AhaError(.limit, "a sound of \(Int64(length)) frames is too long to keep in memory")
  }
  // Touching all of a long sound's memory first would take a second, without a look for a cancel.
  let output = try SampleBuffer(
    channels: content.channels, frames: max(1, Int(length)), isTouched: false)
  var stretcher = try Stretcher(
    sampleRate: sampleRate, speed: speed, cents: options.cents,
    keepsFormants: options.keepsFormants, formantCents: options.formantCents)
  defer { stretcher.free() }
  let input = try PlanarCursor(content)
  // Both sides of a mono sound are equal.
  let target = StereoTarget(left: output.plane(0), right: output.plane(content.channels - 1))
  var done = 0
  while done < Int(length), !stretcher.isOver {
    try job.throwIfCancelled()
    try input.feed(&stretcher)
    let count = min(4096, Int(length) - done)
    done += stretcher.pull(target.advanced(by: done), frames: count)
    job.report(frames: Int64(done), of: Int64(length))
  }
  return output
}

/// Reads a sound from beginning to end into a stretcher, as its input buffer allows.
private final class PlanarCursor {
  private static let portion = 4096

  private let cursor: SoundCursor
  private let channels: Int
  private let interleaved: SampleBuffer
  private let planes: SampleBuffer
  /// Frames in `planes`, and count of those already read.
  private var count = 0
  private var taken = 0

  init(_ content: Sound.Content) throws(AhaError) {
    channels = content.channels
    cursor = try SoundCursor(content, at: 0)
    interleaved = try SampleBuffer(channels: 1, frames: PlanarCursor.portion * channels)
    planes = try SampleBuffer(channels: channels, frames: PlanarCursor.portion)
  }

  func feed(_ stretcher: inout Stretcher) throws(AhaError) {
    while true {
      if taken == count { try read() }
      if count == 0 {
        stretcher.finish()
        return
      }
      let source = StereoSource(left: planes.plane(0), right: planes.plane(channels - 1))
      let pushed = stretcher.push(source.advanced(by: taken), frames: count - taken)
      if pushed == 0 { return }
      taken += pushed
    }
  }

  private func read() throws(AhaError) {
    count = try cursor.read(into: interleaved.plane(0), count: PlanarCursor.portion)
    taken = 0
    separate(
      interleaved.plane(0), count: count, channels: channels, left: planes.plane(0),
      right: channels == 2 ? planes.plane(1) : nil)
  }
}
