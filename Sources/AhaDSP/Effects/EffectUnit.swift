import AhaBase
import CShims

/// An effect as the renderer runs it: a kernel, its parameters on their way, and how much of it is
/// heard.
///
/// Thread: `init` and `free` on a control thread, the rest on the audio thread. It gives the same
/// samples however its frames are cut into calls.
public struct EffectUnit {
  /// Frames between two looks at the parameters, at most.
  public static let cell = 64

  public let kind: EffectKind
  public let latency: Int
  /// Frames taken in of the latency's; nothing comes out before all were.
  public private(set) var absorbed = 0
  let kernel: KernelBox
  let lanes: UnsafeMutablePointer<Lane>
  let values: UnsafeMutablePointer<Float>
  let laneCount: Int
  private let ramp: Int

  /// Frames of the present cell to go; 0 while nothing moves.
  var cellLeft = 0
  var cellLength = 0
  var isMoving = true
  /// 1: the effect is heard, 0: what it got, delayed by its latency.
  private var presence = Ramp(1)
  private var isBypassed = false
  private var isLeaving = false
  private var dry: DryDelay
  /// Input has passed that the kernel did not get: what it gets next begins with an edge.
  private var missesInput = false
  private var isShut = false
  /// Frames until a kernel that changes nothing is done with what it heard before, and sleeps; 0:
  /// it does; -1: it changes something.
  private var sleepIn = -1

  /// - Parameter ramp: Frames in which it comes in and goes out.
  /// Errors: `outOfMemory`.
  public init(
    _ kind: EffectKind, sampleRate: Int, ramp: Int, values given: [Float]
  ) throws(AhaError) {
    let specs = EffectRegistry.spec(kind).parameters
    self.kind = kind
    self.ramp = ramp
    kernel = try KernelBox(kind, sampleRate: sampleRate)
    latency = kernel.latency
    do throws(AhaError) { dry = try DryDelay(frames: latency) } catch {
      kernel.free()
      throw error
    }
    laneCount = specs.count
    lanes = .allocate(capacity: laneCount)
    values = .allocate(capacity: laneCount)
    for (index, spec) in specs.enumerated() {
      (lanes + index).initialize(to: Lane(spec, value: given[index], sampleRate: sampleRate))
      (values + index).initialize(to: given[index])
    }
    kernel.aim(values, over: 0)
    isMoving = false
  }

  public func free() {
    kernel.free()
    dry.free()
    lanes.deallocate()
    values.deallocate()
  }

  public var tail: Int {
    @_noLocks get { kernel.tail }
  }

  // MARK: Cells

  @_noLocks
  mutating func moveLanes(_ frames: Int) {
    isMoving = false
    for index in 0..<laneCount where lanes[index].isMovingOrStale {
      values[index] = lanes[index].advance(frames)
      if lanes[index].isMoving { isMoving = true }
    }
  }

  /// Where the parameters are to be at the end of the next cell; returns its length. A step is a
  /// fade over the ramp.
  @_noLocks
  private mutating func beginCell() -> Int {
    var length = EffectUnit.cell
    var jumps = true
    var steps = false
    for index in 0..<laneCount {
      if lanes[index].hasStepped { steps = true }
      guard lanes[index].isMoving else { continue }
      jumps = false
      if lanes[index].frames > 0 { length = min(length, lanes[index].frames) }
    }
    if steps {
      length = ramp
      jumps = false
    }
    moveLanes(length)
    kernel.aim(values, over: jumps ? 0 : length)
    cellLength = length
    return jumps ? 0 : length
  }

  // MARK: Coming and going

  /// In from nothing, over the ramp.
  @_noLocks
  public mutating func enter() {
    isLeaving = false
    missesInput = true
    presence.jump(to: 0)
    fadePresence()
  }

  /// Out over the ramp, for good.
  @_noLocks
  public mutating func leave() {
    isLeaving = true
    fadePresence()
  }

  @_noLocks
  public mutating func bypass(_ bypassed: Bool) {
    isBypassed = bypassed
    fadePresence()
  }

  @_noLocks
  private mutating func fadePresence() {
    let goal: Float = isBypassed ? 0 : isLeaving ? 0 : 1
    if presence.target != goal { presence.go(to: goal, over: ramp) }
  }

  /// Frames until it has come in or gone out; 0: nothing fades.
  public var fadeFrames: Int {
    @_noLocks get { presence.frames }
  }

  /// Has gone out for good: only its latency is left of it.
  public var isGone: Bool {
    @_noLocks get {
      guard isLeaving, presence.isSteady else { return false }
      return presence.value == 0
    }
  }

  /// As new, but for the parameters.
  @_noLocks
  public mutating func reset() {
    kernel.reset()
    dry.clear()
    presence.jump(to: presence.target)
    absorbed = 0
    missesInput = false
    isShut = false
    if isMoving { return }
    cellLeft = 0
  }

  /// As new in the middle of a signal.
  @_noLocks
  public mutating func recover() {
    reset()
    missesInput = true
  }

  /// Closes or opens the way into delay lines over the ramp, around a step of the input that is to
  /// have no echo.
  @_noLocks
  public mutating func shutInput(_ shuts: Bool) {
    guard isShut != shuts else { return }
    isShut = shuts
    kernel.gateInput(to: shuts ? 0 : 1, over: ramp)
  }

  // MARK: Audio

  /// Takes in the first frames, which give no output. Precondition: absorbed + frames <= latency.
  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    kernel.absorb(audio, frames: frames)
    dry.pass(audio, to: nil, frames: frames)
    absorbed += frames
  }

  /// The next frames, in place. Precondition: absorbed == latency.
  /// - Parameter scratch: Room for as many frames; its content does not matter.
  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int, scratch: StereoTarget) {
    var done = 0
    while done < frames {
      if cellLeft == 0, isMoving { cellLeft = beginCell() }
      if latency == 0 { watchForSleep() }
      var count = frames - done
      if sleepIn > 0 { count = min(count, sleepIn) }
      if cellLeft > 0 { count = min(count, cellLeft) }
      if presence.frames > 0 { count = min(count, presence.frames) }
      processPiece(audio.advanced(by: done), count, scratch)
      if cellLeft > 0 { cellLeft -= count }
      done += count
    }
  }

  @_noLocks
  private mutating func processPiece(
    _ audio: StereoTarget, _ frames: Int, _ scratch: StereoTarget
  ) {
    if latency == 0 {
      processPrompt(audio, frames, scratch)
    } else {
      let isWhole = presence.isSteady && presence.value == 1
      dry.pass(audio.source, to: isWhole ? nil : scratch, frames: frames)
      kernel.process(audio, frames: frames)
      if !isWhole { blend(scratch.source, audio, frames) }
    }
  }

  /// Without latency a kernel that is not heard need not run; it begins as new when it is again.
  @_noLocks
  private mutating func processPrompt(
    _ audio: StereoTarget, _ frames: Int, _ scratch: StereoTarget
  ) {
    if presence.isSteady {
      if presence.value == 1 { runAwake(audio, frames) } else { missesInput = true }
      return
    }
    shim_copy(scratch.left, audio.left, frames * MemoryLayout<Float>.stride)
    shim_copy(scratch.right, audio.right, frames * MemoryLayout<Float>.stride)
    runKernel(audio, frames)
    blend(scratch.source, audio, frames)
    if presence.isSteady, presence.value == 0 { restKernel() }
  }

  /// A kernel without latency. Its delay lines would repeat the edge of what it did not get, so
  /// that fades in.
  @_noLocks
  private mutating func runKernel(_ audio: StereoTarget, _ frames: Int) {
    if missesInput {
      missesInput = false
      kernel.gateInput(to: 0, over: 0)
      if !isShut { kernel.gateInput(to: 1, over: ramp) }
    }
    kernel.process(audio, frames: frames)
  }

  /// Counts down to sleep, from the frame on at which the kernel began to change nothing.
  @_noLocks
  private mutating func watchForSleep() {
    guard !isMoving, kernel.isNeutral else {
      sleepIn = -1
      return
    }
    if sleepIn < 0 { sleepIn = kernel.tail + 1 }
  }

  @_noLocks
  private mutating func runAwake(_ audio: StereoTarget, _ frames: Int) {
    if sleepIn == 0 {
      missesInput = true
      return
    }
    runKernel(audio, frames)
    guard sleepIn > 0 else { return }
    sleepIn -= frames
    if sleepIn == 0 { restKernel() }
  }

  /// The kernel sleeps. It may wake with the next frame, so its input fades in from here on.
  @_noLocks
  private mutating func restKernel() {
    kernel.reset()
    missesInput = true
  }

  /// audio = dry + (audio - dry) * presence
  @_noLocks
  private mutating func blend(_ dry: StereoSource, _ audio: StereoTarget, _ frames: Int) {
    if presence.isSteady {
      shim_copy(audio.left, dry.left, frames * MemoryLayout<Float>.stride)
      shim_copy(audio.right, dry.right, frames * MemoryLayout<Float>.stride)
      return
    }
    var share = presence.value
    for frame in 0..<frames {
      share += presence.step
      audio.left[frame] = dry.left[frame] + (audio.left[frame] - dry.left[frame]) * share
      audio.right[frame] = dry.right[frame] + (audio.right[frame] - dry.right[frame]) * share
    }
    presence.advance(frames, reached: share)
  }
}
