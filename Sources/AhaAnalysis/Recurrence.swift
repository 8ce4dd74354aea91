import AhaBase
import CShims

/// Where the beginning of a sound comes again, by the levels of its bands.
struct Recurrence {
  struct Match {
    /// In frames of onset strength, of what is like the beginning.
    var position: Int
    /// Mean difference of the bands' logarithms.
    var distance: Float
  }

  /// One frame of so many is looked at.
  static let step = 2
  /// Frames that are looked at of the beginning: 1.1 s.
  private static let length = 96
  private static let bands = OnsetStrength.bands
  /// Below this sum of the bands' logarithms there is nothing yet.
  private static let least: Float = -20
  private static let closest = 26

  private var head: [Float] = []
  private var recent = [Float](repeating: 0, count: 2 * length * bands)
  private var looked = 0
  private var frames = 0
  private var distances = (before: Float.infinity, last: Float.infinity)
  private var sum = 0.0
  private var compared = 0
  /// The frame of onset strength that the beginning is.
  private(set) var start: Int?
  /// A match that was found by the last frame.
  private(set) var found: Match?

  /// The frames between the beginning of a match and the frame it is found by.
  static var delay: Int { (length + 1) * step }

  /// What is no match is this far away.
  var meanDistance: Float { compared > 0 ? Float(sum / Double(compared)) : 0 }

  mutating func add(_ levels: UnsafePointer<Float>) {
    found = nil
    frames += 1
    guard frames % Recurrence.step == 1 else { return }
    if start == nil, loudest(levels) > Recurrence.least { start = frames - 1 }
    guard start != nil else { return }
    keep(levels)
    if head.count < Recurrence.length * Recurrence.bands {
      for band in 0..<Recurrence.bands { head.append(levels[band]) }
    }
    looked += 1
    if looked >= Recurrence.length + Recurrence.closest { compare() }
  }

  private func loudest(_ levels: UnsafePointer<Float>) -> Float {
    var most = levels[0]
    for band in 1..<Recurrence.bands { most = max(most, levels[band]) }
    return most
  }

  /// Twice, so that the last frames are always in one piece.
  private mutating func keep(_ levels: UnsafePointer<Float>) {
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
    return head.withUnsafeBytes { head in
      recent.withUnsafeBytes { recent in
        var sum = SIMD4<Float>()
        var byte = 0
        while byte < 4 * count {
          let one = head.loadUnaligned(fromByteOffset: byte, as: SIMD4<Float>.self)
          let other = recent.loadUnaligned(fromByteOffset: byte + 4 * from, as: SIMD4<Float>.self)
          let difference = one - other
          sum += unsafeBitCast(
            unsafeBitCast(difference, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
          byte += 16
        }
        return sum.sum() / Float(count)
      }
    }
  }
}
