/// The modes of keys, with the weights of their detection.
public enum KeyMode: Int, CaseIterable, Sendable {
  case major, minor, dorian, mixolydian, lydian, phrygian

  /// Bit n is set if the scale has the note n semitones above the root.
  var scale: UInt32 {
    switch self {
    case .major: 0xAB5
    case .minor: 0x5AD
    case .dorian: 0x6AD
    case .mixolydian: 0x6B5
    case .lydian: 0xAD5
    case .phrygian: 0x5AB
    }
  }

  var weights: [Int8] {
    switch self {
    case .major: KeyWeights.major
    case .minor: KeyWeights.minor
    case .dorian: KeyWeights.dorian
    case .mixolydian: KeyWeights.mixolydian
    case .lydian: KeyWeights.lydian
    case .phrygian: KeyWeights.phrygian
    }
  }

  /// Bias of the mode's log score, so that a major or minor key is not detected as a rarer mode.
  /// Chosen on random songs in the six modes, and in major and minor with borrowed chords.
  var bias: Float {
    switch self {
    case .major: -0.16
    case .minor: 0
    case .dorian: -4
    case .mixolydian: -1
    case .lydian: -1.25
    case .phrygian: -1
    }
  }

  /// The note that distinguishes a mode from major or minor on the same root, and the note that it
  /// replaces, in semitones above the root. Without it a melody is in major or minor.
  var characteristic: (note: Int, replaced: Int)? {
    switch self {
    case .major, .minor: nil
    case .dorian: (9, 8)
    case .mixolydian: (10, 11)
    case .lydian: (6, 5)
    case .phrygian: (1, 2)
    }
  }

  /// The scale on a root, bit 0 for C.
  func mask(root: Int) -> UInt16 {
    UInt16((scale << UInt32(root) | scale >> UInt32(12 - root)) & 0xFFF)
  }
}
