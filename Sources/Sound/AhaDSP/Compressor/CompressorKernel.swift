import AhaBase
import CShims

/// Feed-forward compressor with a soft knee. The level is the higher peak of both channels, and
/// both channels get the same gain.
///
/// Attack and release are time constants: 63 % of a change of the gain in dB. The ballistics are
/// the smooth decoupled ones: the release stage follows the gain computer, and the attack stage
/// smooths its output.
///
/// Source: D. Giannoulis, M. Massberg, J. Reiss, Digital dynamic range compressor design, 2012.
public struct CompressorKernel: Kernel {
  typealias Lanes = SIMD4<Float>

  /// Max frames of one inner block.
  private static var chunk: Int {
    @_noLocks get { 64 }
  }
  private static var decibelsPerOctave: Float {
    @_noLocks get { 6.02059991 }
  }

  /// Coefficients of the loops, and their change per frame.
  private struct Settings {
    var threshold: Float = 0
    var slope: Float = 0
    var knee: Float = 1
    var gain: Float = 0
    var mix: Float = 1
    var attack: Float = 0
    var release: Float = 0
  }

  private let sampleRate: Float
  private var settings = Settings()
  private var step = Settings()
  private var target = Settings()
  public private(set) var settling = 0
  private var elapsed = 0
  private var remaining = 0
  /// Gain reduction in dB, after the release and after the attack stage.
  private var released: Float = 0
  private var reduction: Float = 0
  private let scratch: Buffer<Lanes>

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    scratch = Buffer(repeating: Lanes(), count: CompressorKernel.chunk / 4)
  }

  public func free() { scratch.deallocate() }

  public var tail: Int {
    @_noLocks get { 0 }
  }

  public var isNeutral: Bool {
    @_noLocks get {
      guard remaining == 0 else { return false }
      if target.mix == 0 { return true }
      guard target.slope == 0, target.gain == 0 else { return false }
      return reduction == 0
    }
  }

  /// The order of the registry: threshold, ratio, attack, release, knee, gain, mix.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    target.threshold = values[0]
    target.slope = 1 - 1 / values[1]
    target.attack = factor(values[2])
    settling = settlingFrames(attack: values[2], sampleRate: sampleRate)
    target.release = factor(values[3])
    target.knee = max(values[4], 0.01)
    target.gain = values[5] / CompressorKernel.decibelsPerOctave
    target.mix = values[6]
    guard frames > 0 else { return settle() }
    settings = moved(Float(elapsed))
    step = difference(1 / Float(frames))
    (elapsed, remaining) = (0, frames)
  }

  /// The decay factor per frame of a time constant.
  @_noLocks
  private func factor(_ milliseconds: Float) -> Float {
    shim_exp(-1000 / (milliseconds * sampleRate))
  }

  @_noLocks
  private mutating func settle() {
    settings = target
    step = Settings(threshold: 0, slope: 0, knee: 0, gain: 0, mix: 0, attack: 0, release: 0)
    (elapsed, remaining) = (0, 0)
  }

  @_noLocks
  private func moved(_ frames: Float) -> Settings {
    Settings(
      threshold: settings.threshold + step.threshold * frames,
      slope: settings.slope + step.slope * frames, knee: settings.knee + step.knee * frames,
      gain: settings.gain + step.gain * frames, mix: settings.mix + step.mix * frames,
      attack: settings.attack + step.attack * frames,
      release: settings.release + step.release * frames)
  }

  @_noLocks
  private func difference(_ part: Float) -> Settings {
    Settings(
      threshold: (target.threshold - settings.threshold) * part,
      slope: (target.slope - settings.slope) * part, knee: (target.knee - settings.knee) * part,
      gain: (target.gain - settings.gain) * part, mix: (target.mix - settings.mix) * part,
      attack: (target.attack - settings.attack) * part,
      release: (target.release - settings.release) * part)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    process(audio, key: audio.source, frames: frames)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, key: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      var count = min(frames - done, CompressorKernel.chunk)
      if remaining > 0 { count = min(count, remaining) }
      let part = audio.advanced(by: done)
      measure(key.advanced(by: done), count: count)
      smooth(count)
      apply(part, count: count)
      done += count
      if remaining > 0 {
        (elapsed, remaining) = (elapsed + count, remaining - count)
        if remaining == 0 { settle() }
      }
    }
    if !((released + reduction).magnitude < .infinity) { (released, reduction) = (0, 0) }
  }

  /// Gain computer: the reduction of each frame, in dB.
  @_noLocks
  private func measure(_ key: StereoSource, count: Int) {
    var time = Lanes(1, 2, 3, 4) + Lanes(repeating: Float(elapsed))
    for group in 0..<(count + 3) / 4 {
      let left = load4(key.left + 4 * group, upTo: count - 4 * group)
      let right = load4(key.right + 4 * group, upTo: count - 4 * group)
      let level = FastLog.log2(left.absolute.larger(right.absolute))
      let threshold = Lanes(repeating: settings.threshold) + time * Lanes(repeating: step.threshold)
      let slope = Lanes(repeating: settings.slope) + time * Lanes(repeating: step.slope)
      let knee = Lanes(repeating: settings.knee) + time * Lanes(repeating: step.knee)
      let half = knee * Lanes(repeating: 0.5)
      let over = level * Lanes(repeating: CompressorKernel.decibelsPerOctave) - threshold
      let bend = (over + half).larger(Lanes()).smaller(knee)
      let line = (over - half).larger(Lanes())
      scratch[group] = slope * (bend * bend / (knee + knee) + line)
      time = time + Lanes(repeating: 4)
    }
  }

  @_noLocks
  private mutating func smooth(_ count: Int) {
    let values = scratch.bound(to: Float.self, count: CompressorKernel.chunk)
    var (released, reduction) = (released, reduction)
    var time = Float(elapsed)
    for frame in 0..<count {
      time += 1
      let release = settings.release + step.release * time
      let attack = settings.attack + step.attack * time
      let wanted = values[frame]
      released = max(wanted, wanted + release * (released - wanted))
      reduction = released + attack * (reduction - released)
      if reduction < 1e-4, wanted == 0 { (released, reduction) = (0, 0) }
      values[frame] = reduction
    }
    (self.released, self.reduction) = (released, reduction)
  }

  @_noLocks
  private func apply(_ audio: StereoTarget, count: Int) {
    let one = Lanes(repeating: 1)
    var time = Lanes(1, 2, 3, 4) + Lanes(repeating: Float(elapsed))
    for group in 0..<(count + 3) / 4 {
      let gain = Lanes(repeating: settings.gain) + time * Lanes(repeating: step.gain)
      let mix = Lanes(repeating: settings.mix) + time * Lanes(repeating: step.mix)
      let octaves = scratch[group] * Lanes(repeating: 1 / CompressorKernel.decibelsPerOctave)
      let factor = one + mix * (FastLog.exp2(gain - octaves) - one)
      let (at, left) = (4 * group, count - 4 * group)
      store4(load4(audio.left + at, upTo: left) * factor, to: audio.left + at, upTo: left)
      store4(load4(audio.right + at, upTo: left) * factor, to: audio.right + at, upTo: left)
      time = time + Lanes(repeating: 4)
    }
  }

  @_noLocks
  public mutating func reset() {
    (released, reduction) = (0, 0)
    settle()
  }
}
