import AhaBase
import CShims

/// Convolution with an impulse response, without latency: its first samples are convolved directly,
/// the others in partitions (`ConvolutionLevel`).
///
/// The mix is equal-power (`DryWet`).
public struct ConvolutionKernel: Kernel {
  private enum Value {
    static var mix: Int { @_noLocks get { 0 } }
    static var gain: Int { @_noLocks get { 1 } }
  }

  private let impulse: Unmanaged<Impulse>
  private let memory: FloatMemory
  private let head: StereoSource
  private let levels: Buffer<ConvolutionLevel>
  private let levelCount: Int
  /// The last `ConvolutionLevel.run` frames of input, and the present ones.
  private let recent: StereoTarget
  private let wet: StereoTarget
  /// Frames of the present run.
  private var filled = 0
  /// Gains of the dry and of the wet signal.
  private var gains = VectorRamp()
  /// Gain of the input into the convolution.
  private var inflow = Ramp(1)
  private var isNew = true
  public let tail: Int

  /// With an impulse response of one sample, which changes nothing.
  public init(sampleRate: Int) throws(AhaError) {
    let one = Floats(repeating: 1, count: 1)
    defer { one.deallocate() }
    try self.init(Impulse(StereoSource(left: one, right: one), frames: 1))
  }

  /// Errors: `outOfMemory`.
  public init(_ impulse: Impulse) throws(AhaError) {
    let run = ConvolutionLevel.run
    // shim_convolve reads and writes up to `spare` frames more.
    let spare = 8
    var (planes, samples) = (4, 6 * run + 4 * spare)
    for index in 0..<impulse.levelCount {
      let level = ConvolutionLevel.memory(impulse.levels[index])
      (planes, samples) = (planes + level.planes, samples + level.samples)
    }
    var memory = try FloatMemory(planes: planes, samples: samples)
    recent = StereoTarget(left: memory.claim(2 * run + spare), right: memory.claim(2 * run + spare))
    wet = StereoTarget(left: memory.claim(run + spare), right: memory.claim(run + spare))
    levelCount = impulse.levelCount
    levels = Buffer(uninitialized: max(1, levelCount))
    for index in 0..<levelCount {
      levels.initialize(index, to: ConvolutionLevel(impulse.levels[index], memory: &memory))
    }
    self.memory = memory
    head = impulse.head
    tail = impulse.frames
    self.impulse = .passRetained(impulse)
  }

  public func free() {
    levels.deallocate()
    memory.release()
    impulse.release()
  }

  public var isNeutral: Bool {
    @_noLocks get { gains.isDry }
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let (dry, wet) = (DryWet.dry(values[Value.mix]), DryWet.wet(values[Value.mix]))
    let gain = Level.factor(db: values[Value.gain])
    gains.go(to: SIMD8(dry, wet * gain, 0, 0, 0, 0, 0, 0), over: isNew ? 0 : frames)
    isNew = false
  }

  @_noLocks
  public mutating func reset() {
    for index in 0..<levelCount { levels[index].reset() }
    recent.clear(frames: 2 * ConvolutionLevel.run)
    filled = 0
    gains.settle()
    inflow = Ramp(1)
  }

  /// Fades the input of the convolution to `share`. The direct signal does not change.
  @_noLocks
  public mutating func gateInput(to share: Float, over frames: Int) {
    inflow.go(to: share, over: frames)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, ConvolutionLevel.run - filled)
      append(audio.advanced(by: done), frames: count)
      convolve(count)
      mix(audio.advanced(by: done), frames: count)
      filled += count
      done += count
      if filled == ConvolutionLevel.run { endRun() }
    }
  }

  @_noLocks
  private mutating func append(_ audio: StereoTarget, frames: Int) {
    let entrance = recent.advanced(by: ConvolutionLevel.run + filled)
    entrance.left.copy(audio.left.prefix(frames))
    entrance.right.copy(audio.right.prefix(frames))
    if inflow.target != 1 || inflow.frames > 0 {
      BusPass.applyRamp(&inflow, to: entrance, frames: frames)
    }
  }

  /// Computes the wet signal of the next frames.
  @_noLocks
  private func convolve(_ frames: Int) {
    let window = recent.source.advanced(by: filled + 1)
    shim_convolve(window.left.base, head.left.base, ConvolutionLevel.run, wet.left.base, frames)
    shim_convolve(window.right.base, head.right.base, ConvolutionLevel.run, wet.right.base, frames)
    for index in 0..<levelCount {
      let late = levels[index].output.advanced(by: filled)
      for frame in 0..<frames {
        wet.left[frame] += late.left[frame]
        wet.right[frame] += late.right[frame]
      }
    }
  }

  @_noLocks
  private mutating func mix(_ audio: StereoTarget, frames: Int) {
    let moving = min(frames, gains.frames)
    var gain = gains.value
    for frame in 0..<moving {
      gain += gains.step
      audio.left[frame] = audio.left[frame] * gain[0] + wet.left[frame] * gain[1]
      audio.right[frame] = audio.right[frame] * gain[0] + wet.right[frame] * gain[1]
    }
    if moving > 0 { gains.advance(moving, reached: gain) }
    let (dry, loud) = (gains.value[0], gains.value[1])
    for frame in moving..<frames {
      audio.left[frame] = audio.left[frame] * dry + wet.left[frame] * loud
      audio.right[frame] = audio.right[frame] * dry + wet.right[frame] * loud
    }
  }

  /// Passes a complete run of input to the levels.
  @_noLocks
  private mutating func endRun() {
    let run = recent.source.advanced(by: ConvolutionLevel.run)
    for index in 0..<levelCount { levels[index].advance(run) }
    recent.left.copy(run.left.prefix(ConvolutionLevel.run))
    recent.right.copy(run.right.prefix(ConvolutionLevel.run))
    filled = 0
  }
}
