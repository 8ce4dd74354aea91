/// Maps a pitch to the nearest note of a scale, with hysteresis.
///
/// Units: pitches in cents; 0 is MIDI note 0 (C), and A4 is 6900.
public struct ScaleSnap {
  /// Hysteresis: a pitch must be this far beyond the middle between two notes to change the note.
  public static var hold: Float {
    @_noLocks get { 10 }
  }

  /// The current note, in semitones; negative: none.
  private var held = -1

  @_noLocks
  public init() {}

  /// Whether a note, in semitones, is in a scale: 12 flags, the lowest for the root (0: C).
  @_noLocks
  public static func contains(_ note: Int, scale: UInt32, root: Int) -> Bool {
    // 132 is a multiple of 12 that keeps the sum positive.
    let degree = (note - root + 132) % 12
    return scale >> UInt32(degree) & 1 == 1
  }

  /// The nearest note of a scale in semitones; of two equally near ones, the lower. Negative if the
  /// scale is empty, or if `cents` is NaN or infinite.
  @_noLocks
  public static func nearest(_ cents: Float, scale: UInt32, root: Int) -> Int {
    // max returns its first argument if the second is NaN: NaN becomes 0.
    let below = Int(max(0, min(cents, 12700)) / 100)
    var (best, least): (Int, Float) = (-1, .infinity)
    for note in max(below - 12, 0)...below + 12 where contains(note, scale: scale, root: root) {
      let distance = (Float(note) * 100 - cents).magnitude
      if distance < least { (best, least) = (note, distance) }
    }
    return best
  }

  /// The corrected pitch, in cents.
  @_noLocks
  public mutating func snap(_ cents: Float, scale: UInt32, root: Int) -> Float {
    let near = ScaleSnap.nearest(cents, scale: scale, root: root)
    guard near >= 0 else { return cents }
    if held >= 0, ScaleSnap.contains(held, scale: scale, root: root) {
      let toHeld = (Float(held) * 100 - cents).magnitude
      let toNear = (Float(near) * 100 - cents).magnitude
      if toHeld <= toNear + 2 * ScaleSnap.hold { return Float(held) * 100 }
    }
    held = near
    return Float(near) * 100
  }
}
