import AhaBase
import CShims

/// De-esser: a high shelf that goes down while the signal above the split is loud. Linked in
/// stereo. While nothing is reduced, the output is bit-identical to the input.
///
///     in -+-> high-pass -> level -> curve -> attack, release -> gain of the shelf
///         +-> shelf: poles at the split, zeros at split / sqrt(gain) -> out
///
/// Only the output mix of the section moves, so the poles and states do not depend on the gain. The
/// shelf has 0 dB below the split, falls with 12 dB per octave above it, and ends at the gain.
///
/// Source: `SectionCoefficients` (section), `CompressorKernel` (curve and ballistics).
public struct DeEsserKernel: TwinnedKernel {
  typealias Lanes = SIMD4<Float>

  private static var chunk: Int { @_noLocks get { 64 } }
  private static var octave: Float { @_noLocks get { 6.02059991 } }

  private let sampleRate: Float
  /// Threshold, slope, range.
  private var curve = LinearRamps()
  private var split = SplitSection()
  private var attack: Float = 0
  private var release: Float = 0
  /// Reduction in dB, after the release and after the attack stage.
  private var released: Float = 0
  private var reduction: Float = 0
  /// Band-pass and low-pass outputs of both channels, and the reduction.
  private let memory: Floats
  private let bands, lows: StereoTarget
  private let losses: Floats
  public private(set) var tail = 0
  public private(set) var settling = 0

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    let chunk = DeEsserKernel.chunk
    memory = Floats(repeating: 0, count: 5 * chunk)
    bands = StereoTarget(left: memory, right: memory + chunk)
    lows = StereoTarget(left: memory + 2 * chunk, right: memory + 3 * chunk)
    losses = memory + 4 * chunk
  }

  public func free() { memory.deallocate() }

  public var isNeutral: Bool {
    @_noLocks get {
      guard curve.frames == 0, reduction == 0 else { return false }
      return curve.target[1] == 0 || curve.target[2] == 0
    }
  }

  public var stateDecay: Int {
    @_noLocks get { tail / 2 }
  }

  @_noLocks
  public mutating func copyState(of other: DeEsserKernel) {
    (curve, split, tail) = (other.curve, other.split, other.tail)
    (attack, release) = (other.attack, other.release)
    (released, reduction) = (other.released, other.reduction)
  }

  /// Values in the registry's order: frequency, threshold, ratio, range, attack, release.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let cutoff = min(values[0], 0.45 * sampleRate)
    split.tune(shim_tan(.pi * cutoff / sampleRate))
    curve.go(to: SIMD8(values[1], 1 - 1 / values[2], values[3], 0, 0, 0, 0, 0), over: frames)
    attack = shim_exp(-1000 / (values[4] * sampleRate))
    settling = settlingFrames(attack: values[4], sampleRate: sampleRate)
    release = shim_exp(-1000 / (values[5] * sampleRate))
    tail = Int(18.5 * sampleRate / (0.707 * 2 * .pi * cutoff)) + 64
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = curve.segment(min(frames - done, DeEsserKernel.chunk))
      let part = audio.advanced(by: done)
      split.run(part.source, bands: bands, lows: lows, count: count)
      measure(part, count: count)
      smooth(count)
      apply(part, count: count)
      curve.advance(count)
      done += count
    }
    if !((released + reduction).magnitude < .infinity) { (released, reduction) = (0, 0) }
  }

  /// The reduction of each frame, in dB, from the level above the split.
  @_noLocks
  private func measure(_ audio: StereoTarget, count: Int) {
    var time = curve.time
    for frame in stride(from: 0, to: count, by: 4) {
      let rest = count - frame
      let left = high(
        load4(audio.left + frame, upTo: rest), bands: bands.left, lows: lows.left, at: frame)
      let right = high(
        load4(audio.right + frame, upTo: rest), bands: bands.right, lows: lows.right, at: frame)
      let level = FastLog.log2(left.absolute.larger(right.absolute))
      let over = level * Lanes(repeating: DeEsserKernel.octave) - curve.lanes(0, at: time)
      let loss = over.larger(Lanes()) * curve.lanes(1, at: time)
      store4(loss.smaller(curve.lanes(2, at: time)), to: losses + frame)
      time = time + Lanes(repeating: 4)
    }
  }

  @_noLocks @inline(__always)
  private func high(_ x: Lanes, bands: Floats, lows: Floats, at frame: Int) -> Lanes {
    x - Lanes(repeating: SplitSection.damping) * load4(bands + frame) - load4(lows + frame)
  }

  @_noLocks
  private mutating func smooth(_ count: Int) {
    var (released, reduction) = (released, reduction)
    for frame in 0..<count {
      let wanted = losses[frame]
      released = max(wanted, wanted + release * (released - wanted))
      reduction = released + attack * (reduction - released)
      if reduction < 1e-4, wanted == 0 { (released, reduction) = (0, 0) }
      losses[frame] = reduction
    }
    (self.released, self.reduction) = (released, reduction)
  }

  /// With A as the square root of the gain: A^2 input + k A (1 - A) band + (1 - A^2) low.
  @_noLocks
  private func apply(_ audio: StereoTarget, count: Int) {
    let (one, k) = (Lanes(repeating: 1), Lanes(repeating: SplitSection.damping))
    for frame in stride(from: 0, to: count, by: 4) {
      let loss = load4(losses + frame) * Lanes(repeating: -0.5 / DeEsserKernel.octave)
      let root = FastLog.exp2(loss)
      let gain = root * root
      let (band, low) = (k * root * (one - root), one - gain)
      let rest = count - frame
      let left = gain * load4(audio.left + frame, upTo: rest)
      let right = gain * load4(audio.right + frame, upTo: rest)
      let lefts = band * load4(bands.left + frame) + low * load4(lows.left + frame)
      let rights = band * load4(bands.right + frame) + low * load4(lows.right + frame)
      store4(left + lefts, to: audio.left + frame, upTo: rest)
      store4(right + rights, to: audio.right + frame, upTo: rest)
    }
  }

  @_noLocks
  public mutating func reset() {
    split.clear()
    curve.settle()
    (released, reduction) = (0, 0)
  }
}
