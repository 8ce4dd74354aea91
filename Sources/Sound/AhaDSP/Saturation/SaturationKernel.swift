import AhaBase
import CShims

/// Saturation: drive into a curve, at eight times the rate.
///
///     in -+-> drive -> up -> curve -> down -> DC block (tube) -> gain -> wet
///         +-> delay ------------------------------------------------> dry
///
/// A sine up to 20 kHz at full scale and 48 kHz with 24 dB of drive has aliases below -80 dB. A
/// new curve is crossfaded.
///
/// Source: `saturation.c`.
public struct SaturationKernel: TwinnedKernel {
  typealias Lanes = SIMD4<Float>

  private let left, right: OversampledCurve
  private let wet: StereoTarget
  /// Of each frame, while the curve changes.
  private let shares: Floats
  private var curve = (former: Int32(0), now: Int32(0))
  /// Drive, wet, dry, share of the new curve, share of the DC block.
  private var ramps = LinearRamps()
  private var mean = SIMD2<Float>()
  private let meanRate: Float
  private let sampleRate: Float
  public private(set) var tail = 0

  private static var tube: Int32 { @_noLocks @inline(__always) get { 2 } }

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    meanRate = 1 - shim_exp(-2 * .pi * 10 / Float(sampleRate))
    left = try OversampledCurve()
    do throws(AhaError) { right = try OversampledCurve() } catch {
      left.free()
      throw error
    }
    let chunk = OversampledCurve.chunk
    let memory = Floats(repeating: 0, count: 3 * chunk)
    wet = StereoTarget(left: memory, right: memory + chunk)
    shares = memory + 2 * chunk
  }

  public func free() {
    left.free()
    right.free()
    wet.left.deallocate()
  }

  public var latency: Int { @_noLocks get { OversampledCurve.lag } }

  public var isNeutral: Bool {
    @_noLocks get { ramps.frames == 0 ? ramps.target[1] == 0 : false }
  }

  /// That of the mean, which a new curve or drive changes.
  public var stateDecay: Int {
    @_noLocks get { max(tail / 2, 2 * OversampledCurve.lag) }
  }

  @_noLocks
  public mutating func copyState(of other: SaturationKernel) {
    left.copy(other.left)
    right.copy(other.right)
    (curve, ramps, mean, tail) = (other.curve, other.ramps, other.mean, other.tail)
  }

  /// Values in the registry's order: curve, drive, gain, mix.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let wanted = Int32(values[0])
    if wanted != curve.now {
      curve = (curve.now, wanted)
      var now = ramps.current
      now[3] = 0
      ramps.go(to: now, over: 0)
    }
    let (mix, block): (Float, Float) = (values[3], wanted == SaturationKernel.tube ? 1 : 0)
    ramps.go(
      to: SIMD8(
        Level.factor(db: values[1]), mix * Level.factor(db: values[2]), 1 - mix, 1, block, 0, 0, 0),
      over: frames)
    tail = 64 + (wanted == SaturationKernel.tube ? Int(0.3 * sampleRate) : 0)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = ramps.segment(min(frames - done, OversampledCurve.chunk))
      let part = audio.advanced(by: done)
      saturate(part.source, count: count)
      mix(part, count: count)
      ramps.advance(count)
      done += count
    }
    if !(mean.sum().magnitude < .infinity) { mean = SIMD2() }
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let count = ramps.segment(min(frames - done, OversampledCurve.chunk))
      saturate(audio.advanced(by: done), count: count)
      block(count)
      left.shift(count)
      right.shift(count)
      ramps.advance(count)
      done += count
    }
  }

  /// Runs both channels into `wet`.
  @_noLocks
  private func saturate(_ audio: StereoSource, count: Int) {
    let shares = ramps.current[3] < 1 ? share(count) : nil
    drive(audio.left, channel: left, count: count)
    left.run(curve, shares: shares, to: wet.left, count: count)
    drive(audio.right, channel: right, count: count)
    right.run(curve, shares: shares, to: wet.right, count: count)
  }

  @_noLocks
  private func share(_ count: Int) -> Floats {
    for at in stride(from: 0, to: count, by: 4) {
      store4(ramps.lanes(3, at: ramps.time + Lanes(repeating: Float(at))), to: shares + at)
    }
    return shares
  }

  /// Limited to 6 dB over full scale at 24 dB of drive: the corrections of the curves grow with the
  /// square of the slope.
  @_noLocks
  private func drive(_ source: Floats, channel: OversampledCurve, count: Int) {
    let limit = Lanes(repeating: 32)
    var time = ramps.time
    for at in stride(from: 0, to: count, by: 4) {
      let sample = load4(source + at, upTo: count - at)
      store4(sample, to: channel.dry + at)
      let driven = sample * ramps.lanes(0, at: time)
      store4(driven.smaller(limit).larger(Lanes() - limit), to: channel.input + at)
      time = time + Lanes(repeating: 4)
    }
  }

  /// Subtracts the mean that an asymmetric curve makes.
  @_noLocks
  private mutating func block(_ count: Int) {
    guard ramps.frames > 0 || ramps.target[4] > 0 else {
      mean = SIMD2()
      return
    }
    let time = ramps.time[0]
    for frame in 0..<count {
      let share = ramps.values(at: time + Float(frame))[4]
      mean += (SIMD2(wet.left[frame], wet.right[frame]) - mean) * meanRate
      wet.left[frame] -= mean[0] * share
      wet.right[frame] -= mean[1] * share
    }
  }

  @_noLocks
  private mutating func mix(_ audio: StereoTarget, count: Int) {
    block(count)
    mix(audio.left, channel: left, wet: wet.left, count: count)
    mix(audio.right, channel: right, wet: wet.right, count: count)
    left.shift(count)
    right.shift(count)
  }

  @_noLocks
  private func mix(_ target: Floats, channel: OversampledCurve, wet: Floats, count: Int) {
    var time = ramps.time
    for at in stride(from: 0, to: count, by: 4) {
      let dry = load4(channel.dry + (at &- OversampledCurve.lag)) * ramps.lanes(2, at: time)
      let sum = load4(wet + at) * ramps.lanes(1, at: time) + dry
      store4(sum, to: target + at, upTo: count - at)
      time = time + Lanes(repeating: 4)
    }
  }

  @_noLocks
  public mutating func reset() {
    left.clear()
    right.clear()
    ramps.settle()
    mean = SIMD2()
  }
}
