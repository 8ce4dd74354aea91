import AhaBase
import CShims

/// Reverberation: early reflections and a modulated feedback delay network, true stereo.
///
/// The mix is equal-power (`DryWet`). Width blends the wet signal from mono to the network's stereo
/// at constant power.
public struct ReverbKernel: Kernel {
  private enum Value {
    static var size: Int { @_noLocks get { 0 } }
    static var decay: Int { @_noLocks get { 1 } }
    static var damping: Int { @_noLocks get { 2 } }
    static var predelay: Int { @_noLocks get { 3 } }
    static var width: Int { @_noLocks get { 4 } }
    static var mix: Int { @_noLocks get { 5 } }
  }

  private var network: ReverbNetwork
  /// Gains of the dry signal, of the same wet channel, and of the opposite wet channel.
  private var gains = VectorRamp()
  /// Gain of the input into the network.
  private var inflow = Ramp(1)
  /// Frames of the current run received so far.
  private var filled = 0
  private var isNew = true
  private var size: Float = 0
  private var predelay: Float = 0
  public private(set) var tail = 0

  public init(sampleRate: Int) throws(AhaError) {
    network = try ReverbNetwork(sampleRate: sampleRate)
  }

  public func free() { network.free() }

  public var isNeutral: Bool {
    @_noLocks get { gains.isDry }
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let length = isNew ? 0 : frames
    aimGains(mix: values[Value.mix], width: values[Value.width], over: length)
    let isResized = isNew || size != values[Value.size] || predelay != values[Value.predelay]
    (size, predelay) = (values[Value.size], values[Value.predelay])
    let (decay, damping) = (values[Value.decay], values[Value.damping])
    network.aim(
      size: size, predelayMs: predelay, isResized: isResized, decay: decay, damping: damping,
      over: length)
    tail = network.tail(decay: decay, damping: damping, size: size, predelayMs: predelay)
    isNew = false
  }

  @_noLocks
  private mutating func aimGains(mix: Float, width: Float, over frames: Int) {
    // Mid and side of wet noise have equal power; the sum of both stays constant.
    let middle = shim_root(2 / (1 + width * width))
    let wet = DryWet.wet(mix) * 0.5
    let own = wet * middle * (1 + width)
    let other = wet * middle * (1 - width)
    gains.go(to: SIMD8(DryWet.dry(mix), own, other, 0, 0, 0, 0, 0), over: frames)
  }

  @_noLocks
  public mutating func reset() {
    network.reset()
    gains.settle()
    inflow = Ramp(1)
    filled = 0
  }

  /// Fades the input of the network to `share`. The direct signal does not change.
  @_noLocks
  public mutating func gateInput(to share: Float, over frames: Int) {
    inflow.go(to: share, over: frames)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, DelayBank.run - filled)
      run(audio.advanced(by: done), frames: count)
      filled += count
      done += count
      if filled == DelayBank.run {
        network.run()
        filled = 0
      }
    }
  }

  /// Writes input and mixes output of a part of a run.
  @_noLocks @inline(__always)
  private mutating func run(_ audio: StereoTarget, frames: Int) {
    let entrance = network.entrance.advanced(by: filled)
    entrance.left.copy(audio.left.prefix(frames))
    entrance.right.copy(audio.right.prefix(frames))
    if inflow.target != 1 || inflow.frames > 0 {
      BusPass.applyRamp(&inflow, to: entrance, frames: frames)
    }
    let wet = network.wet.advanced(by: filled)
    let moving = min(frames, gains.frames)
    if moving > 0 { mixMoving(audio, wet: wet, frames: moving) }
    mixSteady(audio.advanced(by: moving), wet: wet.advanced(by: moving), frames: frames - moving)
  }

  @_noLocks
  private mutating func mixMoving(_ audio: StereoTarget, wet: StereoSource, frames: Int) {
    var gain = gains.value
    for frame in 0..<frames {
      gain += gains.step
      let (left, right) = (wet.left[frame], wet.right[frame])
      audio.left[frame] = audio.left[frame] * gain[0] + (left * gain[1] + right * gain[2])
      audio.right[frame] = audio.right[frame] * gain[0] + (right * gain[1] + left * gain[2])
    }
    gains.advance(frames, reached: gain)
  }

  @_noLocks @inline(__always)
  private func mixSteady(_ audio: StereoTarget, wet: StereoSource, frames: Int) {
    let (dry, own, other) = (gains.value[0], gains.value[1], gains.value[2])
    if dry == 1 { return }
    var frame = 0
    while frame + 4 <= frames {
      let (left, right) = (Octet.load(wet.left + frame), Octet.load(wet.right + frame))
      let (inLeft, inRight) = (Octet.load(audio.left + frame), Octet.load(audio.right + frame))
      Octet.store(inLeft * dry + (left * own + right * other), to: audio.left + frame)
      Octet.store(inRight * dry + (right * own + left * other), to: audio.right + frame)
      frame += 4
    }
    while frame < frames {
      let (left, right) = (wet.left[frame], wet.right[frame])
      audio.left[frame] = audio.left[frame] * dry + (left * own + right * other)
      audio.right[frame] = audio.right[frame] * dry + (right * own + left * other)
      frame += 1
    }
  }
}
