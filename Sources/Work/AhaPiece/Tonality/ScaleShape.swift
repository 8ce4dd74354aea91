/// A scale relative to its root, with its name.
struct ScaleShape {
  enum Kind {
    case major, minor, other
  }

  let name: StaticString
  /// Bit n is set if the scale has the note n semitones above the root.
  let flags: UInt32
  /// Semitones from the root to the tonic of the major key with the same signature.
  let signature: Int
  let kind: Kind

  private init(_ name: StaticString, _ flags: UInt32, _ signature: Int, _ kind: Kind = .other) {
    (self.name, self.flags, self.signature, self.kind) = (name, flags, signature, kind)
  }

  static let major = ScaleShape("major", 0xAB5, 0, .major)
  static let minor = ScaleShape("minor", 0x5AD, 3, .minor)

  /// In the order of the name lookup.
  static let all: [ScaleShape] = [
    major, minor,
    ScaleShape("harmonic minor", 0x9AD, 3, .minor),
    ScaleShape("melodic minor", 0xAAD, 3, .minor),
    ScaleShape("dorian", 0x6AD, 10),
    ScaleShape("phrygian", 0x5AB, 8),
    ScaleShape("lydian", 0xAD5, 7),
    ScaleShape("mixolydian", 0x6B5, 5),
    ScaleShape("locrian", 0x56B, 1),
    ScaleShape("major pentatonic", 0x295, 0),
    ScaleShape("minor pentatonic", 0x4A9, 3),
    ScaleShape("blues", 0x4E9, 3),
    ScaleShape("whole-tone", 0x555, 0),
    ScaleShape("octatonic", 0x6DB, 0),
    ScaleShape("whole-half octatonic", 0xB6D, 0),
    ScaleShape("chromatic", 0xFFF, 0),
  ]

  /// Aliases, in lower case without spaces and dashes.
  static let aliases: [(word: StaticString, name: StaticString)] = [
    ("", "major"), ("maj", "major"), ("ionian", "major"),
    ("m", "minor"), ("min", "minor"), ("aeolian", "minor"), ("naturalminor", "minor"),
    ("pentatonic", "major pentatonic"), ("bluesscale", "blues"), ("minorblues", "blues"),
    ("halfwholeoctatonic", "octatonic"), ("diminished", "whole-half octatonic"),
  ]
}
