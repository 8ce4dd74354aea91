import AhaBase

extension Tonality {
  /// The usual name, such as "F# minor" and "D dorian". "unknown"; "atonal"; "D exotic" for a scale
  /// without a name in `ScaleShape`; "invalid".
  public var name: String {
    if mode == .unknown { return "unknown" }
    if mode == .atonal { return "atonal" }
    guard isValid else { return "invalid" }
    return rootName + " " + (shape.map { $0.name.text } ?? "exotic")
  }

  /// The label on allihoopa.com: the major key with the same notes, regardless of the root, or
  /// "Exotic"; "" without a key.
  public var label: String {
    guard isKey else { return "" }
    for root in 0..<12 where Tonality.major(root).scale == scale {
      return Tonality.major(root).name
    }
    return "Exotic"
  }

  /// The content of an ID3 key tag: "Am", "F#", "o" for atonal; nil if the tag cannot express it.
  public var shortName: String? {
    if mode == .atonal { return "o" }
    switch shape?.kind {
    case .major: return rootName
    case .minor: return rootName + "m"
    default: return nil
    }
  }

  /// Sharp or flat by the key signature; with six of either, the more common one.
  private var rootName: String {
    let root = Int(self.root)
    let key = (root + (shape?.signature ?? 0)) % 12
    // Bits of the major keys D, E, F#, G, A and B, whose signatures are sharps. The signature of F#
    // is also that of Gb: six sharps or six flats. Eb minor and Bb phrygian are the common names.
    let isSharp = 0b1010_1101_0100 >> key & 1 == 1 && !(key == 6 && (root == 3 || root == 10))
    if Tonality.isWhite(root) { return Tonality.letter(root) }
    return Tonality.letter(isSharp ? root : (root + 1) % 12) + (isSharp ? "#" : "b")
  }

  /// The letter of a pitch class; for a black key, that of the white key below.
  private static func letter(_ pitch: Int) -> String {
    // C, C#, D, D#, E, F, F#, G, G#, A, A#, B
    let letters = "CCDDEFFGGAAB" as StaticString
    return String(decoding: [letters.utf8Start[pitch]], as: UTF8.self)
  }

  /// Bits of C, D, E, F, G, A and B.
  private static func isWhite(_ pitch: Int) -> Bool { 0xAB5 >> pitch & 1 == 1 }
}
