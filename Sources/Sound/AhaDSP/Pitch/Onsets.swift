import AhaBase
import CShims

/// Onset detector, and the envelope of the transient after an onset, which is not left to the
/// grains.
///
/// Measures the energy of the differences of neighboring frames over 0.5 ms. An onset is four times
/// the recent energy. The recent energy decays slowly (6 dB in 60 ms), so the beating of steady
/// tones is no onset.
struct Onsets {
  /// Count of latest onsets that are stored.
  static let capacity = 16

  /// Frames before the onset: the transient fades in from `lead` to `full`.
  let lead, full: Int
  /// Frames after the onset: the transient fades out from `hold` to `end`.
  let hold, end: Int

  private let frames: Buffer<Int>
  /// Count of all onsets; `frame` knows only the latest `capacity`.
  private(set) var count = 0

  private let block: Int
  private let fading: Float
  private let floor: Float
  private var scanned = 0
  private var lately: (Float, Float, Float, Float) = (0, 0, 0, 0)

  /// The transient's envelope, from `lead` frames before the onset to its end.
  private let weights: Floats
  private let memory: FloatMemory

  init(sampleRate: Int) throws(AhaError) {
    lead = sampleRate / 400
    full = sampleRate / 2000
    hold = sampleRate * 6 / 1000
    end = sampleRate * 14 / 1000
    block = max(4, sampleRate / 2000 & ~3)
    fading = 1 - 1.386 * Float(block) / (0.06 * Float(sampleRate))
    floor = 1e-9 * Float(block)
    memory = try FloatMemory(planes: 1, samples: lead + end)
    var planes = memory
    weights = planes.claim(lead + end)
    frames = Buffer(repeating: 0, count: Onsets.capacity)
    for index in 0..<(lead + end) { weights[index] = shape(index - lead) }
  }

  func free() {
    frames.deallocate()
    memory.release()
  }

  private func shape(_ distance: Int) -> Float {
    if distance < -full { return smooth(Float(distance + lead) / Float(lead - full)) }
    return distance <= hold ? 1 : smooth(Float(end - distance) / Float(end - hold))
  }

  private func smooth(_ x: Float) -> Float { x * x * (3 - 2 * x) }

  @_noLocks
  mutating func reset() {
    count = 0
    scanned = 0
    lately = (0, 0, 0, 0)
  }

  /// Precondition: count - kept <= index < count.
  @_noLocks
  func frame(_ index: Int) -> Int { frames[index & (Onsets.capacity &- 1)] }

  /// The transient's envelope `distance` frames after the onset, 0...1.
  /// Precondition: -lead <= distance < end.
  @inline(__always) @_noLocks
  func weight(_ distance: Int) -> Float { weights[distance &+ lead] }

  /// Removes the transient from `count` samples. The first sample is `distance` frames after the
  /// onset. Precondition: all samples are within the transient.
  @_noLocks
  func hollow(_ samples: Floats, count: Int, distance: Int) {
    let weights = weights + distance + lead
    var index = 0
    while index + 4 <= count {
      store4(load4(samples + index) * (1 - load4(weights + index)), to: samples + index)
      index += 4
    }
    while index < count {
      samples[index] *= 1 - weights[index]
      index += 1
    }
  }

  /// Searches the new frames of the ring.
  @_noLocks
  mutating func scan(_ ring: InputRing) {
    while scanned + block < ring.written {
      let energy = differences(ring, start: ring.index(of: scanned))
      let isOnset = energy > 4 * lately.3 + floor
      if isOnset { note(scanned) }
      lately.3 = lately.2
      lately.2 = lately.1
      lately.1 = lately.0
      lately.0 = max(energy, lately.0 * fading)
      scanned += block
    }
  }

  @_noLocks
  private mutating func note(_ frame: Int) {
    if count > 0 {
      guard frame - self.frame(count - 1) >= lead + end else { return }
    }
    frames[count & (Onsets.capacity &- 1)] = frame
    count += 1
  }

  @_noLocks
  private func differences(_ ring: InputRing, start: Int) -> Float {
    let (left, right) = (ring.left + start, ring.right + start)
    var sum = SIMD4<Float>(repeating: 0)
    var index = 0
    while index < block {
      let a = load4(left + index + 1) - load4(left + index)
      let b = load4(right + index + 1) - load4(right + index)
      sum += a * a + b * b
      index += 4
    }
    let energy = (sum[0] + sum[1]) + (sum[2] + sum[3])
    return energy < 1e30 ? energy : 0
  }
}
