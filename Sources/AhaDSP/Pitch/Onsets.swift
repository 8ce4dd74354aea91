import AhaBase
import CShims

/// Where sounds begin, and the shape of the moment around a beginning that is not left to the grains.
///
/// The energy of the differences between neighboring frames, summed over 0.5 ms, is an onset when it
/// is four times what it has lately been. What it has been fades so slowly (6 dB in 60 ms) that the
/// beating of steady tones is none.
struct Onsets {
  /// The latest onsets are kept, this many.
  static let kept = 16

  /// Frames before the onset in which the moment fades in, and from which on it is full.
  let lead, full: Int
  /// Frames after the onset until which the moment is full, and at which it is over.
  let hold, end: Int

  private let frames: UnsafeMutablePointer<Int>
  /// How many onsets there have been; the latest `kept` can be asked for.
  private(set) var count = 0

  private let block: Int
  private let fading: Float
  private let floor: Float
  private var scanned = 0
  private var lately: (Float, Float, Float, Float) = (0, 0, 0, 0)

  init(sampleRate: Int) {
    lead = sampleRate / 400
    full = sampleRate / 2000
    hold = sampleRate * 6 / 1000
    end = sampleRate * 14 / 1000
    block = max(4, sampleRate / 2000 & ~3)
    fading = 1 - 1.386 * Float(block) / (0.06 * Float(sampleRate))
    floor = 1e-9 * Float(block)
    frames = .allocate(capacity: Onsets.kept)
    frames.initialize(repeating: 0, count: Onsets.kept)
  }

  func free() { frames.deallocate() }

  @_noLocks
  mutating func reset() {
    count = 0
    scanned = 0
    lately = (0, 0, 0, 0)
  }

  /// Precondition: index < count, and not more than `kept` before it.
  @_noLocks
  func frame(_ index: Int) -> Int { frames[index & (Onsets.kept &- 1)] }

  /// The moment's weight `distance` frames after the onset, 0...1.
  @_noLocks
  func weight(_ distance: Int) -> Float {
    if distance <= -lead || distance >= end { return 0 }
    if distance < -full { return smooth(Float(distance + lead) / Float(lead - full)) }
    return distance <= hold ? 1 : smooth(Float(end - distance) / Float(end - hold))
  }

  @_noLocks
  private func smooth(_ x: Float) -> Float { x * x * (3 - 2 * x) }

  /// Looks at what has come into the ring since.
  @_noLocks
  mutating func scan(_ ring: InputRing) {
    while scanned + block < ring.written {
      let energy = differences(ring, ring.place(scanned))
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
    frames[count & (Onsets.kept &- 1)] = frame
    count += 1
  }

  @_noLocks
  private func differences(_ ring: InputRing, _ place: Int) -> Float {
    let (left, right) = (ring.left + place, ring.right + place)
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
