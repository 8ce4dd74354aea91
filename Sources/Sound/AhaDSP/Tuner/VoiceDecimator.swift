import AhaBase
import CShims

/// The mid channel of a stereo signal, low-passed and high-passed (25 Hz), decimated to 10...20
/// kHz.
///
/// Shape: reads `groupFrames` frames at a time and returns `group` samples for them.
/// Source: windowed-sinc low-pass (Blackman); one-pole high-pass run twice.
struct VoiceDecimator {
  /// Output samples per group.
  static var group: Int {
    @_noLocks get { 8 }
  }

  let factor: Int
  /// Delay of the low-pass in frames.
  let delay: Float
  private let taps: Int
  private let highPass: Float
  private let coefficients: Floats
  /// `taps` frames of history, then the group to fill.
  private let middle: Floats
  private var filled = 0
  private var slow1: Float = 0
  private var slow2: Float = 0

  static func factor(_ sampleRate: Int) -> Int { max(1, sampleRate / 10000) }

  private static func taps(_ sampleRate: Int) -> Int { (sampleRate * 6 / 5000 + 7) / 4 * 4 }

  /// Floats of memory that `init` needs.
  static func memory(_ sampleRate: Int) -> Int {
    2 * taps(sampleRate) + group * factor(sampleRate)
  }

  /// - Parameter memory: Zeroed, 64-byte aligned, not owned.
  init(sampleRate: Int, memory: Floats) {
    factor = VoiceDecimator.factor(sampleRate)
    taps = VoiceDecimator.taps(sampleRate)
    delay = Float(taps - 1) / 2
    highPass = 1 - expf(-2 * .pi * 25 * Float(factor) / Float(sampleRate))
    coefficients = memory
    middle = memory + taps
    design(cutoff: min(2500 / Float(sampleRate), 0.45))
  }

  private func design(cutoff: Float) {
    var sum: Float = 0
    for tap in 0..<taps {
      let x = Float(tap) - delay
      let phase = 2 * Float.pi * (Float(tap) + 0.5) / Float(taps)
      let window = 0.42 - 0.5 * cosf(phase) + 0.08 * cosf(2 * phase)
      let arc = 2 * Float.pi * cutoff * x
      coefficients[tap] = window * (arc == 0 ? 1 : sinf(arc) / arc)
      sum += coefficients[tap]
    }
    for tap in 0..<taps { coefficients[tap] /= sum }
  }

  var groupFrames: Int {
    @_noLocks get { VoiceDecimator.group * factor }
  }

  /// Frames until the group is full.
  var missing: Int {
    @_noLocks get { VoiceDecimator.group * factor - filled }
  }

  @_noLocks
  mutating func reset() {
    filled = 0
    slow1 = 0
    slow2 = 0
    middle.prefix(taps + groupFrames).clear()
  }

  /// Precondition: frames <= missing.
  @_noLocks
  mutating func fill(_ audio: StereoSource, frames: Int) {
    let target = middle + (taps + filled)
    // Louder values are invalid samples, and their squares would overflow a float.
    let limit: Float = 1e6
    for frame in 0..<frames {
      let sample = 0.5 * audio.left[frame] + 0.5 * audio.right[frame]
      target[frame] = sample.magnitude <= limit ? sample : 0
    }
    filled += frames
  }

  /// Decimates a full group, and begins the next one. Precondition: missing == 0.
  @_noLocks
  mutating func drain(to output: Floats) {
    var (slow1, slow2) = (self.slow1, self.slow2)
    for half in 0..<2 {
      let low = lowPassed(middle + (4 * half + 1) * factor)
      for index in 0..<4 {
        slow1 += highPass * (low[index] - slow1)
        let once = low[index] - slow1
        slow2 += highPass * (once - slow2)
        output[4 * half + index] = once - slow2
      }
    }
    (self.slow1, self.slow2) = (slow1, slow2)
    movePast()
    filled = 0
  }

  /// Copies forward: source and target may overlap, but not within four samples.
  @_noLocks @inline(__always)
  private func movePast() {
    let from = middle + groupFrames
    var tap = 0
    while tap < taps {
      store4(load4(from + tap), to: middle + tap)
      tap &+= 4
    }
  }

  /// Four output samples, from `start` on.
  @_noLocks @inline(__always)
  private func lowPassed(_ start: Floats) -> SIMD4<Float> {
    var a = SIMD4<Float>(repeating: 0)
    var (b, c, d) = (a, a, a)
    var tap = 0
    while tap < taps {
      let gain = load4(coefficients + tap)
      let from = start + tap
      a += load4(from) * gain
      b += load4(from + factor) * gain
      c += load4(from + 2 &* factor) * gain
      d += load4(from + 3 &* factor) * gain
      tap &+= 4
    }
    let sums = SIMD4(a[0] + a[1], b[0] + b[1], c[0] + c[1], d[0] + d[1])
    return sums + SIMD4(a[2] + a[3], b[2] + b[3], c[2] + c[3], d[2] + d[3])
  }
}
