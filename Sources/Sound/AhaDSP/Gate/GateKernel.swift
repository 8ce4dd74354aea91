import AhaBase
import CShims

/// Gate and downward expander, linked in stereo. While it is open, the output is bit-identical to
/// the input.
///
/// Source: `GateGain`.
public struct GateKernel: Kernel {
  private let sampleRate: Float
  private var gate = GateGain()
  private let gains: Floats
  public private(set) var settling = 0

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    gains = Floats(repeating: 0, count: GateGain.chunk)
  }

  public func free() {
    gate.free()
    gains.deallocate()
  }

  public var tail: Int { @_noLocks get { 0 } }
  public var isNeutral: Bool { @_noLocks get { false } }

  /// Values in the registry's order: threshold, ratio, range, hysteresis, attack, hold, release.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    gate.curve.go(to: SIMD8(values[0], values[1] - 1, -values[2], 0, 0, 0, 0, 0), over: frames)
    gate.hysteresis = values[3]
    gate.attack = share(values[4])
    settling = settlingFrames(attack: values[4], sampleRate: sampleRate)
    gate.holdFrames = Int(values[5] * 0.001 * sampleRate)
    gate.release = share(values[6])
  }

  /// The share of a change in one frame of a time constant.
  @_noLocks
  private func share(_ milliseconds: Float) -> Float {
    1 - shim_exp(-1000 / (milliseconds * sampleRate))
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    process(audio, key: audio.source, frames: frames)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, key: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let count = gate.curve.segment(min(frames - done, GateGain.chunk))
      gate.run(key.advanced(by: done), into: gains, count: count)
      apply(audio.advanced(by: done), count: count)
      done += count
    }
  }

  @_noLocks
  private func apply(_ audio: StereoTarget, count: Int) {
    for frame in stride(from: 0, to: count, by: 4) {
      let (gain, rest) = (load4(gains + frame), count - frame)
      store4(load4(audio.left + frame, upTo: rest) * gain, to: audio.left + frame, upTo: rest)
      store4(load4(audio.right + frame, upTo: rest) * gain, to: audio.right + frame, upTo: rest)
    }
  }

  @_noLocks
  public mutating func reset() { gate.reset() }
}
