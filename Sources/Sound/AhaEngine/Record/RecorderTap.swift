import AhaBase
import AhaDSP
import CShims
import Synchronization

/// Frames that the renderer could not pass on, and their position.
struct TapGap: BitwiseCopyable {
  /// Count of frames passed before the gap.
  let position: Int64
  let frames: Int64
}

/// Wait-free tap of a recorder on a bus: the renderer writes frames to a ring, the recorder's
/// thread reads them.
///
/// Layout: interleaved; frame n is at n modulo the capacity. Threads: fields belong to the renderer
/// unless the comment names another thread.
struct RecorderTap: ~Copyable {
  enum Phase: UInt32 {
    case ready = 0
    case recording, paused, ended
  }

  static let never = Int64.max
  static let now = Int64.min

  let samples: Floats
  let capacity: Int64
  let channels: Int
  let preRoll: Int64
  let gaps: Ring<TapGap>
  var next: Reference<RecorderTap>?

  private var phase = Phase.ready
  /// Engine frame of the next frame; -1: no frame arrived yet.
  private var label: Int64 = -1
  private var startAt = RecorderTap.never
  private var stopAt = RecorderTap.never
  /// Frames lost since the ring was full.
  private var gap: Int64 = 0

  // Written by the renderer, read by all threads.
  let written = Atomic<Int64>(0)
  /// Ring position of the take's first frame; -1 before the start.
  let begin = Atomic<Int64>(-1)
  /// Engine frame of the take's first frame, pre-roll included, and of `start`.
  let firstFrame = Atomic<Int64>(0)
  let startFrame = Atomic<Int64>(0)
  let endFrame = Atomic<Int64>(0)
  let shownPhase = Atomic<UInt32>(0)
  let overrun = Atomic<Int64>(0)
  let peakLeft = Atomic<UInt32>(0)
  let peakRight = Atomic<UInt32>(0)
  /// True after the renderer's last access.
  let isDetached = Atomic<Bool>(false)

  // Written by the recorder's thread.
  let read = Atomic<Int64>(0)
  /// True if no more frames are needed.
  let isClosed = Atomic<Bool>(false)

  init(samples: Floats, capacity: Int, channels: Int, preRoll: Int, gaps: Ring<TapGap>) {
    self.samples = samples
    self.gaps = gaps
    self.capacity = Int64(capacity)
    self.channels = channels
    self.preRoll = Int64(preRoll)
  }

  /// True if the renderer passes no more frames. Threads: any.
  var hasEnded: Bool { shownPhase.load(ordering: .acquiring) == Phase.ended.rawValue }

  // MARK: Requests of the control threads

  @_noLocks
  mutating func start(at frame: Int64) {
    if phase == .ready { startAt = frame }
  }

  @_noLocks
  mutating func stop(at frame: Int64) {
    guard phase != .ended else { return }
    stopAt = frame
    if frame == RecorderTap.now { end(at: max(0, label)) }
  }

  @_noLocks
  mutating func pause() {
    if phase == .recording { enter(.paused) }
  }

  @_noLocks
  mutating func resume() {
    if phase == .paused { enter(.recording) }
  }

  @_noLocks
  private mutating func enter(_ phase: Phase) {
    self.phase = phase
    shownPhase.store(phase.rawValue, ordering: .releasing)
  }

  // MARK: Frames

  /// Receives the output of the bus. With more than two channels, `left` is the first of them, and
  /// `stride` is their count.
  /// - Parameter label: Engine frame at which the first frame is audible. If a bus's latency
  ///   changes, labels jump: missing frames become silence, repeated ones are dropped.
  @_noLocks
  mutating func feed(left: Floats, right: Floats, stride: Int, frames: Int, label first: Int64) {
    guard phase != .ended, !isClosed.load(ordering: .relaxed) else { return }
    if label < 0 { label = first }
    if first > label {
      let missing = first - label
      label = first
      pass(
        left: nil, right: nil, stride: 0, frames: Int(min(missing, capacity)), from: first - missing
      )
    }
    let known = Int(min(Int64(frames), label - first))
    label += Int64(frames - known)
    pass(
      left: left + known * stride, right: right + known * stride, stride: stride,
      frames: frames - known,
      from: first + Int64(known))
  }

  /// Passes the frames between start and stop.
  @_noLocks
  private mutating func pass(
    left: Floats?, right: Floats?, stride: Int, frames: Int, from first: Int64
  ) {
    var done = 0
    while done < frames {
      let now = first + Int64(done)
      if phase == .ready, startAt <= now { begin(at: now) }
      if stopAt <= now { return end(at: now) }
      var count = Int64(frames - done)
      if phase == .ready { count = min(count, startAt &- now) }
      count = min(count, stopAt &- now)
      let isWanted = phase == .ready ? preRoll > 0 : phase == .recording
      let offset = done * stride
      if let left, let right {
        measure(left: left + offset, right: right + offset, stride: stride, frames: Int(count))
        if isWanted {
          push(left: left + offset, right: right + offset, stride: stride, frames: count)
        }
      } else if isWanted {
        push(left: nil, right: nil, stride: 0, frames: count)
      }
      done += Int(count)
    }
    // The take ends here, so that no further render is needed.
    if stopAt <= first + Int64(frames) { end(at: first + Int64(frames)) }
  }

  @_noLocks
  private mutating func begin(at frame: Int64) {
    let position = written.load(ordering: .relaxed)
    let before = min(preRoll, position)
    startFrame.store(frame, ordering: .relaxed)
    firstFrame.store(frame - before, ordering: .relaxed)
    begin.store(position - before, ordering: .releasing)
    enter(.recording)
  }

  @_noLocks
  private mutating func end(at frame: Int64) {
    let position = written.load(ordering: .relaxed)
    if gap > 0, gaps.push(TapGap(position: position, frames: gap)) { gap = 0 }
    endFrame.store(frame, ordering: .relaxed)
    enter(.ended)
  }

  @_noLocks
  private mutating func push(left: Floats?, right: Floats?, stride: Int, frames: Int64) {
    let position = written.load(ordering: .relaxed)
    let space = capacity - (position - read.load(ordering: .acquiring))
    // After an overflow, resumes only with space for a while: few long gaps instead of many short
    // ones.
    if gap > 0, space < capacity / 8 { return lose(frames) }
    if gap > 0, !gaps.push(TapGap(position: position, frames: gap)) { return lose(frames) }
    gap = 0
    let count = min(frames, space)
    for frame in 0..<Int(count) {
      let index = Int((position + Int64(frame)) % capacity) * channels
      samples[index] = left?[frame * stride] ?? 0
      if channels > 1 { samples[index + 1] = right?[frame * stride] ?? 0 }
      if channels > 2 {
        for channel in 2..<channels {
          samples[index + channel] = left?[frame * stride + channel] ?? 0
        }
      }
    }
    written.store(position + count, ordering: .releasing)
    if count < frames { lose(frames - count) }
  }

  @_noLocks
  private mutating func lose(_ frames: Int64) {
    gap += frames
    overrun.wrappingAdd(frames, ordering: .relaxed)
  }

  @_noLocks
  private func measure(left: Floats, right: Floats, stride: Int, frames: Int) {
    var peak = StereoGain(left: 0, right: 0)
    for pair in 0..<max(1, channels / 2) {
      for frame in 0..<frames {
        peak.left = max(peak.left, abs(left[frame * stride + 2 * pair]))
        peak.right = max(peak.right, abs(right[frame * stride + 2 * pair]))
      }
    }
    peakLeft.max(peak.left.bitPattern, ordering: .relaxed)
    peakRight.max(peak.right.bitPattern, ordering: .relaxed)
  }
}
