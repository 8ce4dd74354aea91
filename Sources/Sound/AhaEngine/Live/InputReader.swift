import AhaBase
import AhaDSP
import AhaDevice
import CShims
import Synchronization

/// Status of a live input; the renderer writes it.
struct InputStatus: ~Copyable {
  let underruns = Atomic<Int64>(0)
  let skips = Atomic<Int64>(0)
  /// Count of frames read.
  let frames = Atomic<Int64>(0)
  /// Frames between the newest captured frame and the frame being read.
  let latency = Atomic<Int64>(0)
  /// Engine frame minus capture frame, of the last frame read.
  let offset = Atomic<Int64>(0)
  /// Parts in 10^9 by which the input's clock is fast.
  let drift = Atomic<Int64>(0)
}

/// Renderer's side of a live input: reads a capture ring at the engine's clock.
///
/// It stays a distance behind the newest frame that covers the blocks of both sides. If the
/// distance is too short, it grows.
struct InputReader {
  /// Frames stored for reading.
  static let capacity = 1 << 15

  let status: Reference<InputStatus>
  private let capture: CaptureRing
  private let rate: Double
  /// True if the clocks may drift apart; otherwise the captured frames are read unchanged.
  private let follows: Bool
  private let ramp: Int
  private let planes: StereoTarget
  /// Buffer for one captured block.
  private let incoming: Floats
  private var reader: DriftReader
  /// Index one past the newest capture frame in the planes.
  private var taken: Int64
  /// Count of frames in the planes before that.
  private var held = 0
  private var distance: Int
  private var isPlaying = false
  private(set) var isLeaving = false
  private var fade = Ramp(0)
  /// The last sample read.
  private var last = StereoGain(left: 0, right: 0)

  /// Errors: `outOfMemory`.
  init(
    _ capture: CaptureRing, rate: Int, settings: EngineSettings, distance: Int, follows: Bool,
    memory: SampleBuffer, status: Reference<InputStatus>
  ) throws(AhaError) {
    self.capture = capture
    self.rate = Double(rate)
    self.follows = follows
    self.distance = distance
    self.status = status
    ramp = settings.rampFrames
    planes = StereoTarget(left: memory.plane(0), right: memory.plane(1))
    incoming = memory.plane(2)
    reader = try DriftReader(
      planes.source, capacity: InputReader.capacity, writerRate: rate,
      sampleRate: settings.sampleRate)
    taken = capture.written
  }

  /// Frames of memory that it needs, in three planes.
  static var memoryFrames: Int { capacity + DriftReader.guardFrames }

  func free() { reader.free() }

  @_noLocks
  mutating func leave() {
    isLeaving = true
    fade.go(to: 0, over: ramp)
  }

  /// True after the input's fade-out has ended.
  var isGone: Bool {
    @_noLocks get {
      guard isLeaving else { return false }
      return isPlaying ? fade.isSteady : true
    }
  }

  /// Reads the next frames into `target`; false: all of them are silent.
  /// - Parameters:
  /// - rest: Frames to read before new frames can arrive, including these.
  /// - isFirst: These are the first frames since new ones could arrive.
  /// - label: Engine frame of the first frame.
  @_noLocks
  mutating func read(
    to target: StereoTarget, frames: Int, of rest: Int, isFirst: Bool, label: Int64
  ) -> Bool {
    readCaptured()
    if !isPlaying, !begin(rest) {
      guard last.left != 0 || last.right != 0 else { return false }
      fallSilent(target, frames: frames)
      return true
    }
    if behind > Double(InputReader.capacity / 2) { skip() }
    let count = ready(frames)
    if count < frames { fade.go(to: 0, over: min(count, ramp)) }
    status.value.offset.store(label - Int64(reader.frame), ordering: .relaxed)
    if isFirst, follows { reader.follow(excess: behind - Double(distance), frames: rest) }
    reader.read(to: target, frames: count)
    BusPass.applyRamp(&fade, to: target, frames: count)
    if count > 0 {
      last = StereoGain(left: target.left[count - 1], right: target.right[count - 1])
    }
    if count < frames { starve(target.advanced(by: count), frames: frames - count) }
    report(count)
    return true
  }

  // MARK: Taking

  /// Reads the frames captured since the last call.
  @_noLocks
  private mutating func readCaptured() {
    let newest = capture.written
    let limit = Int64(InputReader.capacity / 2)
    if newest - taken > limit { lose(upTo: newest - limit) }
    while taken < newest {
      let count = Int(min(newest - taken, Int64(Renderer.block)))
      guard capture.read(incoming, count: count, from: taken) else { return lose(upTo: newest) }
      separate(count)
      taken += Int64(count)
      held = min(held + count, InputReader.capacity)
    }
  }

  @_noLocks
  private mutating func lose(upTo frame: Int64) {
    taken = frame
    held = 0
    isPlaying = false
  }

  @_noLocks
  private func separate(_ frames: Int) {
    let channels = capture.channels
    for frame in 0..<frames {
      let index = (Int(taken) &+ frame) & (InputReader.capacity &- 1)
      let left = incoming[frame &* channels]
      let right = channels > 1 ? incoming[frame &* channels &+ 1] : left
      put(left: left, right: right, at: index)
      if index < DriftReader.guardFrames {
        put(left: left, right: right, at: index &+ InputReader.capacity)
      }
    }
  }

  @_noLocks @inline(__always)
  private func put(left: Float, right: Float, at index: Int) {
    planes.left[index] = left
    planes.right[index] = right
  }

  // MARK: Distance

  /// Frames from the next frame to read up to the newest one, interpolated by the clock because
  /// frames arrive in blocks.
  private var behind: Double {
    @_noLocks get {
      let newest = Double(taken) - Double(reader.frame)
      guard follows else { return newest }
      let age = Double(shim_nanoseconds() - capture.moment) * 1e-9 * rate
      return newest + max(0, min(age, rate * 0.1))
    }
  }

  /// Begins to read after enough frames arrived.
  @_noLocks
  private mutating func begin(_ frames: Int) -> Bool {
    let wanted = distance + (follows ? DriftReader.lookAhead : frames)
    guard !isLeaving, held >= wanted else { return false }
    reader.jump(to: Int(taken) - wanted)
    if follows { reader.jump(to: reader.frame + Int(behind) - distance) }
    fade.jump(to: 0)
    fade.go(to: 1, over: ramp)
    isPlaying = true
    return true
  }

  /// Count of readable frames, at most `frames`.
  @_noLocks
  private func ready(_ frames: Int) -> Int {
    let available = Int(taken) - reader.frame
    let need = follows ? reader.need(frames) : frames
    if available >= need { return frames }
    let less = follows ? available - DriftReader.lookAhead - 2 : available
    return max(0, min(frames - 1, Int(Double(less) * Double(frames) / Double(need))))
  }

  /// Underrun: outputs silence and increases the distance.
  @_noLocks
  private mutating func starve(_ target: StereoTarget, frames: Int) {
    fallSilent(target, frames: frames)
    isPlaying = false
    held = max(0, Int(taken) - reader.frame)
    if isLeaving { return }
    status.value.underruns.wrappingAdd(1, ordering: .relaxed)
    if follows { distance = min(distance + Int(rate) / 200, Int(rate) / 4) }
  }

  /// Fades the last sample to silence without a step.
  @_noLocks
  private mutating func fallSilent(_ target: StereoTarget, frames: Int) {
    let length = min(frames, ramp)
    for frame in 0..<frames {
      let part = frame < length ? 1 - Float(frame + 1) / Float(length) : 0
      target.left[frame] = last.left * part
      target.right[frame] = last.right * part
    }
    last = StereoGain(left: 0, right: 0)
  }

  /// Skips ahead if the distance is much too long.
  @_noLocks
  private mutating func skip() {
    reader.jump(to: reader.frame + Int(behind) - distance - (follows ? 0 : Renderer.block))
    status.value.skips.wrappingAdd(1, ordering: .relaxed)
    fade.jump(to: 0)
    fade.go(to: isLeaving ? 0 : 1, over: ramp)
  }

  @_noLocks
  private func report(_ frames: Int) {
    status.value.frames.wrappingAdd(Int64(frames), ordering: .relaxed)
    status.value.latency.store(Int64(behind), ordering: .relaxed)
    status.value.drift.store(Int64(reader.drift * 1e9), ordering: .relaxed)
  }
}
