import AhaBase
import CShims

/// Finds repetitions of the beginning of a sound, by the levels of its bands.
struct Recurrence {
  struct Match {
    /// Frame of onset strength where the repetition begins.
    var position: Int
    /// Mean absolute difference of the log powers.
    var distance: Float
  }

  /// Compares every second frame.
  static let step = 2
  /// Compared frames of the beginning: 1.1 s.
  private static let length = 96
  private static let bands = OnsetStrength.bands
  /// Min log power of the loudest band, for the beginning of the sound.
  private static let least: Float = -20
  /// A sudden rise by 60 dB ends a quiet opening, such as dither: the sound begins there.
  private static let opening: Float = 13.8
  /// Compared frames of a quiet opening, at least: 0.2 s.
  private static let leastOpening = 16
  private static let closest = 26

  private var head: [Float] = []
  private var recent = [Float](repeating: 0, count: 2 * length * bands)
  private var looked = 0
  private var frames = 0
  private var distances = (before: Float.infinity, last: Float.infinity)
  private var sum = 0.0
  private var compared = 0
  /// The loudest level until each of the last four frames: the window spreads a rise over them.
  private var loudest = SIMD4<Float>(repeating: -.infinity)
  /// The frame of onset strength at the beginning.
  private(set) var start: Int?
  /// The match that the last frame completed.
  private(set) var found: Match?

  /// Frames from the beginning of a match to its detection.
  static var delay: Int { (length + 1) * step }

  /// The mean distance over all positions.
  var meanDistance: Float { compared > 0 ? Float(sum / Double(compared)) : 0 }

  mutating func add(_ levels: Floats) {
    found = nil
    frames += 1
    guard frames % Recurrence.step == 1 else { return }
    let level = loudest(of: levels)
    loudest = SIMD4(max(level, loudest[0]), loudest[0], loudest[1], loudest[2])
    if isBeginning(level) { begin(level) }
    guard start != nil else { return }
    keep(levels)
    if head.count < Recurrence.length * Recurrence.bands {
      for band in 0..<Recurrence.bands { head.append(levels[band]) }
    }
    looked += 1
    if looked >= Recurrence.length + Recurrence.closest { compare() }
  }

  private func isBeginning(_ level: Float) -> Bool {
    guard start != nil else { return level > Recurrence.least }
    return looked > Recurrence.leastOpening && level > loudest[3] + Recurrence.opening
  }

  private mutating func begin(_ level: Float) {
    start = frames - 1
    loudest = SIMD4(repeating: level)
    head.removeAll(keepingCapacity: true)
    (looked, compared, sum, distances) = (0, 0, 0, (.infinity, .infinity))
  }

  private func loudest(of levels: Floats) -> Float {
    var loudest = levels[0]
    for band in 1..<Recurrence.bands { loudest = max(loudest, levels[band]) }
    return loudest
  }

  /// Stores each frame twice, so that the last frames are always contiguous.
  private mutating func keep(_ levels: Floats) {
    let at = looked % Recurrence.length * Recurrence.bands
    let far = at + Recurrence.length * Recurrence.bands
    for band in 0..<Recurrence.bands {
      recent[at + band] = levels[band]
      recent[far + band] = levels[band]
    }
  }

  private mutating func compare() {
    let now = distance()
    sum += Double(now)
    compared += 1
    if distances.last < distances.before, distances.last <= now {
      let position = frames - 1 - Recurrence.delay + Recurrence.step
      found = Match(position: position, distance: distances.last)
    }
    distances = (distances.last, now)
  }

  private func distance() -> Float {
    let count = Recurrence.length * Recurrence.bands
    let from = looked % Recurrence.length * Recurrence.bands
    return head.withBuffer { head in
      recent.withBuffer { recent in
        var sum = SIMD4<Float>()
        for index in stride(from: 0, to: count, by: 4) {
          let difference: SIMD4<Float> = head.load(index) - recent.load(index + from)
          sum += unsafeBitCast(
            unsafeBitCast(difference, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
        }
        return sum.sum() / Float(count)
      }
    }
  }
}
