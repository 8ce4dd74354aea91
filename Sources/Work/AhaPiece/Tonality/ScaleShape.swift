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

  private init(_ name: StaticString, flags: UInt32, signature: Int, kind: Kind = .other) {
    (self.name, self.flags, self.signature, self.kind) = (name, flags, signature, kind)
  }

  static let major = ScaleShape("major", flags: 0xAB5, signature: 0, kind: .major)
  static let minor = ScaleShape("minor", flags: 0x5AD, signature: 3, kind: .minor)

  /// In the order of the name lookup.
  static let all: [ScaleShape] = [
    major, minor,
    ScaleShape("harmonic minor", flags: 0x9AD, signature: 3, kind: .minor),
    ScaleShape("melodic minor", flags: 0xAAD, signature: 3, kind: .minor),
    ScaleShape("dorian", flags: 0x6AD, signature: 10),
    ScaleShape("phrygian", flags: 0x5AB, signature: 8),
    ScaleShape("lydian", flags: 0xAD5, signature: 7),
    ScaleShape("mixolydian", flags: 0x6B5, signature: 5),
    ScaleShape("locrian", flags: 0x56B, signature: 1),
    ScaleShape("major pentatonic", flags: 0x295, signature: 0),
    ScaleShape("minor pentatonic", flags: 0x4A9, signature: 3),
    ScaleShape("blues", flags: 0x4E9, signature: 3),
    ScaleShape("whole-tone", flags: 0x555, signature: 0),
    ScaleShape("octatonic", flags: 0x6DB, signature: 0),
    ScaleShape("whole-half octatonic", flags: 0xB6D, signature: 0),
    ScaleShape("chromatic", flags: 0xFFF, signature: 0),
  ]

  /// Aliases, in lower case without spaces and dashes.
  static let aliases: [(word: StaticString, name: StaticString)] = [
    ("", "major"), ("maj", "major"), ("ionian", "major"),
    ("m", "minor"), ("min", "minor"), ("aeolian", "minor"), ("naturalminor", "minor"),
    ("pentatonic", "major pentatonic"), ("bluesscale", "blues"), ("minorblues", "blues"),
    ("halfwholeoctatonic", "octatonic"), ("diminished", "whole-half octatonic"),
  ]
}
